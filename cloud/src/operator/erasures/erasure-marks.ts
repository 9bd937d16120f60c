import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import type { StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import { erasuresRepo } from './erasures.repo.ts';

/** A record of an erasure in the object store, which database backups do not cover. The member is a keyed hash. */
const ErasureMark = z.strictObject({
  erasureId: z.string(),
  facilityId: z.string().brand<'FacilityId'>(),
  partnerId: z.string().brand<'PartnerId'>(),
  mark: z.string(),
  at: z.int(),
  /** Of all the rest, under the same key: whoever can write objects cannot have anybody erased. */
  seal: z.string(),
});
export type ErasureMark = z.infer<typeof ErasureMark>;
const List = z.array(ErasureMark);

export interface ErasureMarksDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly objects: ObjectStore;
  readonly log: { error(detail: unknown, message: string): void };
  /** What members are hashed under. */
  readonly erasureKey: Uint8Array;
  /** For how long backups are kept: as long as marks are. */
  readonly backupsKeptDays: number;
}

/** Lists of older days are removed that far back: a process that was away for longer leaves hashes behind, and no more. */
const REMOVED_BACK_DAYS = 10;
const DAY = Days(1);

const READ_AT_ONCE = 16;
const IDS_AT_ONCE = 1_000;

/** Members that the database should have erased, and the lists that cannot be read. */
export interface MissingErasures {
  readonly listed: readonly ErasureMark[];
  readonly unusable: readonly string[];
}

const dayOf = (at: number): number => Math.floor(at / DAY) * DAY;
const keyOf = (day: number): string => `erasures/${new Date(day).toISOString().slice(0, 10)}.json`;
const asideOf = (day: number): string => `${keyOf(day)}.damaged`;

/**
 * The lists of who was erased, one a UTC day, in the object store. INVARIANT: whoever writes a list writes all that the database
 * has of the day and all that was in it; so the last of several writers that were at it at once misses nobody whose order
 * was committed before they began.
 */
export const createErasureMarks = (deps: ErasureMarksDeps) => {
  const { db, clock, objects, log, erasureKey, backupsKeptDays } = deps;
  const key = createSecretKey(erasureKey); // Bytes are made a key with every hash, which takes three times as long as hashing.
  const hash = (of: readonly unknown[]): string => createHmac('sha256', key).update(JSON.stringify(of)).digest('hex');
  const sealOf = ({ erasureId, facilityId, partnerId, mark, at }: Omit<ErasureMark, 'seal'>): string =>
    hash([erasureId, facilityId, partnerId, mark, at]);
  const isSealed = (entry: ErasureMark): boolean => {
    const [is, says] = [Buffer.from(sealOf(entry)), Buffer.from(entry.seal)];
    return is.length === says.length && timingSafeEqual(is, says);
  };

  /** `damaged`: there is something that is no list. */
  const read = async (key: string): Promise<{ list: ErasureMark[]; damaged?: Uint8Array }> => {
    const bytes = await objects.get(key);
    if (bytes === undefined) return { list: [] };
    try {
      return { list: List.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))) };
    } catch {
      return { list: [], damaged: bytes };
    }
  };
  const daysBack = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, i) => dayOf(clock.wallMs()) - (from + i) * DAY);

  return {
    /** What a member is called in these lists. */
    hashOf: ({ partnerId, facilityId, memberId }: StoredMemberRef): string => hash([partnerId, facilityId, memberId]),

    /** Writes the list of the day of that moment. */
    publish: async (at: number): Promise<void> => {
      const day = dayOf(at);
      const rows = await db.read((tx) => erasuresRepo(tx).orderedWithin(day, day + DAY));
      const { list, damaged } = await read(keyOf(day));
      if (damaged !== undefined) {
        // Somebody may still read what is in it; the orders that the database has are listed again either way.
        await objects.put(asideOf(day), { bytes: damaged, type: 'application/octet-stream' });
        log.error({ key: keyOf(day) }, 'a list of erased members is damaged: it is kept aside, and written anew');
      }
      const entries = new Map(list.map((entry) => [entry.erasureId, entry]));
      for (const row of rows) {
        const entry = {
          erasureId: row.id,
          facilityId: row.facility_id,
          partnerId: row.partner_id,
          mark: row.mark,
          at: Number(row.ordered_at),
        };
        entries.set(row.id, { ...entry, seal: sealOf(entry) });
      }
      const bytes = Buffer.from(JSON.stringify([...entries.values()]));
      await objects.put(keyOf(day), { bytes, type: 'application/json' });
    },

    /**
     * Everybody in the lists whose order the database does not have: it is older than they are. The earliest first. A list
     * that cannot be used keeps no other from being used.
     */
    missing: async (): Promise<MissingErasures> => {
      const keys = daysBack(0, backupsKeptDays + 1).map(keyOf);
      const listed: ErasureMark[] = [];
      const unusable: string[] = [];
      for (let i = 0; i < keys.length; i += READ_AT_ONCE)
        await Promise.all(
          keys.slice(i, i + READ_AT_ONCE).map(async (key) => {
            const { list, damaged } = await read(key);
            if (damaged !== undefined) unusable.push(`${key} is damaged`);
            const sealed = list.filter(isSealed);
            if (sealed.length < list.length)
              unusable.push(`${list.length - sealed.length} in ${key} are not of this erasure key`);
            listed.push(...sealed);
          }),
        );
      const known = new Set<string>();
      for (let i = 0; i < listed.length; i += IDS_AT_ONCE) {
        const ids = listed.slice(i, i + IDS_AT_ONCE).map(({ erasureId }) => erasureId);
        for (const id of await db.read((tx) => erasuresRepo(tx).known(ids))) known.add(id);
      }
      const unknown = listed.filter(({ erasureId }) => !known.has(erasureId));
      return { listed: unknown.sort((a, b) => a.at - b.at), unusable: unusable.sort() };
    },

    /** Removes the lists that no backup is as old as. */
    removeOld: async (): Promise<void> => {
      const first = backupsKeptDays + 1;
      for (const day of daysBack(first, first + REMOVED_BACK_DAYS))
        for (const key of [keyOf(day), asideOf(day)]) await objects.remove(key);
    },

    /** From before then no order is needed any more: long after its list is gone. */
    neededSince: (): number => clock.wallMs() - Days(backupsKeptDays + 2 * REMOVED_BACK_DAYS),
  };
};
export type ErasureMarks = ReturnType<typeof createErasureMarks>;
