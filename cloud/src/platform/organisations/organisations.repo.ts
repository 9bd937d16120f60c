import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FacilityTable, OrganisationTable } from './organisations.tables.ts';

/** A partner by one of its keys. */
export interface KeyOfPartner {
  readonly partnerId: PartnerId;
  readonly keyId: string;
}

const enabledFacilities = (tx: Tx, { partnerId, keyId }: KeyOfPartner) =>
  tx
    .selectFrom('facility')
    .innerJoin('partner_organisation as link', 'link.org_id', 'facility.org_id')
    .innerJoin('partner_key_organisation as reach', 'reach.org_id', 'facility.org_id')
    .innerJoin('partner_integration as integration', 'integration.facility_id', 'facility.id')
    .where('link.partner_id', '=', partnerId)
    .where('reach.key_id', '=', keyId)
    .where('integration.partner_id', '=', partnerId)
    .where('integration.enabled', '=', 1);

/** Asked with nearly every request that names a place. */
const facilityById = prepared((tx, { id }: { id: FacilityId }) =>
  tx.selectFrom('facility').where('id', '=', id).selectAll(),
);
const organisationById = prepared((tx, { id }: { id: OrgId }) =>
  tx.selectFrom('organisation').where('id', '=', id).selectAll(),
);

export const organisationsRepo = (tx: Tx) => ({
  insertOrganisation: (row: Insertable<OrganisationTable>): Promise<unknown> =>
    tx.insertInto('organisation').values(row).execute(),

  updateOrganisation: (id: OrgId, change: Updateable<OrganisationTable>): Promise<unknown> =>
    tx.updateTable('organisation').set(change).where('id', '=', id).execute(),

  insertFacility: (row: Insertable<FacilityTable>): Promise<unknown> => tx.insertInto('facility').values(row).execute(),

  /** The organisations that a partner's key reaches and where its integration is enabled for a facility or more. */
  organisationsOf: (by: KeyOfPartner): Promise<Selectable<OrganisationTable>[]> =>
    tx
      .selectFrom('organisation')
      .where('organisation.id', 'in', enabledFacilities(tx, by).select('facility.org_id'))
      .selectAll('organisation')
      .orderBy('organisation.id')
      .execute(),

  /** The facilities that have a partner's integration enabled, in the organisations that it is connected to and its key reaches. */
  enabledFacilitiesOf: (by: KeyOfPartner) =>
    enabledFacilities(tx, by)
      .selectAll('facility')
      .select(['integration.linking_identifier', 'integration.custom_values'])
      .orderBy('facility.id')
      .execute(),

  organisations: (): Promise<Selectable<OrganisationTable>[]> =>
    tx.selectFrom('organisation').selectAll().orderBy('name').orderBy('id').execute(),

  facilities: (): Promise<Selectable<FacilityTable>[]> =>
    tx.selectFrom('facility').selectAll().orderBy('name').orderBy('id').execute(),

  countEveryFacility: async (): Promise<number> => {
    const counted = tx.selectFrom('facility').select(({ fn }) => fn.countAll().as('facilities'));
    return Number((await counted.executeTakeFirstOrThrow()).facilities);
  },

  archived: async (): Promise<{
    readonly organisations: readonly OrgId[];
    readonly facilities: readonly FacilityId[];
  }> => {
    const organisations = await tx
      .selectFrom('organisation')
      .where('archived_at', 'is not', null)
      .select('id')
      .execute();
    const facilities = await tx.selectFrom('facility').where('archived_at', 'is not', null).select('id').execute();
    return { organisations: organisations.map(({ id }) => id), facilities: facilities.map(({ id }) => id) };
  },

  updateFacility: async (id: FacilityId, change: Updateable<FacilityTable>): Promise<boolean> => {
    const changed = await tx
      .updateTable('facility')
      .set(change)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  },

  findFacility: (id: FacilityId): Promise<Selectable<FacilityTable> | undefined> =>
    facilityById(tx, { id }).then(([facility]) => facility),

  facilitiesById: (ids: readonly FacilityId[]): Promise<Selectable<FacilityTable>[]> =>
    tx.selectFrom('facility').where('id', 'in', ids).selectAll().execute(),
  organisationsById: (ids: readonly OrgId[]): Promise<Selectable<OrganisationTable>[]> =>
    tx.selectFrom('organisation').where('id', 'in', ids).selectAll().execute(),

  findOrganisation: (id: OrgId): Promise<Selectable<OrganisationTable> | undefined> =>
    organisationById(tx, { id }).then(([organisation]) => organisation),
});
