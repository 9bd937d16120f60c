import type { OsdpCommand } from '../command.ts';
import { LONGEST_FRAME } from '../frame.ts';

/** Nobody's: no maker has this number. */
export const VENDOR = [0x47, 0x48, 0x53] as const;
export const [MODEL, HARDWARE_VERSION] = [2, 1] as const;
const FIRMWARE = [1, 0, 0] as const;

export const serialBytes = (serial: number): readonly number[] =>
  [0, 8, 16, 24].map((shift) => (serial >>> shift) & 0xff);

export const id: OsdpCommand = {
  code: 0x61,
  name: 'ID',
  fits: (data) => data.length === 1,
  run: (_, { settings }) => ({
    code: 0x45,
    data: Uint8Array.of(...VENDOR, MODEL, HARDWARE_VERSION, ...serialBytes(settings.serial), ...FIRMWARE),
  }),
  describe: () => '',
  public: true,
};

/** What the reader can do, three bytes each: function, level, number (IEC 60839-11-5, the annex of function codes). */
const capabilities = (inputs: number, outputs: number, defaultKey: boolean): readonly (readonly number[])[] => [
  [1, 1, inputs],
  [2, 4, outputs],
  [3, 1, 0],
  [4, 4, 1],
  [5, 2, 1],
  [6, 1, 1],
  [8, 1, 0],
  [9, 1, defaultKey ? 1 : 0],
  [10, LONGEST_FRAME & 0xff, LONGEST_FRAME >> 8],
  [11, LONGEST_FRAME & 0xff, LONGEST_FRAME >> 8],
  [13, 1, 1],
  [16, 2, 0],
];

export const cap: OsdpCommand = {
  code: 0x62,
  name: 'CAP',
  fits: (data) => data.length === 1,
  run: (_, { settings, inputs, outputs }) => ({
    code: 0x46,
    data: Uint8Array.from(capabilities(inputs().length, outputs.states.length, settings.installMode).flat()),
  }),
  describe: () => '',
  public: true,
};
