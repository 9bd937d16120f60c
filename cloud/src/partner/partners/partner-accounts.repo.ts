import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Which accounts there are, and what they are connected to. */
export const partnerAccountsRepo = (tx: Tx) => ({
  /** Notes when that was. One that was not connected stays as it is. */
  disconnectOrganisation: async (partnerId: PartnerId, orgId: OrgId, at: number): Promise<void> => {
    const gone = await tx
      .deleteFrom('partner_organisation')
      .where('partner_id', '=', partnerId)
      .where('org_id', '=', orgId)
      .returning('org_id')
      .execute();
    if (gone.length === 0) return;
    const { name } = await tx
      .selectFrom('organisation')
      .where('id', '=', orgId)
      .select('name')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('partner_organisation_ended')
      .values({ partner_id: partnerId, org_id: orgId, name, ended_at: at })
      .onConflict((c) => c.columns(['partner_id', 'org_id']).doUpdateSet({ name, ended_at: at }))
      .execute();
  },

  /** Takes the account's row lock. */
  lockPartner: (partnerId: PartnerId): Promise<unknown> =>
    tx
      .updateTable('partner')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', partnerId)
      .execute(),

  organisationsOf: (partnerIds: readonly PartnerId[]) =>
    tx.selectFrom('partner_organisation').where('partner_id', 'in', partnerIds).selectAll().orderBy('org_id').execute(),

  /** A facility of the organisation where the integration is enabled. */
  enabledIn: async (partnerId: PartnerId, orgId: OrgId): Promise<string | undefined> =>
    (
      await tx
        .selectFrom('partner_integration as integration')
        .innerJoin('facility', 'facility.id', 'integration.facility_id')
        .where('integration.partner_id', '=', partnerId)
        .where('integration.enabled', '=', 1)
        .where('facility.org_id', '=', orgId)
        .select('facility.id')
        .executeTakeFirst()
    )?.id,

  /** Accounts whose organisations are all within reach, and at least one. */
  listPartners: (
    reach: 'everywhere' | { readonly organisations: readonly OrgId[] },
    { after, limit }: { after: string | undefined; limit: number },
  ) => {
    let query = tx.selectFrom('partner').where('id', '>', uncheckedId<PartnerId>(after ?? ''));
    if (reach !== 'everywhere') {
      const organisations = [uncheckedId<OrgId>(''), ...reach.organisations];
      query = query
        .where('id', 'in', (eb) =>
          eb.selectFrom('partner_organisation').where('org_id', 'in', organisations).select('partner_id'),
        )
        .where('id', 'not in', (eb) =>
          eb.selectFrom('partner_organisation').where('org_id', 'not in', organisations).select('partner_id'),
        );
    }
    return query.selectAll().orderBy('id').limit(limit).execute();
  },

  /** The facilities that a partner may link, in the order of their ids, with how it is set up at each. */
  listPlaces: (partnerId: PartnerId, { after, limit }: { after: string | undefined; limit: number }) =>
    tx
      .selectFrom('facility')
      .innerJoin('partner_organisation as org', 'org.org_id', 'facility.org_id')
      .leftJoin('partner_integration as integration', (join) =>
        join
          .onRef('integration.facility_id', '=', 'facility.id')
          .onRef('integration.partner_id', '=', 'org.partner_id'),
      )
      .where('org.partner_id', '=', partnerId)
      .where('facility.id', '>', uncheckedId<FacilityId>(after ?? ''))
      .select([
        'facility.id',
        'facility.name',
        'facility.org_id',
        'integration.enabled',
        'integration.linking_identifier',
      ])
      .orderBy('facility.id')
      .limit(limit)
      .execute(),

  /** The partners that may link a facility, with how each is set up there. */
  listIntegrations: (facilityId: FacilityId) =>
    tx
      .selectFrom('facility')
      .innerJoin('partner_organisation as org', 'org.org_id', 'facility.org_id')
      .innerJoin('partner', 'partner.id', 'org.partner_id')
      .leftJoin('partner_integration as integration', (join) =>
        join.onRef('integration.partner_id', '=', 'partner.id').onRef('integration.facility_id', '=', 'facility.id'),
      )
      .where('facility.id', '=', facilityId)
      .select([
        'partner.id',
        'partner.name',
        'partner.linking_method',
        'partner.linking_label',
        'partner.prefix',
        'partner.custom_fields',
        'integration.enabled',
        'integration.linking_identifier',
        'integration.custom_values',
      ])
      .orderBy('partner.name')
      .orderBy('partner.id')
      .execute(),
});
