import { type FacilityId, newFacilityId, newOrgId, type OrgId, type PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { organisationsRepo } from './organisations.repo.ts';
import type { FacilityTable, OrganisationTable } from './organisations.tables.ts';

export interface OrganisationsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly random: RandomBytes;
}

export interface NewFacility {
  readonly orgId: OrgId;
  readonly name: string;
  /** IANA zone name. */
  readonly timezone: string;
  readonly brand?: string;
  readonly websiteUrl?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}
export type Facility = Selectable<FacilityTable>;
export type Organisation = Selectable<OrganisationTable>;
export type OrganisationsService = ReturnType<typeof createOrganisationsService>;

export const createOrganisationsService = ({ db, random }: OrganisationsDeps) => ({
  createOrganisation: async (name: string): Promise<OrgId> => {
    const id = newOrgId(random);
    await db.write((tx) => organisationsRepo(tx).insertOrganisation({ id, name }));
    return id;
  },

  createFacility: async (facility: NewFacility): Promise<FacilityId> => {
    const id = newFacilityId(random);
    await db.write((tx) =>
      organisationsRepo(tx).insertFacility({
        id,
        org_id: facility.orgId,
        name: facility.name,
        timezone: facility.timezone,
        brand: facility.brand ?? null,
        website_url: facility.websiteUrl ?? null,
        social_links: null,
        place_data: null,
        latitude: facility.latitude ?? null,
        longitude: facility.longitude ?? null,
      }),
    );
    return id;
  },

  listOrganisations: (partnerId: PartnerId): Promise<Organisation[]> =>
    db.read((tx) => organisationsRepo(tx).organisationsOf(partnerId)),

  listFacilities: (partnerId: PartnerId) => db.read((tx) => organisationsRepo(tx).enabledFacilitiesOf(partnerId)),

  findOrganisation: (tx: Tx, id: string): Promise<Organisation | undefined> =>
    organisationsRepo(tx).findOrganisation(id as OrgId),

  findFacility: (tx: Tx, id: FacilityId): Promise<Facility | undefined> => organisationsRepo(tx).findFacility(id),
});
