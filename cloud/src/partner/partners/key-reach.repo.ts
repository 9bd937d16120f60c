import type { OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnerKeyOrganisationTable } from './partners.tables.ts';

/** Which organisations each key reaches. */
export const keyReachRepo = (tx: Tx) => ({
  organisationsOf: async (partnerId: PartnerId): Promise<OrgId[]> => {
    const rows = await tx
      .selectFrom('partner_organisation')
      .where('partner_id', '=', partnerId)
      .select('org_id')
      .orderBy('org_id')
      .execute();
    return rows.map(({ org_id }) => org_id);
  },

  /** An organisation that the key reaches already stays as it was given. */
  add: async (rows: readonly Insertable<PartnerKeyOrganisationTable>[]): Promise<void> => {
    if (rows.length === 0) return;
    await tx
      .insertInto('partner_key_organisation')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute();
  },

  of: (keyIds: readonly string[]) =>
    tx.selectFrom('partner_key_organisation').where('key_id', 'in', keyIds).selectAll().orderBy('org_id').execute(),

  remove: (keyId: string, orgId: OrgId): Promise<unknown> =>
    tx.deleteFrom('partner_key_organisation').where('key_id', '=', keyId).where('org_id', '=', orgId).execute(),

  /** When an admin of these last took a consent back, or that none has been taken back since one was given. */
  setWithdrawn: async (partnerId: PartnerId, orgIds: readonly OrgId[], at: number | null): Promise<void> => {
    if (orgIds.length === 0) return;
    await tx
      .updateTable('partner_organisation')
      .set({ withdrawn_at: at })
      .where('partner_id', '=', partnerId)
      .where('org_id', 'in', orgIds)
      .execute();
  },

  /** No key of the partner reaches the organisation any more. */
  removeAll: (partnerId: PartnerId, orgId: OrgId): Promise<unknown> =>
    tx
      .deleteFrom('partner_key_organisation')
      .where('org_id', '=', orgId)
      .where('key_id', 'in', (eb) => eb.selectFrom('partner_key').where('partner_id', '=', partnerId).select('id'))
      .execute(),

  /** The usable keys of all partners that may know of an organisation, with who made them and whether they reach it. */
  keysAt: (orgId: OrgId, now: number) =>
    tx
      .selectFrom('partner_organisation as link')
      .innerJoin('partner', 'partner.id', 'link.partner_id')
      .innerJoin('partner_key as key', 'key.partner_id', 'partner.id')
      .leftJoin('partner_key_organisation as reach', (join) =>
        join.onRef('reach.key_id', '=', 'key.id').onRef('reach.org_id', '=', 'link.org_id'),
      )
      .where('link.org_id', '=', orgId)
      .where('key.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
      .select([
        'key.id',
        'key.label',
        'key.type',
        'key.prefix',
        'key.created_at',
        'key.last_used_at',
        'key.made_by',
        'partner.id as partner_id',
        'partner.name as partner_name',
        'reach.org_id as reached',
        'reach.consented_by',
        'reach.consented_at',
      ])
      .orderBy('partner.name')
      .orderBy('key.created_at')
      .orderBy('key.id')
      .execute(),
});
