import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { createDifferences, type DifferencesDeps } from './differences.ts';
import { restoresRepo } from './restores.repo.ts';

export interface RestoresDeps extends DifferencesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly doors: Pick<DoorsService, 'dropLoosening'>;
}
export type RestoresService = ReturnType<typeof createRestoresService>;

/** What follows when the database turns out to be older than what others have seen of it. */
export const createRestoresService = (deps: RestoresDeps) => {
  const differences = createDifferences(deps);
  return {
    ...differences,

    /** A box keeps its doors: what the database knows of them, and what it still asks of them, is from before a restore. */
    boxHeld: async (tx: Tx, facilityId: FacilityId, boxId: BoxId): Promise<void> => {
      await deps.doors.dropLoosening(tx, boxId);
      // What somebody confirmed before says nothing of this restore.
      await restoresRepo(tx).forget(facilityId, 'box_doubt', boxId);
      const message = 'This box may have newer doors than the restored database knows. It keeps its own.';
      await differences.note(tx, { facilityId, kind: 'box_doors', subject: boxId, message });
    },
    /**
     * Whether what this restored database knows may end the doubt of a box that lost what stood over its doors: once somebody
     * has confirmed that. The box may agree about its doors because it has them from here.
     */
    mayEndDoubt: async (facilityId: FacilityId, boxId: BoxId): Promise<boolean> => {
      const state = await deps.db.read((tx) => restoresRepo(tx).stateOf(facilityId, 'box_doubt', boxId));
      if (state !== undefined) return state === 'confirmed';
      const message =
        'This box has lost what stood over its doors, and the restored database may know only what was so before. Look at its doors, and make again what is missing.';
      await deps.db.write((tx) => differences.note(tx, { facilityId, kind: 'box_doubt', subject: boxId, message }));
      return false;
    },
    boxSame: (tx: Tx, facilityId: FacilityId, boxId: BoxId): Promise<void> =>
      differences.settle(tx, { facilityId, kind: 'box_doors', subject: boxId }),
  };
};
