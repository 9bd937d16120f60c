import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { DoorsService } from '../doors/doors.service.ts';
import { createDifferences, type DifferencesDeps } from './differences.ts';

export interface RestoresDeps extends DifferencesDeps {
  readonly doors: Pick<DoorsService, 'dropLoosening'>;
}
export type RestoresService = ReturnType<typeof createRestoresService>;

/** What follows when the database turns out to be older than what others have seen of it. */
export const createRestoresService = (deps: RestoresDeps) => {
  const differences = createDifferences(deps);
  return {
    ...differences,

    /** A box keeps its doors: what the database knows of them, and what it still wishes for them, is from before a restore. */
    boxHeld: async (tx: Tx, facilityId: FacilityId, boxId: BoxId): Promise<void> => {
      await deps.doors.dropLoosening(tx, boxId);
      const message = 'This box may have newer doors than the restored database knows. It keeps its own.';
      await differences.note(tx, { facilityId, kind: 'box_doors', subject: boxId, message });
    },
    boxSame: (tx: Tx, facilityId: FacilityId, boxId: BoxId): Promise<void> =>
      differences.settle(tx, { facilityId, kind: 'box_doors', subject: boxId }),
  };
};
