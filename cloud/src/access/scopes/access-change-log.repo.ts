import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Engine, Tx } from '../../kit/db/unit-of-work.ts';
import { type ChangeKey, rankOf } from './change-key.ts';
import type { SnapshotChangeTable } from './scopes.tables.ts';

/** An existing entry is written again for its row lock: a unit that is taking it is waited for, and the entry is inserted anew. */
const record = preparedForMany((tx, rows: readonly SnapshotChangeTable[]) =>
  tx
    .insertInto('snapshot_change')
    .values(rows)
    .onConflict((c) =>
      c.columns(['facility_id', 'subject']).doUpdateSet((eb) => ({ rank: eb.ref('snapshot_change.rank') })),
    ),
);

/** What has changed since boxes were last told. INVARIANT: an entry is written in the unit of work that makes the change. */
export const accessChangeLogRepo = (tx: Tx) => ({
  record: (facilityId: FacilityId, keys: readonly ChangeKey[], at: number): Promise<unknown> =>
    record(
      tx,
      [...new Set(keys)].sort().map((key) => ({ facility_id: facilityId, subject: key, rank: rankOf(key), at })),
    ),

  /**
   * Removes entries, the most urgent and then the oldest first, except those that a running unit has just written. Until
   * the end of this unit no other can commit a change with one of these keys.
   */
  take: async (facilityId: FacilityId, limit: number, engine: Engine): Promise<ChangeKey[]> => {
    const chosen = await tx
      .selectFrom('snapshot_change')
      .where('facility_id', '=', facilityId)
      .select('subject')
      .orderBy('rank')
      .orderBy('at')
      .limit(limit)
      .$if(engine === 'postgres', (query) => query.modifyEnd(sql`for update skip locked`))
      .execute();
    const keys = chosen.map(({ subject }) => subject);
    if (keys.length > 0)
      await tx
        .deleteFrom('snapshot_change')
        .where('facility_id', '=', facilityId)
        .where('subject', 'in', keys)
        .execute();
    return keys as ChangeKey[];
  },

  remove: (facilityId: FacilityId, keys: readonly ChangeKey[]): Promise<unknown> =>
    tx.deleteFrom('snapshot_change').where('facility_id', '=', facilityId).where('subject', 'in', keys).execute(),

  clear: (facilityId: FacilityId, until: number): Promise<unknown> =>
    tx.deleteFrom('snapshot_change').where('facility_id', '=', facilityId).where('at', '<=', until).execute(),

  facilities: async (): Promise<FacilityId[]> =>
    (await tx.selectFrom('snapshot_change').select('facility_id').distinct().orderBy('facility_id').execute()).map(
      ({ facility_id }) => facility_id,
    ),
});
