import { z } from 'zod';

/** How to open one serial port. 8 data bits, no parity, 1 stop bit: what every board and reader here comes with. */
export const SerialSettings = z.strictObject({
  /** Prefer a path that stays, such as /dev/serial/by-id/…: the line is reopened by it. */
  path: z.string().min(1).max(4_096),
  baud: z.int().min(1_200).max(256_000).default(9_600),
});
export type SerialSettings = z.infer<typeof SerialSettings>;

const BITS_A_CHARACTER = 10;

/** Time that `bytes` characters take on the line, in ms. */
export const wireMs = (baud: number, bytes: number): number => (bytes * BITS_A_CHARACTER * 1_000) / baud;
