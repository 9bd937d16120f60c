import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DeskPinTable, DeskTable } from './sessions.tables.ts';

/** More people than a reception has. */
const PEOPLE_MAX = 100;

export const desksRepo = (tx: Tx) => ({
  insert: (row: Insertable<DeskTable>): Promise<unknown> => tx.insertInto('desk').values(row).execute(),

  byHash: (hash: string) =>
    tx.selectFrom('desk').where('hash', '=', hash).where('revoked_at', 'is', null).selectAll().executeTakeFirst(),

  find: (id: string) =>
    tx.selectFrom('desk').where('id', '=', id).where('revoked_at', 'is', null).selectAll().executeTakeFirst(),

  list: (facilityId: FacilityId) =>
    tx
      .selectFrom('desk')
      .where('facility_id', '=', facilityId)
      .where('revoked_at', 'is', null)
      .selectAll()
      .orderBy('enrolled_at')
      .orderBy('id')
      .execute(),

  /** Whether there was such a desk. */
  revoke: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('desk')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** Ends what was begun at a desk. Resolves with the sessions' ids. */
  endSessionsAt: async (deskId: string, at: number): Promise<string[]> =>
    (
      await tx
        .updateTable('console_session')
        .set({ revoked_at: at, ends_at: at })
        .where('desk_id', '=', deskId)
        .where('revoked_at', 'is', null)
        .where('ends_at', '>', at)
        .returning('id')
        .execute()
    ).map(({ id }) => id),

  pin: (userId: string) => tx.selectFrom('desk_pin').where('user_id', '=', userId).selectAll().executeTakeFirst(),

  putPin: (row: Insertable<DeskPinTable>): Promise<unknown> =>
    tx
      .insertInto('desk_pin')
      .values(row)
      .onConflict((c) => c.column('user_id').doUpdateSet({ salt: row.salt, key: row.key, set_at: row.set_at }))
      .execute(),

  /** The PIN, if it is not newer than that. */
  removePin: async (userId: string, setBy: number): Promise<boolean> => {
    const { numDeletedRows } = await tx
      .deleteFrom('desk_pin')
      .where('user_id', '=', userId)
      .where('set_at', '<=', setBy)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  /** Who has a PIN and holds something at this facility or in its organisation. */
  peopleAt: (facilityId: FacilityId, organisationId: OrgId) =>
    tx
      .selectFrom('desk_pin')
      .innerJoin('platform_user as holder', 'holder.id', 'desk_pin.user_id')
      .where('holder.deleted_at', 'is', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('role_grant')
            .whereRef('role_grant.user_id', '=', 'holder.id')
            .where('role_grant.scope_id', 'in', [facilityId, organisationId])
            .select('role_grant.user_id'),
        ),
      )
      .select(['holder.id', 'holder.first_name', 'holder.last_name'])
      .orderBy('holder.first_name')
      .orderBy('holder.id')
      .limit(PEOPLE_MAX)
      .execute(),
});
