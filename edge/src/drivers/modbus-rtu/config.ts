import { z } from 'zod';

/** One serial line. 8 data bits, no parity, 1 stop bit: the boards' own default. */
export const ModbusRtuConfig = z.strictObject({
  /** Prefer a path that stays, such as /dev/serial/by-id/…: the line is reopened by it. */
  path: z.string().min(1).max(4_096),
  baud: z.int().min(1_200).max(256_000).default(9_600),
  /** How long a board may think before it answers, beyond the time the bytes take. Adapters add up to 16 ms of their own. */
  replyAllowanceMs: z.int().min(10).max(2_000).default(150),
});
export type ModbusRtuConfig = z.infer<typeof ModbusRtuConfig>;

const BITS_A_CHARACTER = 10;

/** Time that `bytes` characters take on the line, in ms. */
export const wireMs = (baud: number, bytes: number): number => (bytes * BITS_A_CHARACTER * 1_000) / baud;

/** Silence between frames: 3.5 characters of 11 bits, and 1.75 ms above 19,200 baud (MODBUS over Serial Line V1.02, 2.5.1.1). */
export const gapMs = (baud: number): number => (baud > 19_200 ? 1.75 : (3.5 * 11 * 1_000) / baud);
