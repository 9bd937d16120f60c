import type { Gym } from './gym.ts';
import { median } from './statistics.ts';

/** Unlocks that wait for the door to lock again: each takes a hold. */
const FROM_LOCKED = 3;
export const PULSE_MS = 300;

/** The median of so many runs, one after the other, in ms. */
export const medianOf = async (count: number, run: () => Promise<number>): Promise<number> => {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push(await run());
  return median(all);
};

/** A whole unlock of a door that is locked, and the same pulse by a bare master on a bus of the same kind, in ms. */
export const fromLocked = async (gym: Gym): Promise<{ readonly wholeMs: number; readonly busMs: number }> => {
  const wholeMs = await medianOf(FROM_LOCKED, gym.unlockFromLocked);
  const busMs = await medianOf(FROM_LOCKED, async () => {
    await gym.bus.untilLocked();
    return gym.bus.unlock(PULSE_MS);
  });
  return { wholeMs, busMs };
};
