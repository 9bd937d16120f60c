import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** One where a condition holds, for sums. */
const oneIf = (condition: string) =>
  sql<number>`cast(coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0) as bigint)`;

const ENABLED = 'integration.enabled = 1';
const ENDED = 'integration.enabled = 0 and integration.disabled_at is not null';

/** How organisations and facilities are linked with a partner. */
export const partnerLinksRepo = (tx: Tx) => ({
  /** The facilities where the integration is enabled. */
  enabledPlaces: (partnerId: PartnerId) =>
    tx
      .selectFrom('partner_integration as integration')
      .innerJoin('facility', 'facility.id', 'integration.facility_id')
      .innerJoin('organisation', 'organisation.id', 'facility.org_id')
      .where('integration.partner_id', '=', partnerId)
      .where('integration.enabled', '=', 1)
      .select([
        'facility.id as facilityId',
        'facility.name as facilityName',
        'organisation.id as organisationId',
        'organisation.name as organisationName',
        'integration.linking_identifier as linkingIdentifier',
      ])
      .orderBy('organisation.id')
      .orderBy('facility.id')
      .execute(),

  /** The organisations that the account is opened to, with how many facilities are how. */
  organisations: (partnerId: PartnerId) =>
    tx
      .selectFrom('partner_organisation as link')
      .innerJoin('organisation', 'organisation.id', 'link.org_id')
      .leftJoin('facility', 'facility.org_id', 'link.org_id')
      .leftJoin('partner_integration as integration', (join) =>
        join
          .onRef('integration.facility_id', '=', 'facility.id')
          .onRef('integration.partner_id', '=', 'link.partner_id'),
      )
      .where('link.partner_id', '=', partnerId)
      .groupBy(['organisation.id', 'organisation.name', 'link.since', 'link.withdrawn_at'])
      .select([
        'organisation.id as organisationId',
        'organisation.name as name',
        'link.since as since',
        'link.withdrawn_at as withdrawnAt',
        oneIf('facility.id is not null').as('facilities'),
        oneIf(ENABLED).as('enabled'),
        oneIf(`${ENABLED} and integration.linking_identifier is null`).as('unnamed'),
        oneIf(ENDED).as('ended'),
        // Unknown where any of them was enabled before that was kept.
        sql<
          number | null
        >`case when ${oneIf(`${ENABLED} and integration.enabled_at is null`)} > 0 then null else min(case when ${sql.raw(ENABLED)} then integration.enabled_at end) end`.as(
          'enabledAt',
        ),
        sql<number | null>`max(case when ${sql.raw(ENDED)} then integration.disabled_at end)`.as('endedAt'),
      ])
      .orderBy('organisation.id')
      .execute(),

  /** Those that it was opened to once, those that ended last first. */
  endedOrganisations: (partnerId: PartnerId, limit: number) =>
    tx
      .selectFrom('partner_organisation_ended')
      .where('partner_id', '=', partnerId)
      .select(['org_id as organisationId', 'name', 'ended_at as endedAt'])
      .orderBy('ended_at', 'desc')
      .orderBy('org_id')
      .limit(limit)
      .execute(),

  isConnected: async (partnerId: PartnerId, orgId: OrgId): Promise<boolean> =>
    (await tx
      .selectFrom('partner_organisation')
      .where('partner_id', '=', partnerId)
      .where('org_id', '=', orgId)
      .select('org_id')
      .executeTakeFirst()) !== undefined,

  /** The facilities of an organisation that have enabled the integration, now or once, in the order of their ids. */
  facilities: (
    { partnerId, orgId }: { readonly partnerId: PartnerId; readonly orgId: OrgId },
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
  ) =>
    tx
      .selectFrom('partner_integration as integration')
      .innerJoin('facility', 'facility.id', 'integration.facility_id')
      .where('integration.partner_id', '=', partnerId)
      .where('facility.org_id', '=', orgId)
      .where((eb) => eb.or([eb('integration.enabled', '=', 1), eb('integration.disabled_at', 'is not', null)]))
      .where('facility.id', '>', uncheckedId<FacilityId>(after ?? ''))
      .select([
        'facility.id as facilityId',
        'facility.name as name',
        'integration.enabled as enabled',
        'integration.linking_identifier as linkingIdentifier',
        'integration.enabled_at as enabledAt',
        'integration.disabled_at as disabledAt',
      ])
      .orderBy('facility.id')
      .limit(limit)
      .execute(),

  /** The keys of an account that can be used, with the organisations that each reaches; not those of pages that try. */
  usableKeys: (partnerId: PartnerId, now: number) =>
    tx
      .selectFrom('partner_key as key')
      .leftJoin('partner_key_organisation as reach', 'reach.key_id', 'key.id')
      .where('key.partner_id', '=', partnerId)
      .where('key.session_id', 'is', null)
      .where('key.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
      .select(['key.id as keyId', 'reach.org_id as organisationId'])
      .execute(),
});
