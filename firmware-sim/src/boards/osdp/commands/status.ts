import { bits, type Device, type OsdpCommand, type Reply } from '../command.ts';
import { inputStatus, localStatus, outputStatus } from '../replies.ts';

const asking = (code: number, name: string, answer: (device: Device) => Reply): OsdpCommand => ({
  code,
  name,
  fits: (data) => data.length === 0,
  run: (_, device) => answer(device),
  describe: () => '',
});

/** Tamper and power. */
export const lstat = asking(0x64, 'LSTAT', localStatus);
export const istat = asking(0x65, 'ISTAT', inputStatus);
export const ostat = asking(0x66, 'OSTAT', outputStatus);
/** Readers that hang on this one: none but itself, and that one works. */
export const rstat = asking(0x67, 'RSTAT', () => ({ code: 0x4b, data: bits([false]) }));
