import { type BoardCommand, EXCEPTIONS, hex, word } from '../command.ts';
import { type Settings, VERSION } from '../settings.ts';

export const ADDRESS_REGISTER = 0x4000;
export const BAUD_REGISTER = 0x2000;
export const VERSION_REGISTER = 0x8000;

const read = (register: number, settings: Settings): number | undefined => {
  switch (register) {
    case ADDRESS_REGISTER:
      return settings.address;
    case BAUD_REGISTER:
      // High byte: parity, always none here. Low byte: the code of the rate.
      return settings.baudCode;
    case VERSION_REGISTER:
      return VERSION;
    default:
      return undefined;
  }
};

/** FC03: address, baud rate and version, one register at a time. */
export const readHoldingRegisters: BoardCommand = {
  code: 0x03,
  name: 'read register',
  fits: (data) => data.length === 4,
  run: (data, { settings }) => {
    const [register, count] = [word(data, 0), word(data, 2)];
    if (count < 1 || count > 125) return EXCEPTIONS.illegalValue;
    const value = count === 1 ? read(register, settings) : undefined;
    return value === undefined ? EXCEPTIONS.illegalAddress : Uint8Array.of(2, value >> 8, value & 0xff);
  },
  describe: (data) => `read register ${hex(word(data, 0))}`,
  describeReply: (data) => `register is ${hex(word(data, 1))}`,
};
