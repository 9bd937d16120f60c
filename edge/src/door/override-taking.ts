import type { Lockdown, LockdownOverride } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance, MaintenanceOverride } from '@gatehouse/shared/door/maintenance.ts';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Log } from '../drivers/driver.ts';
import type { DoorOverrides, LockdownChange, MaintenanceChange } from './doors.ts';

export interface OverrideStore {
  load(): readonly string[] | undefined;
  keep(overrideIds: string[]): void;
}

export interface OverrideTakingDeps {
  readonly store: OverrideStore;
  readonly maintenance: (doorId: DoorId) => Maintenance;
  readonly lockdown: (doorId: DoorId) => Lockdown;
  readonly setMaintenance: (change: MaintenanceChange) => Promise<Maintenance>;
  readonly setLockdown: (change: LockdownChange) => Promise<Lockdown>;
  readonly record: (fact: FactBody) => void;
  readonly log: Log;
}

/** Many more than are ever open at once. */
const REMEMBERED = 256;

/** What will be the same tomorrow, so that the override is over: anything else is tried again with the next pull. */
const FINAL = ['doors.maintenance_outdated', 'doors.lockdown_outdated', 'doors.bad_end'];
const isFinal = (error: unknown): boolean => error instanceof Fault && FINAL.includes(error.code);

/** On the link an override is known by `wishId`. */
const changeOf = <Override extends { readonly wishId: string }>({ wishId: overrideId, ...what }: Override) => ({
  ...what,
  overrideId,
});

/** Takes the overrides of the cloud's staff, each once, and states what came of it: taken, or refused as outdated. */
export const createOverrideTaking = (deps: OverrideTakingDeps) => {
  const { store, record, log } = deps;
  let handled: readonly string[] = store.load() ?? [];

  const handle = (overrideId: string): void => {
    handled = [...handled, overrideId].slice(-REMEMBERED);
    store.keep([...handled]);
  };

  /** A change that was committed just before a power cut, which kept the box from noting that it was made. */
  const madeAlready = (override: MaintenanceOverride): boolean => {
    const { generation, mode, by, reason, untilMs } = deps.maintenance(override.doorId);
    const same = mode === override.mode && by === override.by && reason === override.reason;
    return generation === override.seen + 1 && same && (override.untilMs === null || untilMs === override.untilMs);
  };

  const maintain = async (override: MaintenanceOverride): Promise<void> => {
    const { wishId, doorId, mode, by, seen } = override;
    try {
      if (!madeAlready(override)) await deps.setMaintenance(changeOf(override));
      // The fact may have been cut off with the note: stated again, so that the cloud does not ask for ever.
      else record({ kind: 'maintenance.changed', data: { doorId, maintenance: deps.maintenance(doorId), wishId } });
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { generation } = deps.maintenance(doorId);
      record({ kind: 'maintenance.refused', data: { doorId, mode, by, seen, generation, wishId } });
    }
    handle(wishId);
  };

  const lockedAlready = ({ doorId, active, by, reason, seen }: LockdownOverride): boolean => {
    const now = deps.lockdown(doorId);
    return now.generation === seen + 1 && now.active === active && now.by === by && now.reason === reason;
  };

  const lockDown = async (override: LockdownOverride): Promise<void> => {
    const { wishId, doorId, active, by, seen } = override;
    try {
      if (!lockedAlready(override)) await deps.setLockdown(changeOf(override));
      else record({ kind: 'lockdown.changed', data: { doorId, lockdown: deps.lockdown(doorId), wishId } });
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { generation } = deps.lockdown(doorId);
      record({ kind: 'lockdown.refused', data: { doorId, active, by, seen, generation, wishId } });
    }
    handle(wishId);
  };

  const takeNow = async ({ maintenanceWishes, lockdownWishes }: DoorOverrides): Promise<void> => {
    const one = async (overrideId: string, take: () => Promise<void>): Promise<void> => {
      if (handled.includes(overrideId)) return;
      try {
        await take();
      } catch (error) {
        log.warn({ err: error, overrideId }, 'an override could not be taken yet');
      }
    };
    // Whoever locks down first wants nobody in: that comes before any door is forced open.
    for (const override of lockdownWishes) await one(override.wishId, () => lockDown(override));
    for (const override of maintenanceWishes) await one(override.wishId, () => maintain(override));
  };

  let last: Promise<void> = Promise.resolve();
  return {
    take: (overrides: DoorOverrides): Promise<void> => {
      last = last.then(() => takeNow(overrides));
      return last;
    },
  };
};
