import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MailTable } from './mail.tables.ts';

export const mailRepo = (tx: Tx) => ({
  insert: (row: Insertable<MailTable>): Promise<unknown> => tx.insertInto('mail').values(row).execute(),

  find: (id: string) => tx.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirst(),

  /** The newest first, those before `before` where that is given; without their bodies. */
  list: (limit: number, before?: { readonly at: number; readonly id: string }) =>
    tx
      .selectFrom('mail')
      .select(['id', 'recipient', 'subject', 'state', 'attempts', 'last_error', 'sensitive'])
      .select(['created_at', 'tried_at', 'sent_at'])
      .$if(before !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('created_at', '<', before?.at ?? 0),
            eb.and([eb('created_at', '=', before?.at ?? 0), eb('id', '<', before?.id ?? '')]),
          ]),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** Claims an attempt: `undefined` where there is nothing left to send. */
  beginAttempt: (id: string, at: number) =>
    tx
      .updateTable('mail')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), tried_at: at }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst(),

  setSent: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('mail').set({ state: 'sent', sent_at: at, last_error: null }).where('id', '=', id).execute(),

  setFailed: (id: string, state: 'queued' | 'refused', why: string): Promise<unknown> =>
    tx.updateTable('mail').set({ state, last_error: why }).where('id', '=', id).where('state', '=', 'queued').execute(),

  removeBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('mail')
        .where('id', 'in', (db) =>
          db.selectFrom('mail').where('created_at', '<', at).orderBy('created_at').select('id').limit(limit),
        )
        .returning('id')
        .execute()
    ).length,
});
