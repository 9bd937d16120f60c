import { CHANNELS } from '../coil-bank.ts';
import { type BoardCommand, EXCEPTIONS, lamps, word } from '../command.ts';

/** FC0F: several coils at once. Ends the flashes of the coils it names and of no other. */
export const writeCoils: BoardCommand = {
  code: 0x0f,
  name: 'write coils',
  fits: (data) => data.length >= 6 && data.length === 5 + (data[4] ?? 0),
  run: (data, { coils }) => {
    const [first, count] = [word(data, 0), word(data, 2)];
    if (count < 1 || data[4] !== Math.ceil(count / 8)) return EXCEPTIONS.illegalValue;
    if (first + count > CHANNELS) return EXCEPTIONS.illegalAddress;
    for (let at = 0; at < count; at++) {
      const on = (((data[5] ?? 0) >> at) & 1) === 1;
      coils.set(first + at, on, `switched ${on ? 'on' : 'off'} from the bus`);
    }
    return data.subarray(0, 4);
  },
  describe: (data) => `coils ${word(data, 0)} to ${word(data, 0) + word(data, 2) - 1} become ${lamps(data[5] ?? 0)}`,
  describeReply: (data) => `done: ${word(data, 2)} coils`,
};
