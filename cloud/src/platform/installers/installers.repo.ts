import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { InstallerInviteTable } from './installers.tables.ts';

export const installersRepo = (tx: Tx) => ({
  /** One that there is already begins anew: with another link, end and name. */
  put: (row: Insertable<InstallerInviteTable>) => {
    const { id: _id, facility_id: _facility, user_id: _user, ...anew } = row;
    return tx
      .insertInto('installer_invite')
      .values(row)
      .onConflict((c) => c.columns(['facility_id', 'user_id']).doUpdateSet(anew))
      .returningAll()
      .executeTakeFirstOrThrow();
  },

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('installer_invite')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  byLink: (linkHash: string) =>
    tx.selectFrom('installer_invite').where('link_hash', '=', linkHash).selectAll().executeTakeFirst(),

  /** The newest first. */
  list: (facilityId: FacilityId, limit: number) =>
    tx
      .selectFrom('installer_invite')
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('invited_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** How many stand, without that of this user. */
  countOpen: async (facilityId: FacilityId, userId: string, now: number): Promise<number> => {
    const { open } = await tx
      .selectFrom('installer_invite')
      .where('facility_id', '=', facilityId)
      .where('user_id', '!=', userId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now)
      .select(({ fn }) => fn.countAll().as('open'))
      .executeTakeFirstOrThrow();
    return Number(open);
  },

  setRevoked: (id: string, at: number): Promise<unknown> =>
    tx
      .updateTable('installer_invite')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute(),

  removeOf: (userId: string): Promise<unknown> =>
    tx.deleteFrom('installer_invite').where('user_id', '=', userId).execute(),

  removeEndedBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('installer_invite')
        .where('id', 'in', (db) =>
          db.selectFrom('installer_invite').where('ends_at', '<', at).orderBy('ends_at').select('id').limit(limit),
        )
        .returning('id')
        .execute()
    ).length,
});
