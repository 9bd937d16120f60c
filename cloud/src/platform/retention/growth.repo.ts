import { sql } from 'kysely';
import type { Engine, Tx } from '../../kit/db/unit-of-work.ts';

const SIZE: Readonly<Record<Engine, string>> = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  postgres: 'select pg_database_size(current_database()) as bytes',
};

export const growthRepo = (tx: Tx) => ({
  /** Bytes of the whole database, as it lies on the disk. */
  size: async (engine: Engine): Promise<number> => {
    const { rows } = await sql.raw<{ bytes: number | string }>(SIZE[engine]).execute(tx);
    return Number(rows[0]?.bytes ?? 0);
  },

  add: (at: number, bytes: number) =>
    tx
      .insertInto('database_size')
      .values({ at, bytes })
      .onConflict((conflict) => conflict.column('at').doNothing())
      .execute(),

  /** The oldest first. */
  list: () => tx.selectFrom('database_size').selectAll().orderBy('at').execute(),

  forgetBefore: (at: number) => tx.deleteFrom('database_size').where('at', '<', at).execute(),
});
