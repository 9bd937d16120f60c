import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { restoresFault } from './restores.faults.ts';
import { restoresRepo } from './restores.repo.ts';

/**
 * `box_doors`: a box keeps the doors that it has, until somebody says that those known here are right. `lockdown`: one
 * stands, again or still, that may have been released since. `revoked`: something was revoked again. `box_doubt`: a box has
 * lost what stood over its doors, and asks a cloud that may know only what was so before the restore.
 */
export type DifferenceKind = 'box_doors' | 'lockdown' | 'revoked' | 'box_doubt';

export interface NewDifference {
  readonly facilityId: FacilityId;
  readonly kind: DifferenceKind;
  readonly subject: string;
  readonly message: string;
}

export interface DifferencesDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly warnings: Pick<WarningsService, 'keep' | 'close'>;
  readonly boxes: Pick<BoxesService, 'release'>;
}

/** Staff see so many at once; what is beyond them comes up once these are confirmed. */
const LISTED_MAX = 200;

/** What a restore left open: the stricter stands, and a person looks at each. */
export const createDifferences = ({ clock, random, warnings, boxes }: DifferencesDeps) => {
  const closeIfNone = async (tx: Tx, facilityId: FacilityId): Promise<void> => {
    if (!(await restoresRepo(tx).areOpen(facilityId)))
      await warnings.close(tx, [{ kind: 'restored', facilityId, subject: facilityId }]);
  };
  return {
    /** Notes one, in the unit that finds it. */
    note: async (tx: Tx, { facilityId, kind, subject, message }: NewDifference): Promise<void> => {
      const row = { id: randomId('dif', random), facility_id: facilityId, kind, subject, message };
      await restoresRepo(tx).put({ ...row, found_at: clock.wallMs(), confirmed_by: null, confirmed_at: null });
      const words = 'The cloud was restored from a backup: look through what it and the boxes do not agree about.';
      await warnings.keep(tx, [{ kind: 'restored', facilityId, subject: facilityId, message: words }]);
    },

    /** There is none: box and cloud were found to agree. */
    settle: async (tx: Tx, { facilityId, kind, subject }: Omit<NewDifference, 'message'>): Promise<void> => {
      await restoresRepo(tx).remove(facilityId, kind, subject);
      await closeIfNone(tx, facilityId);
    },

    list: (tx: Tx, facilityId: FacilityId, which: 'open' | 'all') =>
      restoresRepo(tx).list(facilityId, which, LISTED_MAX),

    /** Somebody has looked. A box whose doors were held follows what is known here from then on. Again is no matter. */
    confirm: async (tx: Tx, facilityId: FacilityId, id: string, by: string): Promise<void> => {
      const repo = restoresRepo(tx);
      const found = await repo.find(facilityId, id);
      if (found === undefined)
        throw restoresFault('difference_unknown', `There is no difference ${id} at this facility.`);
      if ((await repo.confirm(id, by, clock.wallMs())) !== undefined) {
        if (found.kind === 'box_doors') await boxes.release(tx, uncheckedId<BoxId>(found.subject));
        await closeIfNone(tx, facilityId);
      }
    },
  };
};
