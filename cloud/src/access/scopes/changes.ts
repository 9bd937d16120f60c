import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { changesRepo } from './changes.repo.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { Subject } from './subject.ts';

export interface ChangesDeps {
  readonly db: Pick<Database, 'engine'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Something of the facility was marked as changed, and that is committed. */
  readonly onMarked: (facilityId: FacilityId) => void;
}
export type Changes = ReturnType<typeof createChanges>;

/** That something about access has changed: the facility's version, its row lock, and marks for whoever tells the boxes. */
export const createChanges = ({ db, clock, onMarked }: ChangesDeps) => {
  /** Marks what a unit changes that has the facility's row lock already. */
  const mark = async (tx: Tx, facilityId: FacilityId, subjects: readonly Subject[]): Promise<void> => {
    if (subjects.length === 0) return;
    await changesRepo(tx).mark(facilityId, subjects, clock.wallMs());
    afterCommit(tx, () => onMarked(facilityId));
  };

  return {
    mark,

    /**
     * Takes the facility's row lock and leaves its version, for whoever looks first whether anything is to change: what is
     * so already is no change, and no box has to hear of it.
     */
    lock: (tx: Tx, facilityId: FacilityId): Promise<unknown> => scopesRepo(tx).lock(facilityId),

    /**
     * For whoever changes a fact of access, in the unit that does: takes the facility's row lock, raises its version, which
     * it resolves with, and marks what the change is about. None, for a unit that only wants the lock and the version.
     */
    changed: async (tx: Tx, facilityId: FacilityId, subjects: readonly Subject[]): Promise<number> => {
      const version = await scopesRepo(tx).raiseVersion(facilityId);
      await mark(tx, facilityId, subjects);
      return version;
    },

    /** Takes up to `limit` marks away, the most urgent first: what they are about is to be built in the same unit. */
    takeChanges: (tx: Tx, facilityId: FacilityId, limit: number): Promise<Subject[]> =>
      changesRepo(tx).take(facilityId, limit, db.engine),

    /** Takes the marks of a member away who is being erased: what boxes have to hear is marked by number. */
    unmark: (tx: Tx, facilityId: FacilityId, subjects: readonly Subject[]): Promise<unknown> =>
      changesRepo(tx).remove(facilityId, subjects),

    /** Forgets what was marked until then, or ever, at a facility of which nobody has to be told. */
    clearChanges: (tx: Tx, facilityId: FacilityId, untilMs = Number.MAX_SAFE_INTEGER): Promise<unknown> =>
      changesRepo(tx).clear(facilityId, untilMs),

    changedFacilities: (tx: Tx): Promise<FacilityId[]> => changesRepo(tx).facilities(),
  };
};
