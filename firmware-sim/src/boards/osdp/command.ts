import type { Buzzer } from './buzzer.ts';
import type { Lamp } from './lamp.ts';
import type { News } from './news.ts';
import type { Outputs } from './outputs.ts';
import type { Settings } from './settings.ts';

/** Why a reader says no (IEC 60839-11-5, the table of NAK codes). */
export const NAKS = {
  badCheck: 1,
  badLength: 2,
  unknownCommand: 3,
  badSequence: 4,
  securityUnsupported: 5,
  securityNeeded: 6,
  cannotProcess: 9,
} as const;
export type Nak = (typeof NAKS)[keyof typeof NAKS];

export interface Reply {
  readonly code: number;
  readonly data: Uint8Array;
}

/** The parts of the reader that commands speak to. */
export interface Device {
  readonly settings: Settings;
  readonly lamp: Lamp;
  readonly buzzer: Buzzer;
  readonly outputs: Outputs;
  readonly news: News;
  /** The level of each of its inputs. */
  readonly inputs: () => readonly boolean[];
  readonly tampered: () => boolean;
  readonly show: (text: string) => void;
}

/** One command of the standard. `data` is what stands behind the code, in the clear. */
export interface OsdpCommand {
  readonly code: number;
  readonly name: string;
  /** Whether `data` has a length that this command can have. */
  fits(data: Uint8Array): boolean;
  /** Does it, and returns the reply. A number is a NAK and means that nothing was done. */
  run(data: Uint8Array, device: Device): Reply | Nak;
  /** What it asks for, in words behind its name; empty where the name says it all. */
  describe(data: Uint8Array): string;
  /** Whether a reader answers it in the clear although it has a key of its own. */
  readonly public?: boolean;
}

export const ACK: Reply = { code: 0x40, data: new Uint8Array() };

export const word = (data: Uint8Array, at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
export const bits = (levels: readonly boolean[]): Uint8Array => Uint8Array.from(levels, (on) => (on ? 1 : 0));
/** Levels as a person reads them, the first one first. */
export const lamps = (levels: Iterable<number>): string =>
  Array.from(levels, (level) => (level === 0 ? '○' : '●')).join('');
/** Times of the standard are in tenths of a second. */
export const TENTH_MS = 100;
/** Records of one length, one after the other; undefined where that does not come out even, or where there is none. */
export const records = (data: Uint8Array, length: number): Uint8Array[] | undefined =>
  data.length === 0 || data.length % length !== 0
    ? undefined
    : Array.from({ length: data.length / length }, (_, at) => data.subarray(at * length, (at + 1) * length));
