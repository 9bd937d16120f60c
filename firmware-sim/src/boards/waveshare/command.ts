import type { CoilBank } from './coil-bank.ts';
import type { Settings } from './settings.ts';

/** MODBUS application protocol V1.1b3, section 7. */
export const EXCEPTIONS = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3 } as const;
export type Exception = (typeof EXCEPTIONS)[keyof typeof EXCEPTIONS];

export interface Firmware {
  readonly coils: CoilBank;
  readonly settings: Settings;
  /** The level of a discrete input, 0 to 7. */
  readonly input: (number: number) => boolean;
}

/** One function code of the board. `data` is what stands between function code and CRC. */
export interface BoardCommand {
  readonly code: number;
  readonly name: string;
  /** Does it, and returns the data of the reply. A number is an exception code and means nothing was done. */
  run(data: Uint8Array, firmware: Firmware): Uint8Array | Exception;
  /** Whether `data` has a length this command can have; others are taken for noise. */
  fits(data: Uint8Array): boolean;
  /** The request in words, for the trace. */
  describe(data: Uint8Array): string;
  /** The data of a good reply in words. */
  describeReply(data: Uint8Array): string;
}

/** A big-endian word at `at`; 0 where the data is too short. */
export const word = (data: Uint8Array, at: number): number => ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);

/** Levels as Modbus packs them: first in the lowest bit. */
export const pack = (levels: readonly boolean[]): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(levels.length / 8));
  levels.forEach((on, at) => {
    if (on) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return bytes;
};

/** Eight levels as a person reads them, channel 0 first. */
export const lamps = (byte: number): string =>
  Array.from({ length: 8 }, (_, at) => ((byte >> at) & 1 ? '●' : '○')).join('');

export const hex = (value: number, digits = 4): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
