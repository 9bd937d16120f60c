import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AuditDayTable, AuditStatisticsTable } from './audit.tables.ts';

export type AuditDay = Selectable<AuditDayTable>;

export const auditDaysRepo = (tx: Tx) => ({
  /** Nothing happens where the day is sealed already. Resolves with whether this one counts. */
  insert: async (row: Insertable<AuditDayTable>): Promise<boolean> => {
    const added = await tx
      .insertInto('audit_day')
      .values(row)
      .onConflict((conflict) => conflict.column('day').doNothing())
      .executeTakeFirst();
    return Number(added.numInsertedOrUpdatedRows) > 0;
  },

  last: (): Promise<AuditDay | undefined> =>
    tx.selectFrom('audit_day').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst(),

  find: (day: string): Promise<AuditDay | undefined> =>
    tx.selectFrom('audit_day').where('day', '=', day).selectAll().executeTakeFirst(),

  /** All of them, in the order of time: one a day. */
  all: (): Promise<AuditDay[]> => tx.selectFrom('audit_day').selectAll().orderBy('day').execute(),

  /** Gives up the entries of every sealed day through `day`. */
  forgetThrough: (day: string, at: number): Promise<unknown> =>
    tx
      .updateTable('audit_day')
      .set({ forgotten_at: at })
      .where('day', '<=', day)
      .where('forgotten_at', 'is', null)
      .execute(),

  lastForgotten: async (): Promise<string | undefined> =>
    (
      await tx
        .selectFrom('audit_day')
        .where('forgotten_at', 'is not', null)
        .select('day')
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.day,
});

export const auditStatisticsRepo = (tx: Tx) => ({
  find: (name: string): Promise<Selectable<AuditStatisticsTable> | undefined> =>
    tx.selectFrom('audit_statistics').where('name', '=', name).selectAll().executeTakeFirst(),

  put: (row: Insertable<AuditStatisticsTable>): Promise<unknown> =>
    tx
      .insertInto('audit_statistics')
      .values(row)
      .onConflict((c) => c.column('name').doUpdateSet({ made_at: row.made_at, body: row.body }))
      .execute(),

  deleteBefore: (at: number): Promise<unknown> => tx.deleteFrom('audit_statistics').where('made_at', '<', at).execute(),

  names: (limit: number) =>
    tx.selectFrom('audit_statistics').select(['name', 'made_at']).orderBy('name').limit(limit).execute(),
});
