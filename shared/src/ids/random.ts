import { randomBytes } from 'node:crypto';

/** A source of random bytes. Production uses the operating system's; tests and the simulator hand in a seeded one. */
export type RandomBytes = (count: number) => Uint8Array;

export const systemRandom: RandomBytes = (count) => randomBytes(count);

const BLOCK_BYTES = 4_800;

/** Draws from the source in blocks: for ids, where one system call each would cost more than all the rest. Not for secrets. */
export const inBlocks = (random: RandomBytes, blockBytes = BLOCK_BYTES): RandomBytes => {
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (used + count > block.length) {
      block = random(Math.max(blockBytes, count));
      used = 0;
    }
    used += count;
    return block.subarray(used - count, used);
  };
};
