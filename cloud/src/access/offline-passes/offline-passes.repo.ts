import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OutagePassTable } from './offline-passes.tables.ts';

export interface PassOwner {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

/** No member has this id. */
const NOBODY = '';

export const offlinePassesRepo = (tx: Tx) => ({
  insert: (row: Insertable<OutagePassTable>): Promise<unknown> => tx.insertInto('outage_pass').values(row).execute(),

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  findOf: ({ partnerId, facilityId, memberId }: PassOwner, id: string) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  /** The member's passes that are neither revoked nor ended at `atS`, the newest first. */
  standing: ({ partnerId, facilityId, memberId }: PassOwner, atS: number) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .where('until_s', '>', atS)
      .where('revoked_at', 'is', null)
      .selectAll()
      .orderBy('issued_at', 'desc')
      .orderBy('id')
      .execute(),

  ofMember: ({ partnerId, facilityId, memberId }: PassOwner, limit: number) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .select(['id', 'doors', 'from_s', 'until_s', 'uses', 'issued_at', 'revoked_at', 'revoked_why'])
      .orderBy('issued_at', 'desc')
      .limit(limit)
      .execute(),

  /** What boxes are told of a pass stays, until they are told to forget it; whose it was does not. */
  forgetMember: async (
    { partnerId, facilityId, memberId }: PassOwner,
    { until, most }: { readonly until: number; readonly most: number },
  ): Promise<number> => {
    const { numUpdatedRows } = await tx
      .updateTable('outage_pass')
      .set({ member_id: NOBODY, member_hash: '', phone: '' })
      .where('id', 'in', (db) =>
        db
          .selectFrom('outage_pass')
          .where('facility_id', '=', facilityId)
          .where('partner_id', '=', partnerId)
          .where('member_id', '=', memberId)
          .where('issued_at', '<=', until)
          .select('id')
          .limit(most),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },

  /** The same of all members of a partner at a facility: their ids. */
  standingOfPartner: (facilityId: FacilityId, partnerId: PartnerId, atS: number) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('until_s', '>', atS)
      .where('revoked_at', 'is', null)
      .select('id')
      .execute(),

  isStanding: async (facilityId: FacilityId, id: string): Promise<boolean> =>
    (await tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .select('id')
      .executeTakeFirst()) !== undefined,

  /** The reason of the first revocation is kept. */
  revoke: (ids: readonly string[], at: number, why: string): Promise<unknown> =>
    tx
      .updateTable('outage_pass')
      .set({ revoked_at: at, revoked_why: why })
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .execute(),

  /** Standing passes whose facility's access has changed since they were last held against the rules. */
  unreviewed: (atS: number, limit: number) =>
    tx
      .selectFrom('outage_pass as pass')
      .innerJoin('facility_access as facility', 'facility.facility_id', 'pass.facility_id')
      .where('pass.until_s', '>', atS)
      .where('pass.revoked_at', 'is', null)
      .whereRef('pass.checked_version', '!=', 'facility.version')
      .selectAll('pass')
      .orderBy('pass.facility_id')
      .orderBy('pass.id')
      .limit(limit)
      .execute(),

  setReviewed: (id: string, version: number): Promise<unknown> =>
    tx.updateTable('outage_pass').set({ checked_version: version }).where('id', '=', id).execute(),

  /** Revoked passes that had ended before `atS` and that boxes are still told of. */
  overdue: (atS: number, limit: number) =>
    tx
      .selectFrom('outage_pass')
      .where('until_s', '<', atS)
      .where('revoked_at', 'is not', null)
      .where('forgotten', '=', 0)
      .select(['id', 'facility_id'])
      .orderBy('facility_id')
      .limit(limit)
      .execute(),

  setForgotten: (ids: readonly string[]): Promise<unknown> =>
    tx.updateTable('outage_pass').set({ forgotten: 1 }).where('id', 'in', ids).execute(),

  revokedAt: (facilityId: FacilityId) =>
    tx
      .selectFrom('outage_pass')
      .where('facility_id', '=', facilityId)
      .where('revoked_at', 'is not', null)
      .where('forgotten', '=', 0)
      .select('id')
      .execute(),

  removeEndedBefore: async (atS: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('outage_pass')
        .where('id', 'in', (db) =>
          db
            .selectFrom('outage_pass')
            .where('until_s', '<', atS)
            .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('forgotten', '=', 1)]))
            .select('id')
            .limit(limit),
        )
        .returning('id')
        .execute()
    ).length,
});
