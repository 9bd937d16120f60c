import { type Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { DoorsKept } from '../doors-kept/doors-kept.ts';
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
  /** The same but for the doubt: what somebody has begun, or ended. */
  own(doorId: DoorId): Lockdown;
  /** Checks, keeps, records, and returns the new lockdown. Throws a `Fault` and changes nothing otherwise. */
  change(change: LockdownChange): Lockdown;
  /** It is known by now what stands over this door. */
  settle(doorId: DoorId): void;
}

export interface LockdownDeskDeps {
  readonly store: LockdownStore;
  readonly doorsKept: Pick<DoorsKept, 'inDoubt' | 'settle'>;
  readonly record: (fact: FactBody) => void;
  readonly changed: (doorId: DoorId, lockdown: Lockdown) => void;
}

/** What holds while nobody knows what stood over a door. */
const inDoubt = ({ generation }: Lockdown): Lockdown => ({
  active: true,
  by: 'this box',
  reason: 'What stood over this door was lost. The cloud is asked; a manager at the panel may end this.',
  generation,
});

export const createLockdownDesk = ({ store, doorsKept, record, changed }: LockdownDeskDeps): LockdownDesk => {
  let current: Readonly<Record<string, Lockdown>> = store.load() ?? {};
  const own = (doorId: DoorId): Lockdown => current[doorId] ?? NO_LOCKDOWN;
  const of = (doorId: DoorId): Lockdown =>
    !own(doorId).active && doorsKept.inDoubt(doorId) ? inDoubt(own(doorId)) : own(doorId);

  /** A release that is not on the disk would come undone at the next start; a lockdown that is not still protects now. */
  const keep = (next: Readonly<Record<string, Lockdown>>, begins: boolean): void => {
    if (begins) store.keep({ ...next });
    else if (store.commit({ ...next }) === 'refused')
      throw doorFault('doors.store_unwritable', 'The box cannot write its store.');
  };

  return {
    of,
    own,
    settle: (doorId) => {
      doorsKept.settle(doorId);
      changed(doorId, of(doorId));
    },
    change: ({ doorId, active, by, reason, seen, overrideId, manager }) => {
      const before = of(doorId);
      if (!active && manager !== true && doorsKept.inDoubt(doorId))
        throw doorFault('doors.in_doubt', 'Only a manager who signs in by name may say what stands over this door.');
      if (!active && seen !== undefined && seen !== before.generation)
        throw doorFault('doors.lockdown_outdated', 'Another lockdown of this door began meanwhile.', {
          body: { lockdown: before },
        });
      const lockdown: Lockdown = { active, by, reason, generation: before.generation + 1 };
      const next = { ...current, [doorId]: lockdown };
      keep(next, active);
      current = next;
      if (!active) doorsKept.settle(doorId);
      record({
        kind: 'lockdown.changed',
        data: { doorId, lockdown, ...(overrideId === undefined ? {} : { wishId: overrideId }) },
      });
      changed(doorId, lockdown);
      return lockdown;
    },
  };
};
