import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { accessChangeLogRepo } from './access-change-log.repo.ts';
import type { ChangeKey } from './change-key.ts';
import { scopesRepo } from './scopes.repo.ts';

export interface AccessChangeLogDeps {
  readonly db: Pick<Database, 'engine'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Called after the commit of a unit that recorded changes of the facility. */
  readonly onRecorded: (facilityId: FacilityId) => void;
}
export type AccessChangeLog = ReturnType<typeof createAccessChangeLog>;

/** Which facts of access changed since boxes were last told: the facility's version and row lock, and an entry per change key. */
export const createAccessChangeLog = ({ db, clock, onRecorded }: AccessChangeLogDeps) => {
  /** Records changes in a unit that holds the facility's row lock already. */
  const recordUnderLock = async (tx: Tx, facilityId: FacilityId, keys: readonly ChangeKey[]): Promise<void> => {
    if (keys.length === 0) return;
    await accessChangeLogRepo(tx).record(facilityId, keys, clock.wallMs());
    afterCommit(tx, () => onRecorded(facilityId));
  };

  return {
    recordUnderLock,

    /**
     * Takes the facility's row lock without raising its version: for a unit that first has to find out whether anything
     * changes at all.
     */
    lock: (tx: Tx, facilityId: FacilityId): Promise<unknown> => scopesRepo(tx).lock(facilityId),

    /**
     * To be called in the unit that changes a fact of access: takes the facility's row lock, raises its version, which it
     * resolves with, and records the keys of what changed. No keys: only the lock and the version.
     */
    recordChanges: async (tx: Tx, facilityId: FacilityId, keys: readonly ChangeKey[]): Promise<number> => {
      const version = await scopesRepo(tx).raiseVersion(facilityId);
      await recordUnderLock(tx, facilityId, keys);
      return version;
    },

    /** Removes up to `limit` entries, the most urgent first, and resolves with their keys: they are to be built in the same unit. */
    takeChanges: (tx: Tx, facilityId: FacilityId, limit: number): Promise<ChangeKey[]> =>
      accessChangeLogRepo(tx).take(facilityId, limit, db.engine),

    /** Removes the entries of a member who is being erased: boxes are told by the number instead. */
    dropChanges: (tx: Tx, facilityId: FacilityId, keys: readonly ChangeKey[]): Promise<unknown> =>
      accessChangeLogRepo(tx).remove(facilityId, keys),

    /** Removes all entries up to a time (ms), by default all, of a facility that has no box to tell. */
    clearChanges: (tx: Tx, facilityId: FacilityId, untilMs = Number.MAX_SAFE_INTEGER): Promise<unknown> =>
      accessChangeLogRepo(tx).clear(facilityId, untilMs),

    changedFacilities: (tx: Tx): Promise<FacilityId[]> => accessChangeLogRepo(tx).facilities(),
  };
};
