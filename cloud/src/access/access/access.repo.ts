import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessGrantTable, FacilityPersonTable, PersonMemberTable, PlanZoneTable } from './access.tables.ts';

type PersonFlag = 'banned' | 'disabled' | 'blocked' | 'extended';

/** A member as one partner knows them at one facility. */
export interface MemberRef {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

export const accessRepo = (tx: Tx) => ({
  insertPerson: (row: Insertable<FacilityPersonTable>): Promise<unknown> =>
    tx.insertInto('facility_person').values(row).execute(),

  updatePerson: (facilityId: FacilityId, id: string, to: Partial<Omit<FacilityPersonTable, 'id' | 'facility_id'>>) =>
    tx
      .updateTable('facility_person')
      .set(to)
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),

  findPerson: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('facility_person')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  /** The person whom staff have linked this member to. */
  personOf: ({ partnerId, facilityId, memberId }: MemberRef) =>
    tx
      .selectFrom('person_member as link')
      .innerJoin('facility_person as person', 'person.id', 'link.person_id')
      .where('link.partner_id', '=', partnerId)
      .where('link.facility_id', '=', facilityId)
      .where('link.member_id', '=', memberId)
      .selectAll('person')
      .executeTakeFirst(),

  /** Links a member unless it is linked. Resolves with whether it was. */
  link: async (row: PersonMemberTable): Promise<boolean> =>
    (
      await tx
        .insertInto('person_member')
        .values(row)
        .onConflict((c) => c.columns(['partner_id', 'facility_id', 'member_id']).doNothing())
        .returning('person_id')
        .execute()
    ).length > 0,

  unlink: ({ partnerId, facilityId, memberId }: MemberRef): Promise<unknown> =>
    tx
      .deleteFrom('person_member')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', '=', memberId)
      .execute(),

  membersOf: async (personId: string): Promise<MemberRef[]> => {
    const rows = await tx
      .selectFrom('person_member')
      .where('person_id', '=', personId)
      .select(['partner_id', 'facility_id', 'member_id'])
      .orderBy('partner_id')
      .orderBy('member_id')
      .execute();
    return rows.map((row) => ({
      partnerId: row.partner_id,
      facilityId: row.facility_id,
      memberId: row.member_id,
    }));
  },

  /** The members of a partner whom staff have linked to a person. */
  linkedMembers: async (partnerId: PartnerId, facilityId: FacilityId): Promise<string[]> =>
    (
      await tx
        .selectFrom('person_member')
        .where('partner_id', '=', partnerId)
        .where('facility_id', '=', facilityId)
        .select('member_id')
        .execute()
    ).map(({ member_id }) => member_id),

  linkedAfter: (partnerId: PartnerId, facilityId: FacilityId, after: string, limit: number): Promise<string[]> =>
    memberIdsAfter(tx, 'person_member', { partnerId, facilityId }, after, limit),

  insertGrant: (row: Insertable<AccessGrantTable>): Promise<unknown> =>
    tx.insertInto('access_grant').values(row).execute(),

  removeGrant: (facilityId: FacilityId, id: string) =>
    tx
      .deleteFrom('access_grant')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .returning('person_id')
      .executeTakeFirst(),

  removeGrantsOf: async (personId: string): Promise<number> =>
    (await tx.deleteFrom('access_grant').where('person_id', '=', personId).returning('id').execute()).length,

  /** A person without links, grants and credentials. */
  removePerson: (facilityId: FacilityId, id: string): Promise<unknown> =>
    tx.deleteFrom('facility_person').where('facility_id', '=', facilityId).where('id', '=', id).execute(),

  grantsOf: (personId: string) =>
    tx.selectFrom('access_grant').where('person_id', '=', personId).selectAll().orderBy('id').execute(),

  listGrants: (
    facilityId: FacilityId,
    { personId, after, limit }: { personId: string | undefined; after: string | undefined; limit: number },
  ) =>
    tx
      .selectFrom('access_grant')
      .where('facility_id', '=', facilityId)
      .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
      .where('id', '>', after ?? '')
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .execute(),

  listPeople: (
    facilityId: FacilityId,
    { flag, after, limit }: { flag: PersonFlag | undefined; after: string | undefined; limit: number },
  ) =>
    tx
      .selectFrom('facility_person')
      .where('facility_id', '=', facilityId)
      .$if(flag !== undefined, (query) => query.where(flag ?? 'banned', '=', 1))
      .where('id', '>', after ?? '')
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Of many at once. */
  peopleAmong: (facilityId: FacilityId, ids: readonly string[]) =>
    tx.selectFrom('facility_person').where('facility_id', '=', facilityId).where('id', 'in', ids).selectAll().execute(),

  grantsAmong: (personIds: readonly string[]) =>
    tx.selectFrom('access_grant').where('person_id', 'in', personIds).selectAll().orderBy('id').execute(),

  linksAmong: (personIds: readonly string[]) =>
    tx
      .selectFrom('person_member')
      .where('person_id', 'in', personIds)
      .selectAll()
      .orderBy('partner_id')
      .orderBy('member_id')
      .execute(),

  /** The people whom these members of one partner are linked to. */
  linksOf: (partnerId: PartnerId, facilityId: FacilityId, memberIds: readonly string[]) =>
    tx
      .selectFrom('person_member')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', 'in', memberIds)
      .select(['member_id', 'person_id'])
      .execute(),

  /** Up to `limit` ids of people of a facility, in their order, after `after`. */
  peopleAfter: async (facilityId: FacilityId, after: string, limit: number): Promise<string[]> => {
    const rows = await tx
      .selectFrom('facility_person')
      .where('facility_id', '=', facilityId)
      .where('id', '>', after)
      .select('id')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  },

  putPlanZone: (row: PlanZoneTable): Promise<unknown> =>
    tx
      .insertInto('plan_zone')
      .values(row)
      .onConflict((c) => c.columns(['facility_id', 'partner_id', 'name']).doUpdateSet({ target: row.target }))
      .execute(),

  removePlanZone: ({ facility_id, partner_id, name }: Omit<PlanZoneTable, 'target'>): Promise<unknown> =>
    tx
      .deleteFrom('plan_zone')
      .where('facility_id', '=', facility_id)
      .where('partner_id', '=', partner_id)
      .where('name', '=', name)
      .execute(),

  /** A plan zone, or whose grant, points at this access scope. */
  namesScope: async (facilityId: FacilityId, scopeId: string) => {
    const zone = await tx
      .selectFrom('plan_zone')
      .where('facility_id', '=', facilityId)
      .where('target', 'like', `%"${scopeId}"%`)
      .select('name')
      .executeTakeFirst();
    const grant = await tx
      .selectFrom('access_grant')
      .where('facility_id', '=', facilityId)
      .where('target', 'like', `%"${scopeId}"%`)
      .select(['id', 'person_id'])
      .executeTakeFirst();
    return { zone, grant };
  },

  planZonesOf: (facilityId: FacilityId) =>
    tx
      .selectFrom('plan_zone')
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('partner_id')
      .orderBy('name')
      .execute(),

  putPolicy: (facilityId: FacilityId, policy: string): Promise<unknown> =>
    tx
      .insertInto('access_policy')
      .values({ facility_id: facilityId, policy })
      .onConflict((c) => c.column('facility_id').doUpdateSet({ policy }))
      .execute(),

  findPolicy: (facilityId: FacilityId) =>
    tx.selectFrom('access_policy').where('facility_id', '=', facilityId).select('policy').executeTakeFirst(),
});
