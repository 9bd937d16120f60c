import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Engine, Tx } from '../../kit/db/unit-of-work.ts';
import type { SnapshotChangeTable } from './scopes.tables.ts';
import { rankOf, type Subject } from './subject.ts';

/** A mark that stands already is written again, for its row lock: whoever has taken it is waited for, and it is set anew. */
const mark = preparedForMany((tx, rows: readonly SnapshotChangeTable[]) =>
  tx
    .insertInto('snapshot_change')
    .values(rows)
    .onConflict((c) =>
      c.columns(['facility_id', 'subject']).doUpdateSet((eb) => ({ rank: eb.ref('snapshot_change.rank') })),
    ),
);

/** What has changed since boxes were last told. INVARIANT: a mark is written in the unit of the change that it is about. */
export const changesRepo = (tx: Tx) => ({
  mark: (facilityId: FacilityId, subjects: readonly Subject[], at: number): Promise<unknown> =>
    mark(
      tx,
      [...new Set(subjects)].sort().map((subject) => ({ facility_id: facilityId, subject, rank: rankOf(subject), at })),
    ),

  /**
   * Takes marks away, the most urgent and then the oldest first, but none that a unit which still runs has just written.
   * From here to the end of this unit nobody can commit a change of what they are about.
   */
  take: async (facilityId: FacilityId, limit: number, engine: Engine): Promise<Subject[]> => {
    const chosen = await tx
      .selectFrom('snapshot_change')
      .where('facility_id', '=', facilityId)
      .select('subject')
      .orderBy('rank')
      .orderBy('at')
      .limit(limit)
      .$if(engine === 'postgres', (query) => query.modifyEnd(sql`for update skip locked`))
      .execute();
    const subjects = chosen.map(({ subject }) => subject);
    if (subjects.length > 0)
      await tx
        .deleteFrom('snapshot_change')
        .where('facility_id', '=', facilityId)
        .where('subject', 'in', subjects)
        .execute();
    return subjects as Subject[];
  },

  remove: (facilityId: FacilityId, subjects: readonly Subject[]): Promise<unknown> =>
    tx.deleteFrom('snapshot_change').where('facility_id', '=', facilityId).where('subject', 'in', subjects).execute(),

  clear: (facilityId: FacilityId, until: number): Promise<unknown> =>
    tx.deleteFrom('snapshot_change').where('facility_id', '=', facilityId).where('at', '<=', until).execute(),

  facilities: async (): Promise<FacilityId[]> =>
    (await tx.selectFrom('snapshot_change').select('facility_id').distinct().orderBy('facility_id').execute()).map(
      ({ facility_id }) => facility_id,
    ),
});
