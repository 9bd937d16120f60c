import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PageImageTable } from './page-images.tables.ts';

export const pageImagesRepo = (tx: Tx) => ({
  insert: (row: Insertable<PageImageTable>): Promise<unknown> => tx.insertInto('page_image').values(row).execute(),

  setStored: (id: string) =>
    tx.updateTable('page_image').set({ state: 'stored' }).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  usedBy: (user: string, ids: readonly string[]) =>
    tx.selectFrom('page_image').where('id', 'in', ids).where('used_by', '=', user).selectAll().execute(),

  use: (ids: readonly string[], user: string): Promise<unknown> =>
    tx
      .updateTable('page_image')
      .set({ used_by: user })
      .where('id', 'in', ids)
      .where('state', '=', 'stored')
      .where('used_by', 'is', null)
      .execute(),

  /** Those in use whose bytes are these: several owners may have sent the same. */
  bySha256: (sha256: string) =>
    tx.selectFrom('page_image').where('sha256', '=', sha256).where('used_by', 'is not', null).selectAll().execute(),

  /** Whether nobody uses it, and nobody will from now on. */
  giveUp: async (id: string): Promise<boolean> => {
    const row = await tx
      .updateTable('page_image')
      .set({ state: 'removing' })
      .where('id', '=', id)
      .where('used_by', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  remove: (id: string): Promise<unknown> => tx.deleteFrom('page_image').where('id', '=', id).execute(),
});
