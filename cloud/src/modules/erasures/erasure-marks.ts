import { createHmac } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Database } from '../../db/unit-of-work.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { StoredMemberRef } from '../members/members.module.ts';
import { erasuresRepo } from './erasures.repo.ts';

/** That somebody was erased, as it is written where no backup of the database reaches: whom, only as a keyed hash. */
const ErasureMark = z.strictObject({
  erasureId: z.string(),
  facilityId: z.string(),
  partnerId: z.string(),
  mark: z.string(),
  at: z.int(),
});
export type ErasureMark = z.infer<typeof ErasureMark>;
const List = z.array(ErasureMark);

export interface ErasureMarksDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly objects: ObjectStore;
  /** What members are hashed under. */
  readonly erasureKey: Uint8Array;
  /** For how long backups are kept: as long as marks are. */
  readonly backupsKeptDays: number;
}

/** Lists of older days are removed that far back: a process that was away for longer leaves hashes behind, and no more. */
const REMOVED_BACK_DAYS = 10;
const DAY = Days(1);

const dayOf = (at: number): number => Math.floor(at / DAY) * DAY;
const keyOf = (day: number): string => `erasures/${new Date(day).toISOString().slice(0, 10)}.json`;

/**
 * The lists of who was erased, one a UTC day, in the object store. INVARIANT: whoever writes a list writes all that the database
 * has of the day and all that was in it; so the last of several writers that were at it at once misses nobody whose order
 * was committed before they began.
 */
export const createErasureMarks = ({ db, clock, objects, erasureKey, backupsKeptDays }: ErasureMarksDeps) => {
  const read = async (day: number): Promise<ErasureMark[]> => {
    const bytes = await objects.get(keyOf(day));
    return bytes === undefined ? [] : List.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  };
  const daysBack = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, i) => dayOf(clock.wallMs()) - (from + i) * DAY);

  return {
    /** What a member is called in these lists. */
    hashOf: ({ partnerId, facilityId, memberId }: StoredMemberRef): string =>
      createHmac('sha256', erasureKey)
        .update(JSON.stringify([partnerId, facilityId, memberId]))
        .digest('hex'),

    /** Writes the list of the day of that moment. */
    publish: async (at: number): Promise<void> => {
      const day = dayOf(at);
      const rows = await db.read((tx) => erasuresRepo(tx).orderedWithin(day, day + DAY));
      const list = new Map((await read(day)).map((entry) => [entry.erasureId, entry]));
      for (const row of rows)
        list.set(row.id, {
          erasureId: row.id,
          facilityId: row.facility_id,
          partnerId: row.partner_id,
          mark: row.mark,
          at: Number(row.ordered_at),
        });
      const bytes = Buffer.from(JSON.stringify([...list.values()]));
      await objects.put(keyOf(day), { bytes, type: 'application/json' });
    },

    /** Everybody in the lists whose order the database does not have: it is older than they are. */
    missing: async (): Promise<ErasureMark[]> => {
      const listed = (await Promise.all(daysBack(0, backupsKeptDays + 1).map(read))).flat();
      const known = await db.read((tx) => erasuresRepo(tx).known(listed.map(({ erasureId }) => erasureId)));
      return listed.filter(({ erasureId }) => !known.has(erasureId));
    },

    /** Removes the lists that no backup is as old as. */
    removeOld: async (): Promise<void> => {
      const first = backupsKeptDays + 1;
      for (const day of daysBack(first, first + REMOVED_BACK_DAYS)) await objects.remove(keyOf(day));
    },

    /** From before then no order is needed any more: long after its list is gone. */
    neededSince: (): number => clock.wallMs() - Days(backupsKeptDays + 2 * REMOVED_BACK_DAYS),
  };
};
export type ErasureMarks = ReturnType<typeof createErasureMarks>;
