import { type Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Stored } from '../store/box-writer.ts';
import { doorFault } from './doors.faults.ts';
import type { LockdownChange } from './doors.ts';

export interface LockdownStore {
  /** `undefined` when nothing was ever kept. */
  load(): Readonly<Record<string, Lockdown>> | undefined;
  /** In force from now on; on the disk when it returns, or as soon as the disk takes it. */
  keep(lockdowns: Record<string, Lockdown>): void;
  /** In force once it is on the disk, or not at all. */
  commit(lockdowns: Record<string, Lockdown>): Stored;
}

/**
 * Which doors are locked down, kept over restarts and power losses alike. Nothing ends a lockdown but its own release:
 * no time, no maintenance, no clock.
 */
export interface LockdownDesk {
  of(doorId: DoorId): Lockdown;
  /** Checks, keeps, records, and returns the new lockdown. Throws a `Fault` and changes nothing otherwise. */
  change(change: LockdownChange): Lockdown;
}

export interface LockdownDeskDeps {
  readonly store: LockdownStore;
  readonly record: (fact: FactBody) => void;
  readonly changed: (doorId: DoorId, lockdown: Lockdown) => void;
}

export const createLockdownDesk = ({ store, record, changed }: LockdownDeskDeps): LockdownDesk => {
  let current: Readonly<Record<string, Lockdown>> = store.load() ?? {};
  const of = (doorId: DoorId): Lockdown => current[doorId] ?? NO_LOCKDOWN;

  /** A release that is not on the disk would come undone at the next start; a lockdown that is not still protects now. */
  const keep = (next: Readonly<Record<string, Lockdown>>, begins: boolean): void => {
    if (begins) store.keep({ ...next });
    else if (store.commit({ ...next }) === 'refused')
      throw doorFault('doors.store_unwritable', 'The box cannot write its store.');
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
  };
};
