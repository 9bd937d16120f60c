import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.module.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

/** The newest snapshot of a box's facility. */
export interface Newest {
  readonly facilityId: FacilityId;
  readonly epoch: string;
  readonly revision: number;
  readonly hash: string;
}

interface Kept {
  readonly newest: Newest | undefined;
  readonly untilMonoMs: number;
}

/** Every box beacons every few seconds: what it is told may be so old, and no older once it was built here. */
const KEPT_FOR = Seconds(1);
const BOXES_MAX = 10_000;

export const createNewest = ({
  db,
  clock,
  boxes,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly boxes: Pick<BoxesService, 'findActive'>;
}) => {
  const kept = new Map<BoxId, Kept>();

  const read = (boxId: BoxId): Promise<Newest | undefined> =>
    db.read(async (tx) => {
      const facilityId = (await boxes.findActive(tx, boxId))?.facility_id;
      const head = facilityId && (await snapshotsRepo(tx).findHead(facilityId));
      if (facilityId === undefined || head === undefined || head.built === 0) return undefined;
      return { facilityId, epoch: head.epoch, revision: head.revision, hash: head.hash };
    });

  return {
    /** Undefined for a box that is not active, and where there is no snapshot yet. */
    of: async (boxId: BoxId): Promise<Newest | undefined> => {
      const known = kept.get(boxId);
      if (known !== undefined && clock.monoMs() < known.untilMonoMs) return known.newest;
      const newest = await read(boxId);
      if (kept.size >= BOXES_MAX) kept.clear();
      kept.set(boxId, { newest, untilMonoMs: clock.monoMs() + KEPT_FOR });
      return newest;
    },

    /** Another one was built, or begun. */
    forget: (facilityId: FacilityId): void => {
      for (const [boxId, { newest }] of kept)
        if (newest === undefined || newest.facilityId === facilityId) kept.delete(boxId);
    },
  };
};
