import { type BoardCommand, EXCEPTIONS, type Exception, hex, word } from '../command.ts';
import { BAUD_CODES, type Settings } from '../settings.ts';
import { ADDRESS_REGISTER, BAUD_REGISTER } from './read-holding-registers.ts';

const set = (register: number, value: number, settings: Settings): Exception | undefined => {
  switch (register) {
    case ADDRESS_REGISTER:
      if (value < 1 || value > 247) return EXCEPTIONS.illegalValue;
      settings.address = value;
      return undefined;
    case BAUD_REGISTER:
      // A parity in the high byte is refused: this board speaks 8N1 only.
      if (value >= BAUD_CODES.length) return EXCEPTIONS.illegalValue;
      settings.baudCode = value;
      return undefined;
    default:
      return EXCEPTIONS.illegalAddress;
  }
};

/** FC06: a new address or baud rate. The reply still goes out under the old ones. */
export const writeRegister: BoardCommand = {
  code: 0x06,
  name: 'write register',
  fits: (data) => data.length === 4,
  run: (data, { settings }) => set(word(data, 0), word(data, 2), settings) ?? data,
  describe: (data) => `set register ${hex(word(data, 0))} to ${hex(word(data, 2))}`,
  describeReply: (data) => `done: register ${hex(word(data, 0))} is ${hex(word(data, 2))}`,
};
