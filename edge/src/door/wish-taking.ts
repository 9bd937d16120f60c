import type { Lockdown, LockdownWish } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance, MaintenanceWish } from '@gatehouse/shared/door/maintenance.ts';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Log } from '../drivers/driver.ts';
import type { LockdownChange, MaintenanceChange, Wishes } from './doors.ts';

export interface WishStore {
  load(): readonly string[] | undefined;
  keep(wishIds: string[]): void;
}

export interface WishTakingDeps {
  readonly store: WishStore;
  readonly maintenance: (doorId: DoorId) => Maintenance;
  readonly lockdown: (doorId: DoorId) => Lockdown;
  readonly setMaintenance: (change: MaintenanceChange) => Promise<Maintenance>;
  readonly setLockdown: (change: LockdownChange) => Promise<Lockdown>;
  readonly record: (fact: FactBody) => void;
  readonly log: Log;
}

/** Many more than are ever open at once. */
const REMEMBERED = 256;

/** What will be the same tomorrow, so that the wish is over: anything else is tried again with the next pull. */
const FINAL = ['doors.maintenance_outdated', 'doors.lockdown_outdated', 'doors.bad_end'];
const isFinal = (error: unknown): boolean => error instanceof Fault && FINAL.includes(error.code);

/** Takes what the cloud's staff wish, each wish once, and states what came of it: taken, or refused as outdated. */
export const createWishTaking = (deps: WishTakingDeps) => {
  const { store, record, log } = deps;
  let handled: readonly string[] = store.load() ?? [];

  const handle = (wishId: string): void => {
    handled = [...handled, wishId].slice(-REMEMBERED);
    store.keep([...handled]);
  };

  /** A change that was committed just before a power cut, which kept the box from noting that it was made. */
  const madeAlready = (wish: MaintenanceWish): boolean => {
    const { generation, mode, by, reason, untilMs } = deps.maintenance(wish.doorId);
    const same = mode === wish.mode && by === wish.by && reason === wish.reason;
    return generation === wish.seen + 1 && same && (wish.untilMs === null || untilMs === wish.untilMs);
  };

  const maintain = async (wish: MaintenanceWish): Promise<void> => {
    const { wishId, doorId, mode, by, seen } = wish;
    try {
      if (!madeAlready(wish)) await deps.setMaintenance(wish);
      // The fact may have been cut off with the note: stated again, so that the cloud does not wish for ever.
      else record({ kind: 'maintenance.changed', data: { doorId, maintenance: deps.maintenance(doorId), wishId } });
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { generation } = deps.maintenance(doorId);
      record({ kind: 'maintenance.refused', data: { doorId, mode, by, seen, generation, wishId } });
    }
    handle(wishId);
  };

  const lockedAlready = ({ doorId, active, by, reason, seen }: LockdownWish): boolean => {
    const now = deps.lockdown(doorId);
    return now.generation === seen + 1 && now.active === active && now.by === by && now.reason === reason;
  };

  const lockDown = async (wish: LockdownWish): Promise<void> => {
    const { wishId, doorId, active, by, seen } = wish;
    try {
      if (!lockedAlready(wish)) await deps.setLockdown(wish);
      else record({ kind: 'lockdown.changed', data: { doorId, lockdown: deps.lockdown(doorId), wishId } });
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { generation } = deps.lockdown(doorId);
      record({ kind: 'lockdown.refused', data: { doorId, active, by, seen, generation, wishId } });
    }
    handle(wishId);
  };

  const takeNow = async ({ maintenanceWishes, lockdownWishes }: Wishes): Promise<void> => {
    const one = async (wishId: string, take: () => Promise<void>): Promise<void> => {
      if (handled.includes(wishId)) return;
      try {
        await take();
      } catch (error) {
        log.warn({ err: error, wishId }, 'a wish could not be taken yet');
      }
    };
    // Whoever locks down first wants nobody in: that comes before any door is forced open.
    for (const wish of lockdownWishes) await one(wish.wishId, () => lockDown(wish));
    for (const wish of maintenanceWishes) await one(wish.wishId, () => maintain(wish));
  };

  let last: Promise<void> = Promise.resolve();
  return {
    take: (wishes: Wishes): Promise<void> => {
      last = last.then(() => takeNow(wishes));
      return last;
    },
  };
};
