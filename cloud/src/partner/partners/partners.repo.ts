import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Updateable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnerKeyTable, PartnerTable } from './partners.tables.ts';

/** How a request names a facility, by the method its partner is configured with. */
export type FacilityLink =
  | { readonly method: 'facility_id'; readonly value: string }
  | { readonly method: 'linking_identifier'; readonly value: string };

interface NewIntegration {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly enabled: boolean;
  /** Where it was not so before: when it became so. */
  readonly changedAt: number | undefined;
  /** Nothing leaves a stored one as it is. */
  readonly linkingIdentifier: string | null | undefined;
  readonly customFields: Readonly<Record<string, string>> | undefined;
}

const usableKeys = prepared((tx, { prefix, now }: { prefix: string; now: number }) =>
  tx
    .selectFrom('partner_key as key')
    .innerJoin('partner', 'partner.id', 'key.partner_id')
    .where('key.prefix', '=', prefix)
    .where('key.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
    .select([
      'key.id as key_id',
      'key.type as key_type',
      'key.hash as hash',
      'key.session_id as session_id',
      'partner.id as partner_id',
      'partner.name as partner_name',
      'partner.linking_method as linking_method',
      'partner.linking_label as linking_label',
      'partner.rate_limits as rate_limits',
    ]),
);

const facilitiesOf = (tx: Tx, partnerId: PartnerId) =>
  tx
    .selectFrom('facility')
    .innerJoin('partner_organisation as org', (join) =>
      join.onRef('org.org_id', '=', 'facility.org_id').on('org.partner_id', '=', partnerId),
    )
    .leftJoin('partner_integration as integration', (join) =>
      join.onRef('integration.facility_id', '=', 'facility.id').on('integration.partner_id', '=', partnerId),
    )
    .select([
      'facility.id as id',
      'facility.org_id as org_id',
      'integration.enabled as enabled',
      'integration.linking_identifier as linking_identifier',
    ]);
interface LinkOfPartner {
  readonly partnerId: PartnerId;
  readonly value: string;
}
interface LinkOfKey extends LinkOfPartner {
  readonly keyId: string;
}
const reachedFacilitiesOf = (tx: Tx, { partnerId, keyId }: LinkOfKey) =>
  facilitiesOf(tx, partnerId).innerJoin('partner_key_organisation as reach', (join) =>
    join.onRef('reach.org_id', '=', 'facility.org_id').on('reach.key_id', '=', keyId),
  );
const FACILITY_BY = {
  facility_id: prepared((tx, link: LinkOfKey) =>
    reachedFacilitiesOf(tx, link).where('facility.id', '=', uncheckedId<FacilityId>(link.value)),
  ),
  linking_identifier: prepared((tx, link: LinkOfKey) =>
    reachedFacilitiesOf(tx, link).where('integration.linking_identifier', '=', link.value),
  ),
} as const;
const linkable = prepared((tx, { partnerId, value }: LinkOfPartner) =>
  facilitiesOf(tx, partnerId).where('facility.id', '=', uncheckedId<FacilityId>(value)),
);

export const partnersRepo = (tx: Tx) => ({
  insertPartner: (row: Insertable<PartnerTable>): Promise<unknown> => tx.insertInto('partner').values(row).execute(),

  /** One that is connected already stays so since it was. */
  connectOrganisation: async (partnerId: PartnerId, orgId: OrgId, since: number): Promise<void> => {
    await tx
      .insertInto('partner_organisation')
      .values({ partner_id: partnerId, org_id: orgId, since })
      .onConflict((c) => c.doNothing())
      .execute();
    await tx
      .deleteFrom('partner_organisation_ended')
      .where('partner_id', '=', partnerId)
      .where('org_id', '=', orgId)
      .execute();
  },

  insertKey: (row: Insertable<PartnerKeyTable>): Promise<unknown> => tx.insertInto('partner_key').values(row).execute(),

  /** Keys that begin so and are neither revoked nor expired, with the account each belongs to. */
  usableKeys: (prefix: string, now: number) => usableKeys(tx, { prefix, now }),

  /** Those that have ended too: nobody gets in by this. */
  everyKey: (prefix: string) =>
    tx.selectFrom('partner_key').where('prefix', '=', prefix).select(['id', 'partner_id', 'hash']).execute(),

  /** Revokes now. Resolves with whether there was such a key to revoke. */
  revokeKey: async (keyId: string, now: number): Promise<boolean> => {
    const row = await tx
      .updateTable('partner_key')
      .set({ revoked_at: now })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Gives a usable key an end, unless it has an earlier one, and resolves with what its successor inherits. */
  expireKey: (keyId: string, { now, at }: { now: number; at: number }) =>
    tx
      .updateTable('partner_key')
      .set((eb) => ({ expires_at: eb.case().when('expires_at', '<', at).then(eb.ref('expires_at')).else(at).end() }))
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .where('session_id', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .returning(['partner_id', 'label', 'type', 'made_by'])
      .executeTakeFirst(),

  /** The latest use counts, whichever replica saw it. */
  touchKey: (keyId: string, at: number, from: string | undefined): Promise<unknown> =>
    tx
      .updateTable('partner_key')
      .set({ last_used_at: at, ...(from !== undefined && { last_used_from: from }) })
      .where('id', '=', keyId)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute(),

  listKeys: (partnerId: PartnerId) =>
    tx
      .selectFrom('partner_key')
      .where('partner_id', '=', partnerId)
      .select([
        'id',
        'label',
        'type',
        'prefix',
        'created_at',
        'last_used_at',
        'last_used_from',
        'expires_at',
        'revoked_at',
        'session_id',
      ])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  findPartner: (partnerId: PartnerId) =>
    tx.selectFrom('partner').where('id', '=', partnerId).selectAll().executeTakeFirst(),

  /** Resolves with whether there is such a partner. */
  updatePartner: async (partnerId: PartnerId, set: Updateable<PartnerTable>): Promise<boolean> => {
    const row = await tx.updateTable('partner').set(set).where('id', '=', partnerId).returning('id').executeTakeFirst();
    return row !== undefined;
  },

  /** Whether the facility lies in an organisation that the partner is connected to. */
  mayLink: async (partnerId: PartnerId, facilityId: FacilityId): Promise<boolean> => {
    const [row] = await linkable(tx, { partnerId, value: facilityId });
    return row !== undefined;
  },

  /** Locks the integration, made up disabled where there was none; resolves with how it stands. */
  holdIntegration: async (partnerId: PartnerId, facilityId: FacilityId) => {
    const { enabled, linking_identifier } = await tx
      .insertInto('partner_integration')
      .values({ partner_id: partnerId, facility_id: facilityId, enabled: 0, linking_identifier: null })
      .onConflict((c) =>
        c
          .columns(['partner_id', 'facility_id'])
          .doUpdateSet((eb) => ({ enabled: eb.ref('partner_integration.enabled') })),
      )
      .returning(['enabled', 'linking_identifier'])
      .executeTakeFirstOrThrow();
    return { enabled: enabled === 1, linkingIdentifier: linking_identifier };
  },

  updateIntegration: ({
    partnerId,
    facilityId,
    enabled,
    changedAt,
    linkingIdentifier,
    customFields,
  }: NewIntegration): Promise<unknown> =>
    tx
      .updateTable('partner_integration')
      .set({
        enabled: enabled ? 1 : 0,
        ...(changedAt !== undefined && (enabled ? { enabled_at: changedAt } : { disabled_at: changedAt })),
        ...(linkingIdentifier === undefined ? {} : { linking_identifier: linkingIdentifier }),
        ...(customFields === undefined ? {} : { custom_values: JSON.stringify(customFields) }),
      })
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .execute(),

  /** The partners that are enabled at a facility and not connected to this organisation. */
  strangersTo: (facilityId: FacilityId, orgId: OrgId) =>
    tx
      .selectFrom('partner_integration as integration')
      .innerJoin('partner', 'partner.id', 'integration.partner_id')
      .leftJoin('partner_organisation as link', (join) =>
        join.onRef('link.partner_id', '=', 'partner.id').on('link.org_id', '=', orgId),
      )
      .where('integration.facility_id', '=', facilityId)
      .where('integration.enabled', '=', 1)
      .where('link.org_id', 'is', null)
      .select(['partner.id', 'partner.name'])
      .orderBy('partner.name')
      .execute(),

  /** The facility a link names, if it lies in an organisation the partner is connected to and its key reaches. */
  findFacility: async (
    by: { readonly partnerId: PartnerId; readonly keyId: string },
    { method, value }: FacilityLink,
  ) => {
    const [row] = await FACILITY_BY[method](tx, { partnerId: by.partnerId, keyId: by.keyId, value });
    if (row === undefined) return undefined;
    return {
      id: row.id,
      enabled: row.enabled === 1,
      linkingIdentifier: row.linking_identifier,
      /** For the audit. */
      place: { realm: row.org_id, site: row.id },
    };
  },
});
