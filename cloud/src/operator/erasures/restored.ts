import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { ErasureMark, ErasureMarks } from './erasure-marks.ts';
import { erasuresRepo } from './erasures.repo.ts';

type Source = Omit<StoredMemberRef, 'memberId'>;

export interface RestoredDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: { info(detail: unknown, message: string): void };
  readonly marks: Pick<ErasureMarks, 'hashOf' | 'missing'>;
  /** All that together name every member of whom anything is stored: up to `limit` ids after that one. */
  readonly idLists: readonly ((tx: Tx, source: Source, after: string, limit: number) => Promise<string[]>)[];
  /** Carries an order out. Resolves with false where nothing was to be done. */
  readonly carryOut: (ref: StoredMemberRef, order: { id: string; at: number }) => Promise<boolean>;
}

const IDS_AT_ONCE = 1_000;
const ROWS_AT_ONCE = 500;

/** Finds out that the database is older than its objects, and erases again. */
export const createRestored = ({ db, clock, log, marks, idLists, carryOut }: RestoredDeps) => {
  /** Whom these marks of one partner at one facility are about: every id is looked at once, however many marks there are. */
  const idsOf = async (source: Source, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (const idsAfter of idLists)
      for (let after: string | undefined = ''; after !== undefined && found.size < wanted.size; ) {
        const from: string = after;
        const ids: string[] = await db.read((tx) => idsAfter(tx, source, from, IDS_AT_ONCE));
        for (const memberId of ids) {
          const mark = marks.hashOf({ ...source, memberId });
          if (wanted.has(mark)) found.set(mark, memberId);
        }
        after = ids.length < IDS_AT_ONCE ? undefined : ids.at(-1);
      }
    return found;
  };

  /** Records listed erasures of members of whom nothing is stored as done. */
  const noteDone = async (listed: readonly ErasureMark[]): Promise<void> => {
    const done_at = clock.wallMs();
    for (let i = 0; i < listed.length; i += ROWS_AT_ONCE) {
      const rows = listed.slice(i, i + ROWS_AT_ONCE).map(({ erasureId: id, facilityId, partnerId, mark, at }) => {
        return { id, facility_id: facilityId, partner_id: partnerId, mark, ordered_at: at, subject: null, done_at };
      });
      await db.write((tx) => erasuresRepo(tx).insertAll(rows));
    }
  };

  return {
    /**
     * Erases again whoever was erased after the backup was made that this database comes from. Resolves with how many members
     * that were. Throws where lists cannot be read or used, after it has done what the others say.
     */
    eraseRestored: async (): Promise<number> => {
      const { listed, unusable } = await marks.missing();
      const nothing: ErasureMark[] = [];
      let again = 0;
      for (const theirs of Map.groupBy(listed, (one) => JSON.stringify([one.partnerId, one.facilityId])).values()) {
        const [first] = theirs;
        if (first === undefined) continue;
        const source = { partnerId: first.partnerId, facilityId: first.facilityId };
        const ids = await idsOf(source, new Set(theirs.map(({ mark }) => mark)));
        for (const one of theirs) {
          const memberId = ids.get(one.mark);
          const ref = memberId === undefined ? undefined : { ...source, memberId };
          if (ref !== undefined && (await carryOut(ref, { id: one.erasureId, at: one.at }))) again++;
          else nothing.push(one);
        }
      }
      await noteDone(nothing);
      if (again > 0) log.info({ members: again }, 'members of a restored database were erased again');
      if (unusable.length > 0) throw new Error(`lists of erased members cannot be used: ${unusable.join('; ')}`);
      return again;
    },
  };
};
