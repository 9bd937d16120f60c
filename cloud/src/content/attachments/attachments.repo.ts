import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AgreementAttachmentTable } from './attachments.tables.ts';

export const attachmentsRepo = (tx: Tx) => ({
  insert: (row: Insertable<AgreementAttachmentTable>): Promise<unknown> =>
    tx.insertInto('agreement_attachment').values(row).execute(),

  setStored: (id: string) =>
    tx
      .updateTable('agreement_attachment')
      .set({ state: 'stored' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  find: (id: string) => tx.selectFrom('agreement_attachment').where('id', '=', id).selectAll().executeTakeFirst(),

  usedBy: (user: string, ids: readonly string[]) =>
    tx.selectFrom('agreement_attachment').where('id', 'in', ids).where('used_by', '=', user).selectAll().execute(),

  use: (ids: readonly string[], user: string): Promise<unknown> =>
    tx
      .updateTable('agreement_attachment')
      .set({ used_by: user })
      .where('id', 'in', ids)
      .where('state', '=', 'stored')
      .where('used_by', 'is', null)
      .execute(),

  /** Whether nobody uses it, and nobody will from now on. */
  giveUp: async (id: string): Promise<boolean> => {
    const row = await tx
      .updateTable('agreement_attachment')
      .set({ state: 'removing' })
      .where('id', '=', id)
      .where('used_by', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  remove: (id: string): Promise<unknown> => tx.deleteFrom('agreement_attachment').where('id', '=', id).execute(),
});
