import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { type RandomBytes, systemRandom } from '@gatehouse/shared/ids/random.ts';

const BLOCK_BYTES = 4_800;

/** Makes `req_…` ids. Random bytes are drawn in blocks: one system call a request would cost more than its routing. */
export const requestIds = (random: RandomBytes = systemRandom): (() => string) => {
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;
  const fromBlock: RandomBytes = (count) => {
    if (used + count > block.length) {
      block = random(BLOCK_BYTES);
      used = 0;
    }
    used += count;
    return block.subarray(used - count, used);
  };
  return () => randomId('req', fromBlock);
};
