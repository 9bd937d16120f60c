import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PasskeyTable, TotpTable } from './sessions.tables.ts';

/** Passkeys, the challenges that they have answered, and authenticators. */
export const secondFactorsRepo = (tx: Tx) => ({
  insertPasskey: async (row: Insertable<PasskeyTable>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkey')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  },

  passkeysOf: (userId: string) =>
    tx.selectFrom('passkey').where('user_id', '=', userId).orderBy('created_at').orderBy('id').selectAll().execute(),

  findByCredential: (credentialId: string) =>
    tx.selectFrom('passkey').where('credential_id', '=', credentialId).selectAll().executeTakeFirst(),

  setPasskeyUsed: async (id: string, counter: number, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('passkey')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  deletePasskey: async (userId: string, id: string): Promise<boolean> => {
    const { numDeletedRows } = await tx
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  deletePasskeysOf: (userId: string): Promise<unknown> =>
    tx.deleteFrom('passkey').where('user_id', '=', userId).execute(),

  /** Whoever adds a passkey of the same user waits until this unit ends. */
  lockPasskeysOf: (userId: string): Promise<unknown> =>
    tx
      .updateTable('passkey')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('user_id', '=', userId)
      .execute(),

  /** Whether nobody has answered it before. */
  claimChallenge: async (hash: string, endsAt: number): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkey_challenge')
      .values({ hash, ends_at: endsAt })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  },

  removeChallengesBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('passkey_challenge')
        .where('hash', 'in', (db) =>
          db.selectFrom('passkey_challenge').where('ends_at', '<', at).orderBy('ends_at').select('hash').limit(limit),
        )
        .returning('hash')
        .execute()
    ).length,

  findTotp: (userId: string) => tx.selectFrom('totp').where('user_id', '=', userId).selectAll().executeTakeFirst(),

  /** In the place of one that was never confirmed. Says whether there is no other. */
  putTotp: async (row: Insertable<TotpTable>): Promise<boolean> => {
    const put = await tx
      .insertInto('totp')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({
            secret_sealed: row.secret_sealed,
            last_step: row.last_step,
            created_at: row.created_at,
            confirmed_at: null,
          })
          .where('totp.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    return put !== undefined;
  },

  /** Whether no code of this step or a later one was taken before. */
  claimStep: async (userId: string, step: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('totp')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  confirmTotp: (userId: string, at: number): Promise<unknown> =>
    tx.updateTable('totp').set({ confirmed_at: at }).where('user_id', '=', userId).execute(),

  deleteTotp: async (userId: string, madeBy: number): Promise<boolean> => {
    const { numDeletedRows } = await tx
      .deleteFrom('totp')
      .where('user_id', '=', userId)
      .where('created_at', '<=', madeBy)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
