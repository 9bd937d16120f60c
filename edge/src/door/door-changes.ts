import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import { settleDoors } from '@gatehouse/shared/door/settle-doors.ts';
import { hasNewKey, isRewired } from '@gatehouse/shared/door/wiring.ts';
import type { Log } from '../drivers/driver.ts';
import type { MaintenanceDesk } from './maintenance-desk.ts';

/** The doors as they were driven last, over restarts: what a door falls back to, and what its wiring is compared with. */
export interface InForceStore {
  load(): readonly DoorConfig[] | undefined;
  keep(doors: readonly DoorConfig[]): void;
}

export interface DoorChanges {
  /**
   * What to drive of what is wished. A door that was forced open under another wiring, or before it left this box, is so
   * no longer: nobody knows whose lock the relay moves until staff have looked. Throws, with nothing changed, where that
   * cannot be kept.
   */
  take(
    wished: readonly DoorConfig[],
    from: 'cloud' | 'store',
  ): Promise<{
    readonly doors: readonly DoorConfig[];
    readonly refused: readonly DoorProblem[];
    /** Doors that have a key switch where they had none, or another one. */
    readonly newKeys: readonly DoorConfig['doorId'][];
  }>;
}

const REWIRED = { by: 'new wiring', reason: 'The wiring of the door was changed while it was forced open.' };
const CAME_BACK = { by: 'new wiring', reason: 'The door was taken from this box while it was forced open.' };

export const createDoorChanges = (deps: {
  readonly store: InForceStore;
  readonly desk: Pick<MaintenanceDesk, 'endForceOpen'>;
  readonly hardware: () => Hardware | undefined;
  readonly log: Log;
}): DoorChanges => {
  const { store, desk, log } = deps;
  let inForce = store.load();

  return {
    take: async (wished, from) => {
      // Before this was kept, everything that was stored had been driven.
      const before = inForce ?? (from === 'store' ? wished : []);
      const { doors, refused } = settleDoors(wished, before, deps.hardware());
      if (refused.length > 0) log.error({ refused }, 'some doors cannot be driven as the cloud has them');
      const known = inForce;
      const knownAs = (door: DoorConfig) => known?.find(({ doorId }) => doorId === door.doorId);
      const newKeys = known === undefined ? [] : doors.filter((door) => hasNewKey(knownAs(door), door));
      for (const door of doors) {
        const was = before.find(({ doorId }) => doorId === door.doorId);
        if (was !== undefined && isRewired(was, door)) await desk.endForceOpen(door.doorId, REWIRED);
        if (was === undefined && inForce !== undefined) await desk.endForceOpen(door.doorId, CAME_BACK);
      }
      inForce = doors;
      store.keep(doors);
      return { doors, refused, newKeys: newKeys.map(({ doorId }) => doorId) };
    },
  };
};
