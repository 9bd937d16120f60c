import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { inBlocks, type RandomBytes, systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** Makes `req_…` ids, in the order of their making: each is the key of a row or two. */
export const requestIds = (clock: Pick<Clock, 'wallMs'>, random: RandomBytes = systemRandom): (() => string) => {
  const fromBlock = inBlocks(random);
  return () => randomId('req', fromBlock, clock.wallMs());
};
