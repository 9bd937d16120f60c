import type { Insertable } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import type { AdminNoteTable } from './admin-notes.tables.ts';

export const adminNotesRepo = (tx: Tx) => ({
  /** The newest first. */
  list: (facilityId: string, limit: number) =>
    tx
      .selectFrom('admin_note')
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('written_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  count: async (facilityId: string): Promise<number> => {
    const { notes } = await tx
      .selectFrom('admin_note')
      .where('facility_id', '=', facilityId)
      .select((eb) => eb.fn.countAll().as('notes'))
      .executeTakeFirstOrThrow();
    return Number(notes);
  },

  insert: (row: Insertable<AdminNoteTable>): Promise<unknown> => tx.insertInto('admin_note').values(row).execute(),

  change: (
    { id, facilityId }: { readonly id: string; readonly facilityId: string },
    change: Pick<AdminNoteTable, 'text' | 'changed_by' | 'changed_at'>,
  ) =>
    tx
      .updateTable('admin_note')
      .set(change)
      .where('id', '=', id)
      .where('facility_id', '=', facilityId)
      .returningAll()
      .executeTakeFirst(),

  remove: async ({ id, facilityId }: { readonly id: string; readonly facilityId: string }): Promise<boolean> => {
    const gone = await tx
      .deleteFrom('admin_note')
      .where('id', '=', id)
      .where('facility_id', '=', facilityId)
      .returning('id')
      .executeTakeFirst();
    return gone !== undefined;
  },
});
