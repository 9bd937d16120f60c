import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RetentionSettingTable } from './retention.tables.ts';

export const retentionRepo = (tx: Tx) => ({
  settings: () => tx.selectFrom('retention_setting').selectAll().execute(),

  set: ({ kind, ...to }: Insertable<RetentionSettingTable>): Promise<unknown> =>
    tx
      .insertInto('retention_setting')
      .values({ kind, ...to })
      .onConflict((c) => c.column('kind').doUpdateSet(to))
      .execute(),

  unset: (kind: string): Promise<unknown> => tx.deleteFrom('retention_setting').where('kind', '=', kind).execute(),
});
