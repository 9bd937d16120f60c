import { aRequest, type World } from '@gatehouse/cloud/testing/world.ts';
import { askTimes } from './load.ts';
import { percentile } from './statistics.ts';

/** The 99th percentile in ms of so many unlocks, one after the other, by a box that confirms at once. */
export const unlocksAtWorst = async (world: World, times: number): Promise<number> => {
  const unlock = async (): Promise<void> => {
    const { status } = await world.unlocks.unlock(aRequest(world), world.callBy());
    if (status !== 200) throw new Error(`an unlock was answered ${status}`);
  };
  return percentile((await askTimes(unlock, times)).latenciesMs, 0.99);
};
