import type { Question } from '../serial/exchange.ts';

/**
 * Bytes to messages and back for the Modbus RTU requests that relay boards understand
 * (MODBUS over Serial Line V1.02 for the frame; Waveshare "Modbus RTU Relay" for the flash commands). Pure.
 */

export type Request =
  | { readonly kind: 'read-coils' | 'read-inputs'; readonly unit: number; readonly count: number }
  /** Reads `count` registers from 0x4000 (the board's address). Only its shape matters: see `transactions.ts`. */
  | { readonly kind: 'probe'; readonly unit: number; readonly count: number }
  | { readonly kind: 'write-coil'; readonly unit: number; readonly channel: number; readonly energised: boolean }
  | {
      readonly kind: 'flash';
      readonly unit: number;
      readonly channel: number;
      readonly energised: boolean;
      readonly tenths: number;
    };

export type Reply =
  | { readonly kind: 'bits'; readonly values: readonly boolean[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'exception'; readonly code: number };

const READ_COILS = 0x01;
const READ_INPUTS = 0x02;
const READ_REGISTERS = 0x03;
const WRITE_COIL = 0x05;
const EXCEPTION = 0x80;
const EXCEPTION_BYTES = 5;
const FLASH_ON = 0x0200;
const FLASH_OFF = 0x0400;
const ADDRESS_REGISTER = 0x4000;

/** The longest flash a board times by itself. */
export const FLASH_TENTHS_MAX = 0x7fff;

/** CRC-16/MODBUS: polynomial 0xA001 (reflected), start 0xFFFF. On the line its low byte goes first. */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
};

/** Adds the checksum. */
export const frame = (...body: readonly number[]): Uint8Array => {
  const crc = crc16(Uint8Array.from(body));
  return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
};

const words = (unit: number, fn: number, first: number, second: number): Uint8Array =>
  frame(unit, fn, first >> 8, first & 0xff, second >> 8, second & 0xff);

export const encode = (request: Request): Uint8Array => {
  switch (request.kind) {
    case 'read-coils':
      return words(request.unit, READ_COILS, 0, request.count);
    case 'read-inputs':
      return words(request.unit, READ_INPUTS, 0, request.count);
    case 'probe':
      return words(request.unit, READ_REGISTERS, ADDRESS_REGISTER, request.count);
    case 'write-coil':
      return words(request.unit, WRITE_COIL, request.channel, request.energised ? 0xff00 : 0);
    case 'flash':
      return words(
        request.unit,
        WRITE_COIL,
        (request.energised ? FLASH_ON : FLASH_OFF) | request.channel,
        request.tenths,
      );
  }
};

/** How many bytes the right answer to this request has. */
export const replyBytes = (request: Request): number => {
  switch (request.kind) {
    case 'read-coils':
    case 'read-inputs':
      return 5 + Math.ceil(request.count / 8);
    case 'probe':
      return 5 + 2 * request.count;
    default:
      return 8; // A write is answered by its own echo.
  }
};

/** Whether the checksum is right. */
export const isWhole = (bytes: Uint8Array): boolean =>
  crc16(bytes.subarray(0, -2)) === (bytes.at(-2) ?? 0) + 256 * (bytes.at(-1) ?? 0);

const bits = (data: Uint8Array, count: number): boolean[] =>
  Array.from({ length: count }, (_, i) => ((data[i >> 3] ?? 0) & (1 << (i & 7))) !== 0);

const matchAt = (request: Request, asked: Uint8Array, received: Uint8Array): Reply | undefined => {
  const [unit, fn] = [asked[0] ?? 0, asked[1] ?? 0];
  if (received[0] !== unit) return undefined;
  if (received[1] === (fn | EXCEPTION)) {
    const exception = received.subarray(0, EXCEPTION_BYTES);
    return exception.length === EXCEPTION_BYTES && isWhole(exception)
      ? { kind: 'exception', code: exception[2] ?? 0 }
      : undefined;
  }
  const whole = received.subarray(0, replyBytes(request));
  if (received[1] !== fn || whole.length < replyBytes(request) || !isWhole(whole)) return undefined;
  if (request.kind === 'write-coil' || request.kind === 'flash')
    return whole.every((byte, i) => byte === asked[i]) ? { kind: 'done' } : undefined;
  if (whole[2] !== whole.length - 5) return undefined;
  return request.kind === 'probe' ? { kind: 'done' } : { kind: 'bits', values: bits(whole.subarray(3), request.count) };
};

/** What may lie before a reply: a stray byte from the direction switch, late replies to earlier questions, line noise. */
export const NOISE_BYTES_MAX = 64;

/**
 * An adapter that echoes what it sends would acknowledge every write by itself. Its reads are never believed, so that
 * no board behind it ever counts as found.
 */
const isEcho = (request: Request, asked: Uint8Array, received: Uint8Array): boolean =>
  request.kind !== 'write-coil' && request.kind !== 'flash' && asked.every((byte, i) => byte === received[i]);

export interface Match {
  readonly reply: Reply;
  /** Where the answer ends in what was received: anything behind it was not asked for. */
  readonly end: number;
}

/** Looks for the answer to `request` in what was received since; `undefined` while it is not there. */
export const matchReply = (request: Request, received: Uint8Array): Match | undefined => {
  const asked = encode(request);
  if (isEcho(request, asked, received)) return undefined;
  for (let from = 0; from <= NOISE_BYTES_MAX && from < received.length; from++) {
    const reply = matchAt(request, asked, received.subarray(from));
    if (reply === undefined) continue;
    return { reply, end: from + (reply.kind === 'exception' ? EXCEPTION_BYTES : replyBytes(request)) };
  }
  return undefined;
};

export const questionOf = (request: Request): Question<Reply> => ({
  bytes: encode(request),
  answerBytes: replyBytes(request),
  noiseBytesMax: NOISE_BYTES_MAX,
  match: (received) => matchReply(request, received),
});
