import { type FacilityId, newFacilityId, newOrgId, type OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type KeyOfPartner, organisationsRepo } from './organisations.repo.ts';
import type { FacilityTable, OrganisationTable } from './organisations.tables.ts';
import { placesWithin } from './places-within.ts';

export interface OrganisationsDeps {
  readonly db: Pick<Database, 'write'>;
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
/** Left out: stays. Null: is not known any more. */
export interface FacilityDetails {
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly brand?: string | null | undefined;
  readonly websiteUrl?: string | null | undefined;
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly socialLinks?: object | null | undefined;
  readonly placeData?: object | null | undefined;
}
export type Facility = Selectable<FacilityTable>;
export type Organisation = Selectable<OrganisationTable>;
export type OrganisationsService = ReturnType<typeof createOrganisationsService>;

export const createOrganisationsService = ({ db, random }: OrganisationsDeps) => {
  const addOrganisation = async (tx: Tx, name: string): Promise<OrgId> => {
    const id = newOrgId(random);
    await organisationsRepo(tx).insertOrganisation({ id, name });
    return id;
  };

  return {
    createOrganisation: (name: string): Promise<OrgId> => db.write((tx) => addOrganisation(tx, name)),

    addOrganisation,

    renameOrganisation: async (tx: Tx, id: OrgId, name: string): Promise<void> => {
      await organisationsRepo(tx).updateOrganisation(id, { name });
    },

    ...placesWithin,

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

    listOrganisations: (tx: Tx, by: KeyOfPartner): Promise<Organisation[]> => organisationsRepo(tx).organisationsOf(by),

    listFacilities: (tx: Tx, by: KeyOfPartner) => organisationsRepo(tx).enabledFacilitiesOf(by),

    /** All organisations with all of their facilities, for who runs the cloud. */
    listPlaces: async (tx: Tx) => {
      const facilities = await organisationsRepo(tx).facilities();
      return (await organisationsRepo(tx).organisations()).map(({ id, name }) => ({
        organisationId: id,
        name,
        facilities: facilities
          .filter((facility) => facility.org_id === id)
          .map((facility) => ({ facilityId: facility.id, name: facility.name, timezone: facility.timezone })),
      }));
    },

    /** A facility of which nothing is known but its name and zone, until `updateFacility`. */
    addTemplate: async (tx: Tx, { orgId, name, timezone }: NewFacility): Promise<FacilityId> => {
      const id = newFacilityId(random);
      const unknown = { brand: null, website_url: null, social_links: null, place_data: null, latitude: null };
      const row = { id, org_id: orgId, name, timezone, ...unknown, longitude: null, template: 1 };
      await organisationsRepo(tx).insertFacility(row);
      return id;
    },

    /** Changes what is given, and the facility is a template no longer. */
    updateFacility: async (tx: Tx, id: FacilityId, details: FacilityDetails): Promise<void> => {
      const { websiteUrl, socialLinks, placeData, ...same } = details;
      await organisationsRepo(tx).updateFacility(id, {
        ...same,
        ...(websiteUrl !== undefined && { website_url: websiteUrl }),
        ...(socialLinks !== undefined && { social_links: jsonOf(socialLinks) }),
        ...(placeData !== undefined && { place_data: jsonOf(placeData) }),
        template: 0,
      });
    },

    moveFacility: async (tx: Tx, id: FacilityId, to: { readonly orgId: OrgId; readonly brand?: string | null }) => {
      const brand = to.brand === undefined ? {} : { brand: to.brand };
      await organisationsRepo(tx).updateFacility(id, { org_id: to.orgId, ...brand });
    },

    /** Those that are archived: of an archived organisation its facilities are not named besides, unless they are so themselves. */
    archived: (tx: Tx) => organisationsRepo(tx).archived(),
    /** Whether it is kept for its books alone. Nothing else goes by it. */
    archiveFacility: async (tx: Tx, id: FacilityId, at: number | null): Promise<void> => {
      await organisationsRepo(tx).updateFacility(id, { archived_at: at });
    },
    archiveOrganisation: async (tx: Tx, id: OrgId, at: number | null): Promise<void> => {
      await organisationsRepo(tx).updateOrganisation(id, { archived_at: at });
    },

    /** How many there are, of all organisations. */
    countEveryFacility: (tx: Tx): Promise<number> => organisationsRepo(tx).countEveryFacility(),

    findOrganisation: (tx: Tx, id: OrgId): Promise<Organisation | undefined> =>
      organisationsRepo(tx).findOrganisation(id),

    findFacility: (tx: Tx, id: FacilityId): Promise<Facility | undefined> => organisationsRepo(tx).findFacility(id),

    /** Those that there are of many, by their ids. */
    facilitiesById: async (tx: Tx, ids: readonly FacilityId[]): Promise<ReadonlyMap<string, Facility>> =>
      byId(ids.length === 0 ? [] : await organisationsRepo(tx).facilitiesById(ids)),
    organisationsById: async (tx: Tx, ids: readonly OrgId[]): Promise<ReadonlyMap<string, Organisation>> =>
      byId(ids.length === 0 ? [] : await organisationsRepo(tx).organisationsById(ids)),
  };
};

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
