import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RestoreDifferenceTable } from './restores.tables.ts';

export const restoresRepo = (tx: Tx) => ({
  /** One that is open already stays as it was found first, in newer words. */
  put: (row: Insertable<RestoreDifferenceTable>): Promise<unknown> =>
    tx
      .insertInto('restore_difference')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['facility_id', 'kind', 'subject'])
          .where('confirmed_at', 'is', null)
          .doUpdateSet({ message: row.message }),
      )
      .execute(),

  /** The newest first. */
  list: (facilityId: FacilityId, which: 'open' | 'all', limit: number) => {
    let own = tx.selectFrom('restore_difference').where('facility_id', '=', facilityId).selectAll();
    if (which === 'open') own = own.where('confirmed_at', 'is', null);
    return own.orderBy('found_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('restore_difference')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  /** `undefined` where somebody else was first. */
  confirm: (id: string, by: string, at: number) =>
    tx
      .updateTable('restore_difference')
      .set({ confirmed_by: by, confirmed_at: at })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),

  remove: (facilityId: FacilityId, kind: string, subject: string): Promise<unknown> =>
    tx
      .deleteFrom('restore_difference')
      .where('facility_id', '=', facilityId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('confirmed_at', 'is', null)
      .execute(),

  /** As if it had never been found, nor confirmed. */
  forget: (facilityId: FacilityId, kind: string, subject: string): Promise<unknown> =>
    tx
      .deleteFrom('restore_difference')
      .where('facility_id', '=', facilityId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute(),

  /** `undefined` where it was never found. */
  stateOf: async (facilityId: FacilityId, kind: string, subject: string): Promise<'open' | 'confirmed' | undefined> => {
    const rows = await tx
      .selectFrom('restore_difference')
      .where('facility_id', '=', facilityId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .select('confirmed_at')
      .execute();
    if (rows.length === 0) return undefined;
    return rows.some(({ confirmed_at }) => confirmed_at !== null) ? 'confirmed' : 'open';
  },

  areOpen: async (facilityId: FacilityId): Promise<boolean> =>
    (await tx
      .selectFrom('restore_difference')
      .where('facility_id', '=', facilityId)
      .where('confirmed_at', 'is', null)
      .select('id')
      .limit(1)
      .executeTakeFirst()) !== undefined,
});
