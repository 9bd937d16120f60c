import type { Question } from '../serial/exchange.ts';
import { frame, isWhole, NOISE_BYTES_MAX } from './framing.ts';

/**
 * What no door asks: the registers in which a Waveshare board keeps its address and its version (its maker's "Modbus RTU
 * Relay" protocol; function 03 reads one, 06 writes one). Address 0 reaches every board on the line, and this family answers
 * it, against the standard: with one board on the line, that is how it is found.
 */

export const ADDRESS_REGISTER = 0x4000;
/** Hundredths: 200 is 2.00. */
export const VERSION_REGISTER = 0x8000;
export const EVERY_BOARD = 0;

const READ = 0x03;
const WRITE = 0x06;
const EXCEPTION = 0x80;
const EXCEPTION_BYTES = 5;

export type RegisterReply =
  | { readonly kind: 'value'; readonly unit: number; readonly value: number }
  | { readonly kind: 'exception'; readonly unit: number; readonly code: number };

/** The first whole frame of `bytes` length, from any of `units`, that `read` can make something of. */
const search = (
  received: Uint8Array,
  unit: number,
  fn: number,
  bytes: number,
  read: (whole: Uint8Array) => number | undefined,
): { reply: RegisterReply; end: number } | undefined => {
  for (let from = 0; from <= NOISE_BYTES_MAX && from < received.length; from++) {
    const [from0 = 0, from1 = 0] = received.subarray(from, from + 2);
    if (unit !== EVERY_BOARD && from0 !== unit) continue;
    const length = from1 === (fn | EXCEPTION) ? EXCEPTION_BYTES : bytes;
    const whole = received.subarray(from, from + length);
    if (whole.length < length || (from1 & ~EXCEPTION) !== fn || !isWhole(whole)) continue;
    const end = from + length;
    if (from1 !== fn) return { reply: { kind: 'exception', unit: from0, code: whole[2] ?? 0 }, end };
    const value = read(whole);
    if (value !== undefined) return { reply: { kind: 'value', unit: from0, value }, end };
  }
  return undefined;
};
const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

export const readRegister = (unit: number, register: number): Question<RegisterReply> => ({
  bytes: frame(unit, READ, register >> 8, register & 0xff, 0, 1),
  answerBytes: 7,
  noiseBytesMax: NOISE_BYTES_MAX,
  match: (received) => search(received, unit, READ, 7, (whole) => (whole[2] === 2 ? word(whole, 3) : undefined)),
});

/** Answered by its own echo, under the address that the board had. */
export const writeRegister = (unit: number, register: number, value: number): Question<RegisterReply> => {
  const bytes = frame(unit, WRITE, register >> 8, register & 0xff, value >> 8, value & 0xff);
  return {
    bytes,
    answerBytes: 8,
    noiseBytesMax: NOISE_BYTES_MAX,
    match: (received) =>
      search(received, unit, WRITE, 8, (whole) =>
        word(whole, 2) === register && word(whole, 4) === value ? value : undefined,
      ),
  };
};
