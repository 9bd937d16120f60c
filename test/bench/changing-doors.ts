import type { createWorld } from '@gatehouse/cloud/testing/world.ts';
import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

const DOORS = 20;

/** Doors of the world's facility that change, one by one, as their box reports them. */
export interface ChangingDoors {
  /** From now on so many reports a second, each of another state of one door. */
  start(perSecond: number): void;
  stop(): void;
  /** One report, and when it was there: ms since 1970. */
  report(): Promise<number>;
}

export const changingDoors = async (world: Awaited<ReturnType<typeof createWorld>>): Promise<ChangingDoors> => {
  const doors: { readonly doorId: string; lock: 'locked' | 'unlocked' }[] = [];
  for (let at = 0; at < DOORS; at++) {
    const name = `Door ${at + 1}`;
    doors.push({ doorId: await world.aDoor({ name }), lock: 'locked' });
  }
  let turn = 0;
  const change = async (): Promise<void> => {
    const door = doors[turn++ % DOORS] as (typeof doors)[number];
    door.lock = door.lock === 'locked' ? 'unlocked' : 'locked';
    const beacon = await world.beacon({ lock: door.lock }, { doorId: door.doorId });
    await world.changedDoors.beaconArrived(world.boxId, beacon);
  };
  let timer: Timer | undefined;
  let changing = false;
  return {
    start: (perSecond) => {
      timer?.cancel();
      timer = systemClock.every(Milliseconds(1_000 / perSecond), async () => {
        if (changing) return; // A machine that is too slow for it makes fewer.
        changing = true;
        await change();
        changing = false;
      });
    },
    stop: () => timer?.cancel(),
    report: async () => {
      const at = performance.timeOrigin + performance.now();
      await change();
      return at;
    },
  };
};
