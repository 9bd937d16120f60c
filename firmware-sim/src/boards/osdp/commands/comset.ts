import { NAKS, type OsdpCommand } from '../command.ts';
import { ANYBODY } from '../frame.ts';
import { BAUD_RATES } from '../settings.ts';

const baudOf = (data: Uint8Array): number =>
  ((data[1] ?? 0) | ((data[2] ?? 0) << 8) | ((data[3] ?? 0) << 16) | ((data[4] ?? 0) << 24)) >>> 0;

/** A new address and speed. They hold from the next message on; the answer still leaves under the old ones. */
export const comset: OsdpCommand = {
  code: 0x6e,
  name: 'COMSET',
  fits: (data) => data.length === 5,
  run: (data, { settings }) => {
    const [address = 0] = data;
    const baud = baudOf(data);
    if (address >= ANYBODY || !BAUD_RATES.includes(baud)) return NAKS.cannotProcess;
    settings.address = address;
    settings.baud = baud;
    return { code: 0x54, data: Uint8Array.from(data) };
  },
  describe: (data) => `address ${data[0] ?? 0} at ${baudOf(data)} baud`,
};
