import { type Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../drivers/driver.ts';
import { doorFault } from './doors.faults.ts';
import type { LockdownChange } from './doors.ts';

export interface LockdownStore {
  /** `undefined` when nothing was ever kept. */
  load(): Readonly<Record<string, Lockdown>> | undefined;
  /** On the disk once it returns. Throws when it cannot be written. */
  save(lockdowns: Record<string, Lockdown>): void;
}

/**
 * Which doors are locked down, kept over restarts and power losses alike. Nothing ends a lockdown but its own release:
 * no time, no maintenance, no clock.
 */
export interface LockdownDesk {
  of(doorId: DoorId): Lockdown;
  /** Checks, keeps, records, and returns the new lockdown. Throws a `Fault` and changes nothing otherwise. */
  change(change: LockdownChange): Lockdown;
  close(): void;
}

export interface LockdownDeskDeps {
  readonly store: LockdownStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly record: (fact: FactBody) => void;
  readonly changed: (doorId: DoorId, lockdown: Lockdown) => void;
}

const RETRY_AFTER = Seconds(5);

export const createLockdownDesk = ({ store, clock, log, record, changed }: LockdownDeskDeps): LockdownDesk => {
  let current: Readonly<Record<string, Lockdown>> = store.load() ?? {};
  let retry: Timer | undefined;
  const of = (doorId: DoorId): Lockdown => current[doorId] ?? NO_LOCKDOWN;

  const saveLater = (error: unknown): void => {
    log.error({ err: error }, 'a lockdown could not be kept yet; it is in force all the same');
    retry?.cancel();
    retry = clock.after(RETRY_AFTER, () => {
      retry = undefined;
      try {
        store.save({ ...current });
      } catch (again) {
        saveLater(again);
      }
    });
  };
  const keep = (next: Readonly<Record<string, Lockdown>>, begins: boolean): void => {
    try {
      store.save({ ...next });
      retry?.cancel();
      retry = undefined;
    } catch (error) {
      // A release that is not on the disk would come undone at the next start; a lockdown that is not still protects now.
      if (!begins)
        throw doorFault('doors.store_unwritable', 'The box cannot write its store.', { internal: { error } });
      saveLater(error);
    }
  };

  return {
    of,
    change: ({ doorId, active, by, reason, seen, wishId }) => {
      const before = of(doorId);
      if (!active && seen !== undefined && seen !== before.generation)
        throw doorFault('doors.lockdown_outdated', 'Another lockdown of this door began meanwhile.', {
          body: { lockdown: before },
        });
      const lockdown: Lockdown = { active, by, reason, generation: before.generation + 1 };
      const next = { ...current, [doorId]: lockdown };
      keep(next, active);
      current = next;
      record({
        kind: 'lockdown.changed',
        data: { doorId, lockdown, ...(wishId === undefined ? {} : { wishId }) },
      });
      changed(doorId, lockdown);
      return lockdown;
    },
    close: () => {
      if (retry === undefined) return;
      retry.cancel();
      try {
        store.save({ ...current }); // The last chance.
      } catch (error) {
        log.error({ err: error }, 'a lockdown could not be kept');
      }
    },
  };
};
