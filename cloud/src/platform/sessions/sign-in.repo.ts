import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { CodePurpose, Realm, SignInCodeTable, SignInLinkTable } from './sessions.tables.ts';

/** Codes, links, and how often somebody asks for them. */
export const signInRepo = (tx: Tx) => ({
  turnsOf: (ofHash: string) =>
    tx.selectFrom('sign_in_turn').where('of_hash', '=', ofHash).select(['slot', 'taken_at']).execute(),

  /** Takes a turn that nobody has had since; of several that try at once, one gets it. */
  claimTurn: async (ofHash: string, slot: number, { now, since }: { now: number; since: number }): Promise<boolean> => {
    const taken = await tx
      .insertInto('sign_in_turn')
      .values({ of_hash: ofHash, slot, taken_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['of_hash', 'slot'])
          .doUpdateSet({ taken_at: now })
          .where('sign_in_turn.taken_at', '<=', since),
      )
      .returning('slot')
      .executeTakeFirst();
    return taken !== undefined;
  },

  endCodesOf: (realm: CodePurpose, subjectHash: string, at: number): Promise<unknown> =>
    tx
      .updateTable('sign_in_code')
      .set({ ends_at: at })
      .where('realm', '=', realm)
      .where('subject_hash', '=', subjectHash)
      .where('ends_at', '>', at)
      .execute(),

  insertCode: (row: Insertable<SignInCodeTable>): Promise<unknown> =>
    tx.insertInto('sign_in_code').values(row).execute(),

  findCode: (id: string) => tx.selectFrom('sign_in_code').where('id', '=', id).selectAll().executeTakeFirst(),

  /** Claims one of the tries of the code that this browser has asked for; nothing where there is none left. */
  claimTry: (
    of: { readonly realm: CodePurpose; readonly subjectHash: string; readonly browserHash: string },
    { now, most }: { readonly now: number; readonly most: number },
  ) =>
    tx
      .updateTable('sign_in_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('realm', '=', of.realm)
      .where('subject_hash', '=', of.subjectHash)
      .where('browser_hash', '=', of.browserHash)
      .where('used_at', 'is', null)
      .where('ends_at', '>', now)
      .where('tries', '<', most)
      .returning(['id', 'code_hash', 'tries'])
      .executeTakeFirst(),

  setCodeUsed: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('sign_in_code').set({ used_at: at, ends_at: at }).where('id', '=', id).execute(),

  insertLink: (row: Insertable<SignInLinkTable>): Promise<unknown> =>
    tx.insertInto('sign_in_link').values(row).execute(),

  /** Whose link this is, if it was not used yet: now it is. */
  claimLink: async (realm: Realm, hash: string, now: number): Promise<string | undefined> => {
    const claimed = await tx
      .updateTable('sign_in_link')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('realm', '=', realm)
      .where('used_at', 'is', null)
      .where('ends_at', '>', now)
      .returning('subject_id')
      .executeTakeFirst();
    return claimed?.subject_id;
  },

  endLinksOf: (of: { readonly realm: Realm; readonly subjectId: string }, at: number): Promise<unknown> =>
    tx
      .updateTable('sign_in_link')
      .set({ ends_at: at })
      .where('realm', '=', of.realm)
      .where('subject_id', '=', of.subjectId)
      .where('used_at', 'is', null)
      .where('ends_at', '>', at)
      .execute(),

  removeCodesBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('sign_in_code')
        .where('id', 'in', (db) =>
          db.selectFrom('sign_in_code').where('created_at', '<', at).orderBy('created_at').select('id').limit(limit),
        )
        .returning('id')
        .execute()
    ).length,

  removeLinksBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('sign_in_link')
        .where('hash', 'in', (db) =>
          db.selectFrom('sign_in_link').where('created_at', '<', at).orderBy('created_at').select('hash').limit(limit),
        )
        .returning('hash')
        .execute()
    ).length,

  /** Turns that were not taken since. */
  removeTurnsBefore: async (at: number, limit: number): Promise<number> => {
    const old = await tx
      .selectFrom('sign_in_turn')
      .where('taken_at', '<', at)
      .orderBy('taken_at')
      .select(['of_hash', 'slot'])
      .limit(limit)
      .execute();
    for (const { of_hash, slot } of old)
      await tx
        .deleteFrom('sign_in_turn')
        .where('of_hash', '=', of_hash)
        .where('slot', '=', slot)
        .where('taken_at', '<', at)
        .execute();
    return old.length;
  },
});
