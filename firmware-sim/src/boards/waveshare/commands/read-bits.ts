import { CHANNELS } from '../coil-bank.ts';
import { type BoardCommand, EXCEPTIONS, type Firmware, lamps, pack, word } from '../command.ts';

export interface ReadBits {
  readonly code: number;
  readonly name: string;
  readonly levels: (firmware: Firmware) => readonly boolean[];
}

/** Reading coils and reading discrete inputs differ only in what is read. */
export const readBits = ({ code, name, levels }: ReadBits): BoardCommand => ({
  code,
  name,
  fits: (data) => data.length === 4,
  run: (data, firmware) => {
    const [first, count] = [word(data, 0), word(data, 2)];
    if (count < 1 || count > 2000) return EXCEPTIONS.illegalValue;
    if (first + count > CHANNELS) return EXCEPTIONS.illegalAddress;
    const bytes = pack(levels(firmware).slice(first, first + count));
    return Uint8Array.of(bytes.length, ...bytes);
  },
  describe: (data) => `${name} ${word(data, 0)} to ${word(data, 0) + word(data, 2) - 1}`,
  describeReply: (data) => lamps(data[1] ?? 0),
});
