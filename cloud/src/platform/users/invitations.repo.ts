import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RoleInvitationTable } from './users.tables.ts';

export const invitationsRepo = (tx: Tx) => ({
  /** The id that the invitation has: another one where it stood already, which now lasts as long as this. */
  put: async (row: Insertable<RoleInvitationTable>): Promise<string> => {
    const { id } = await tx
      .insertInto('role_invitation')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['user_id', 'role', 'scope', 'scope_id'])
          .doUpdateSet(({ ref }) => ({ inviter_id: ref('excluded.inviter_id'), ends_at: ref('excluded.ends_at') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  forgetEnded: (userId: string, now: number): Promise<unknown> =>
    tx.deleteFrom('role_invitation').where('user_id', '=', userId).where('ends_at', '<=', now).execute(),

  open: (userId: string, now: number, limit: number) =>
    tx
      .selectFrom('role_invitation')
      .where('user_id', '=', userId)
      .where('ends_at', '>', now)
      .selectAll()
      .orderBy('invited_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),

  take: (userId: string, id: string, now: number) =>
    tx
      .deleteFrom('role_invitation')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('ends_at', '>', now)
      .returningAll()
      .executeTakeFirst(),
});
