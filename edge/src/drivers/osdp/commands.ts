import { COMMAND } from './codes.ts';
import type { SecurityBlock } from './framing.ts';

export interface Command {
  readonly code: number;
  readonly data: Uint8Array;
  /** Given for the handshake only: in the channel, the session chooses it. */
  readonly block?: SecurityBlock;
}

const command = (code: number, ...data: number[]): Command => ({ code, data: Uint8Array.from(data) });
const low = (value: number): number => value & 0xff;
const high = (value: number): number => value >> 8;

export const POLL = command(COMMAND.POLL);
export const ID = command(COMMAND.ID, 0);
export const CAP = command(COMMAND.CAP, 0);
export const LSTAT = command(COMMAND.LSTAT);
export const ISTAT = command(COMMAND.ISTAT);
export const OSTAT = command(COMMAND.OSTAT);

/** The longest that a reader times an output by itself, in tenths of a second. */
export const OUTPUT_TENTHS_MAX = 0xffff;

/** `hold` ends what is timed; `rest` leaves it and says what comes after it; `pulse` is timed by the reader. */
export const out = (output: number, how: 'hold' | 'rest' | 'pulse', on: boolean, tenths = 0): Command => {
  const code = { hold: on ? 2 : 1, rest: on ? 4 : 3, pulse: on ? 5 : 6 }[how];
  return command(COMMAND.OUT, output, code, low(tenths), high(tenths));
};

export const COLOURS = { red: 1, green: 2, amber: 3 } as const;

/** Lights the first lamp for a while, after which it shows again what it showed before. */
export const led = (colour: keyof typeof COLOURS, tenths: number): Command =>
  // Reader, lamp; temporary: set, on 100 ms, off 0, colours, time; permanent: untouched.
  command(COMMAND.LED, 0, 0, 2, 1, 0, COLOURS[colour], COLOURS[colour], low(tenths), high(tenths), 0, 0, 0, 0, 0);

/** Tones of 100 ms with as much silence between them. */
export const buzzer = (count: number): Command => command(COMMAND.BUZ, 0, 2, 1, 1, count);

export const KEY_BYTES = 16;
/** Gives the reader its own key. Goes through a channel only. */
export const keyset = (key: Uint8Array): Command => command(COMMAND.KEYSET, 1, KEY_BYTES, ...key);

/** Which key a handshake is about: `0` the one that everybody knows, `1` the reader's own. */
export type KeyKind = 0 | 1;
export const challenge = (kind: KeyKind, random: Uint8Array): Command => ({
  ...command(COMMAND.CHLNG, ...random),
  block: { type: 0x11, data: Uint8Array.of(kind) },
});
export const cryptogram = (kind: KeyKind, server: Uint8Array): Command => ({
  ...command(COMMAND.SCRYPT, ...server),
  block: { type: 0x13, data: Uint8Array.of(kind) },
});
