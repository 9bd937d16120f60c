import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { DoorEventTable } from './event-search.tables.ts';

const insert = prepared((tx, row: Insertable<DoorEventTable>) =>
  tx
    .insertInto('door_event')
    .values(row)
    .onConflict((c) => c.column('id').doNothing()),
);

/** What is looked for. Times in ms, `from` inclusive and `to` exclusive; what is left out is not asked about. */
export interface EventSearch {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly doorId?: DoorId | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly persons?: readonly number[] | undefined;
  readonly hint?: string | undefined;
}

export const eventSearchRepo = (tx: Tx) => ({
  insert: (row: Insertable<DoorEventTable>): Promise<unknown> => insert(tx, row),

  search: (facilityId: FacilityId, by: EventSearch, after: Position | undefined, limit: number) => {
    let found = tx.selectFrom('door_event').where('facility_id', '=', facilityId).selectAll();
    if (by.from !== undefined) found = found.where('at', '>=', by.from);
    if (by.to !== undefined) found = found.where('at', '<', by.to);
    if (by.doorId !== undefined) found = found.where('door_id', '=', by.doorId);
    if (by.kinds !== undefined) found = found.where('kind', 'in', [...by.kinds]);
    if (by.outcome !== undefined) found = found.where('outcome', '=', by.outcome);
    if (by.persons !== undefined) found = found.where('person', 'in', [...by.persons]);
    // Byte by byte: a database with a collation of a language would find other letters too.
    if (by.hint !== undefined) found = found.where(sql`substr(hint, 1, ${sql.lit(by.hint.length)})`, '=', by.hint);
    if (after !== undefined)
      found = found
        .where('at', '<=', after.at)
        .where((eb) => eb.or([eb('at', '<', after.at), eb('id', '<', after.id)]));
    return found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  removeBefore: async (time: number, most: number): Promise<number> => {
    const old = await tx
      .selectFrom('door_event')
      .where('recorded_at', '<', time)
      .select('id')
      .orderBy('recorded_at')
      .limit(most)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('door_event').where('id', 'in', ids).execute();
    return ids.length;
  },
});
