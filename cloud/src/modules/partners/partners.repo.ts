import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { PartnerIntegrationTable, PartnerKeyTable, PartnerTable } from './partners.tables.ts';

/** How a request names a facility, by the method its partner is configured with. */
export type FacilityLink =
  | { readonly method: 'facility_id'; readonly value: string }
  | { readonly method: 'linking_identifier'; readonly value: string };

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
      'partner.id as partner_id',
      'partner.name as partner_name',
      'partner.linking_method as linking_method',
      'partner.linking_label as linking_label',
      'partner.rate_limits as rate_limits',
    ]),
);

const facilitiesOf = (tx: Tx, partnerId: string) =>
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
      'integration.enabled as enabled',
      'integration.linking_identifier as linking_identifier',
    ]);
interface LinkOfPartner {
  readonly partnerId: string;
  readonly value: string;
}
const FACILITY_BY = {
  facility_id: prepared((tx, { partnerId, value }: LinkOfPartner) =>
    facilitiesOf(tx, partnerId).where('facility.id', '=', value),
  ),
  linking_identifier: prepared((tx, { partnerId, value }: LinkOfPartner) =>
    facilitiesOf(tx, partnerId).where('integration.linking_identifier', '=', value),
  ),
} as const;

export const partnersRepo = (tx: Tx) => ({
  insertPartner: (row: Insertable<PartnerTable>): Promise<unknown> => tx.insertInto('partner').values(row).execute(),

  connectOrganisation: (partnerId: PartnerId, orgId: OrgId): Promise<unknown> =>
    tx
      .insertInto('partner_organisation')
      .values({ partner_id: partnerId, org_id: orgId })
      .onConflict((c) => c.doNothing())
      .execute(),

  insertKey: (row: Insertable<PartnerKeyTable>): Promise<unknown> => tx.insertInto('partner_key').values(row).execute(),

  /** Keys that begin so and are neither revoked nor expired, with the account each belongs to. */
  usableKeys: (prefix: string, now: number) => usableKeys(tx, { prefix, now }),

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

  /** Gives a key an end, and resolves with what its successor inherits. */
  expireKey: (keyId: string, at: number) =>
    tx
      .updateTable('partner_key')
      .set({ expires_at: at })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returning(['partner_id', 'label', 'type'])
      .executeTakeFirst(),

  touchKey: (keyId: string, at: number): Promise<unknown> =>
    tx.updateTable('partner_key').set({ last_used_at: at }).where('id', '=', keyId).execute(),

  listKeys: (partnerId: PartnerId) =>
    tx
      .selectFrom('partner_key')
      .where('partner_id', '=', partnerId)
      .select(['id', 'label', 'type', 'prefix', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  putIntegration: (row: Insertable<PartnerIntegrationTable>): Promise<unknown> =>
    tx
      .insertInto('partner_integration')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['partner_id', 'facility_id'])
          .doUpdateSet({ enabled: row.enabled, linking_identifier: row.linking_identifier ?? null }),
      )
      .execute(),

  /** The facility a link names, if it lies in an organisation the partner is connected to. */
  findFacility: async (partnerId: PartnerId, { method, value }: FacilityLink) => {
    const [row] = await FACILITY_BY[method](tx, { partnerId, value });
    return row && { id: row.id as FacilityId, enabled: row.enabled === 1, linkingIdentifier: row.linking_identifier };
  },
});
