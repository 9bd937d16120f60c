import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Log } from '../drivers/driver.ts';
import type { KnownDoor, LockdownChange, MaintenanceChange } from './doors.ts';
import type { LockdownDesk } from './lockdown-desk.ts';
import type { MaintenanceDesk } from './maintenance-desk.ts';

const BY_CLOUD = 'as the cloud knew it';

/**
 * Brings doors to what the cloud last knew of them. It only ever shuts: a lockdown or a force-closed that was begun here
 * meanwhile, or that an older store says, stays until somebody ends it who sees it.
 */
export const takeWord = async (
  known: readonly KnownDoor[],
  deps: {
    readonly lockdowns: Pick<LockdownDesk, 'own' | 'settle'>;
    readonly desk: Pick<MaintenanceDesk, 'of'>;
    readonly setLockdown: (change: LockdownChange) => Promise<Lockdown>;
    readonly setMaintenance: (change: MaintenanceChange) => Promise<Maintenance>;
    readonly log: Log;
  },
): Promise<readonly DoorId[]> => {
  const { lockdowns, desk, setLockdown, setMaintenance, log } = deps;
  const failed: DoorId[] = [];
  for (const { doorId, lockdown, maintenance } of known) {
    try {
      if (lockdown?.active === true && !lockdowns.own(doorId).active)
        await setLockdown({ doorId, active: true, by: lockdown.by ?? BY_CLOUD, reason: lockdown.reason ?? '' });
      if (maintenance?.mode === 'force-closed' && desk.of(doorId).mode !== 'force-closed') {
        const { mode, untilMs, by, reason } = maintenance;
        await setMaintenance({ doorId, mode, untilMs, by: by ?? BY_CLOUD, reason: reason ?? '' });
      }
      lockdowns.settle(doorId);
    } catch (error) {
      failed.push(doorId);
      log.error({ doorId, err: error }, 'a door could not be brought to what the cloud knew of it');
    }
  }
  return failed;
};
