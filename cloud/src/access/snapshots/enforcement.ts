import { randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.module.ts';
import type { WarningsService } from '../../sites/warnings/warnings.module.ts';
import type { createNewest, Newest } from './newest.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

/** Which snapshot the doors of a box go by, as it last said. */
export interface Enforced {
  readonly revision: number;
  /** The newest one there is. Numbers of another epoch cannot be compared: null. */
  readonly of: number | null;
  /** Since the box last knew that it has the newest. */
  readonly ageSeconds: number;
  /** Null where the box does not have the newest, so that nothing can be said. */
  readonly hashMatches: boolean | null;
}

export interface EnforcementDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly boxes: Pick<BoxesService, 'beaconsAtEach'>;
  readonly warnings: Pick<WarningsService, 'keep' | 'close'>;
  readonly newest: ReturnType<typeof createNewest>;
}

/** A box that is never right must not have all others of its facility read everything again and again. */
const RENEWED_AT_MOST_EVERY = Hours(1);

/** Sees whether boxes have what they should, by what their beacons say. */
export const createEnforcement = ({ db, clock, boxes, warnings, newest }: EnforcementDeps) => {
  /** What was found of each box last. */
  const differing = new Map<BoxId, boolean>();

  const tell = (boxId: BoxId, facilityId: FacilityId, differs: boolean): Promise<void> =>
    db.write(async (tx) => {
      const subject = { kind: 'snapshot_differs' as const, facilityId, subject: boxId };
      if (!differs) return warnings.close(tx, [subject]);
      const message = `Box ${boxId} has the newest rules by their number, and others by their content: its doors may decide wrongly.`;
      await warnings.keep(tx, [{ ...subject, message }]);
    });

  /** When an epoch was last begun because of a box, by facility. */
  const renewedAt = new Map<FacilityId, number>();

  /** Another epoch begins, unless the head has reached that revision meanwhile. */
  const renew = async ({ facilityId, epoch }: Newest, before: number): Promise<void> => {
    const last = renewedAt.get(facilityId);
    if (last !== undefined && clock.monoMs() - last < RENEWED_AT_MOST_EVERY) return;
    const renewed = await db.write((tx) =>
      snapshotsRepo(tx).renewEpoch(facilityId, { epoch, before, to: randomUUID() }),
    );
    if (!renewed) return;
    renewedAt.set(facilityId, clock.monoMs());
    newest.forget(facilityId);
  };

  /** What the boxes of these facilities go by. */
  const enforcedAtEach = async (tx: Tx, facilityIds: readonly FacilityId[]): Promise<ReadonlyMap<BoxId, Enforced>> => {
    const enforced = new Map<BoxId, Enforced>();
    if (facilityIds.length === 0) return enforced;
    const heads = new Map((await snapshotsRepo(tx).headsAt(facilityIds)).map((head) => [head.facility_id, head]));
    for (const { boxId, facilityId, beacon, receivedAt } of await boxes.beaconsAtEach(tx, facilityIds)) {
      if (beacon.access === undefined) continue;
      const head = heads.get(facilityId);
      const { epoch, revision, hash, ageMs } = beacon.access;
      const newest = head?.epoch === epoch ? head : undefined;
      enforced.set(boxId, {
        revision,
        of: newest?.revision ?? null,
        ageSeconds: Math.round((ageMs + Math.max(0, clock.wallMs() - receivedAt)) / 1_000),
        hashMatches: newest?.revision === revision ? newest.hash === hash : null,
      });
    }
    return enforced;
  };

  return {
    /**
     * Compares what a box has with what there is. One that has more than there is, or something else under the same number,
     * has seen what a restored database has forgotten, or is damaged: the latter is warned of, and in either case another
     * epoch begins, so that every box of the facility reads everything anew.
     */
    beaconArrived: async (boxId: BoxId, { access }: Beacon): Promise<void> => {
      const there = access && (await newest.of(boxId));
      if (access === undefined || there === undefined || access.epoch !== there.epoch) return;
      if (access.revision > there.revision) return renew(there, access.revision);
      if (access.revision < there.revision) return;
      const differs = access.hash !== there.hash;
      if (differing.get(boxId) === differs) return;
      await tell(boxId, there.facilityId, differs);
      differing.set(boxId, differs);
      if (differs) await renew(there, access.revision + 1);
    },

    /** What the boxes of a facility go by. Nothing for one that has nothing yet. */
    enforcedAt: (tx: Tx, facilityId: FacilityId): Promise<ReadonlyMap<BoxId, Enforced>> =>
      enforcedAtEach(tx, [facilityId]),
    /** The same of many facilities. */
    enforcedAtEach,
  };
};
