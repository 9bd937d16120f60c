import type { Insertable } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import type { MemberTable } from './members.tables.ts';

export const membersRepo = (tx: Tx) => ({
  /** Keyed by (partner, facility, member): the same member sent again replaces their names. */
  upsert: (row: Insertable<MemberTable>): Promise<unknown> =>
    tx
      .insertInto('member')
      .values(row)
      .onConflict((c) =>
        c.columns(['partner_id', 'facility_id', 'member_id']).doUpdateSet({
          first_name: row.first_name,
          last_name: row.last_name,
        }),
      )
      .execute(),
});
