import { randomBytes } from 'node:crypto';

/** A source of random bytes. Production uses the operating system's; tests and the simulator hand in a seeded one. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);
