import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import { notConfigured, providerDown } from '../../kit/outbound/provider-faults.ts';
import { ProviderSilent } from '../../kit/outbound/provider-request.ts';
import type { JobsService } from '../../platform/jobs/jobs.service.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { createKeptListings } from './kept-listings.ts';
import { type Details, driftOf, hashOf, type Listed, listedOf } from './listed-fields.ts';
import { listingsFault } from './listings.faults.ts';
import { type ListingLink, listingsRepo } from './listings.repo.ts';
import { type ListingsProvider, ListingsRefused } from './listings-provider.ts';

export interface ListingsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly listingsProvider: ListingsProvider | undefined;
}
export type ListingsService = ReturnType<typeof createListingsService>;

export const REMOVE_LOCATION = 'listings.remove-location';

/** What is asked of a location: left out is what was said of it before. */
export interface ToList extends Details {
  /** One that is there already; else the link’s own, or one by the facility’s id. */
  readonly locationId?: string | undefined;
}

/** The locations of facilities at a listings provider. Nothing here waits for the provider within a unit of work. */
export const createListingsService = ({ db, clock, jobs, listingsProvider }: ListingsDeps) => {
  const provider = (): ListingsProvider => {
    if (listingsProvider === undefined) throw notConfigured('listings provider');
    return listingsProvider;
  };
  const kept = createKeptListings({ clock });

  const viewOf = (facility: Facility, link: ListingLink, upstream: Listed | undefined) => {
    const ours = listedOf(facility, detailsOf(link));
    return {
      ...linkOf(link),
      ours,
      upstream: upstream ?? null,
      drift: upstream === undefined ? [] : [...driftOf(ours, upstream)],
      isPushed: hashOf(ours) === link.pushed_hash,
    };
  };

  /** Makes it, or brings it to what it is to say. Resolves with what it says then. */
  const bring = async (locationId: string, ours: Listed, mustBeThere: boolean): Promise<Listed> => {
    const there = await provider().get(locationId);
    if (there === undefined && mustBeThere) throw unknownLocation();
    if (there === undefined) {
      await provider().create(locationId, ours);
      return ours;
    }
    const drift = driftOf(ours, there);
    const change: Partial<Listed> = Object.fromEntries(drift.map((field) => [field, ours[field]]));
    if (drift.length > 0) await provider().update(locationId, change);
    return { ...there, ...change };
  };

  /** Throws where this facility has another location, or the location another facility. */
  const requireFree = async (tx: Tx, facilityId: FacilityId, locationId: string): Promise<void> => {
    const own = await listingsRepo(tx).ofFacility(facilityId);
    if (own?.state === 'removing') throw listingsFault('location_removing', 'The location is being removed.');
    const taken = await listingsRepo(tx).ofLocation(locationId);
    const isOther = taken !== undefined && taken.facility_id !== facilityId;
    if (isOther || (own !== undefined && own.location_id !== locationId))
      throw listingsFault('location_taken', 'locationId: the location or the facility is linked already.');
  };

  return {
    list: async (tx: Tx, ...asked: Parameters<ReturnType<typeof listingsRepo>['within']>) =>
      (await listingsRepo(tx).within(...asked)).map(linkOf),

    find: (tx: Tx, locationId: string) => listingsRepo(tx).ofLocation(locationId),

    /** What the location says at the provider, what it is to say, and where that is not the same. */
    read: (facility: Facility, link: ListingLink) =>
      told(async () => viewOf(facility, link, await provider().get(link.location_id))),

    /** Links the facility to a location, makes that where there is none, and pushes what is different. */
    put: async (facility: Facility, { locationId: given, ...said }: ToList, write: OwnCall['write']) => {
      const before = await db.read((tx) => listingsRepo(tx).ofFacility(facility.id));
      const locationId = given ?? before?.location_id ?? facility.id;
      await db.read((tx) => requireFree(tx, facility.id, locationId));
      const details = { ...(before && detailsOf(before)), ...JSON.parse(JSON.stringify(said)) };
      const ours = listedOf(facility, details);
      const upstream = await told(() => bring(locationId, ours, given !== undefined && before === undefined));
      return write(async (tx) => {
        await requireFree(tx, facility.id, locationId);
        const link: ListingLink = {
          ...{ facility_id: facility.id, location_id: locationId, state: 'linked', seen_at: clock.wallMs() },
          ...{ details: JSON.stringify(details), pushed_hash: hashOf(ours) },
        };
        await listingsRepo(tx).put(link);
        return viewOf(facility, link, upstream);
      });
    },

    /** The location goes at the provider first, by a job, and the link after it. */
    remove: async (tx: Tx, link: ListingLink) => {
      await listingsRepo(tx).setRemoving(link.facility_id);
      const { location_id: locationId } = link;
      const runId = await jobs.enqueue(tx, REMOVE_LOCATION, { locationId }, { key: locationId });
      return { ...linkOf({ ...link, state: 'removing' }), runId };
    },

    /** What that job does. It may be called again. */
    carryOutRemoval: async (locationId: string): Promise<void> => {
      await provider().remove(locationId);
      await db.write((tx) => listingsRepo(tx).removeGone(locationId));
    },

    /** How publishers show the location of a facility; half an hour old at most. */
    listingsOf: async (facilityId: FacilityId) => {
      const link = await db.read((tx) => listingsRepo(tx).ofFacility(facilityId));
      if (link === undefined) throw unknownLocation();
      const { location_id } = link;
      return told(() => kept.of(location_id, () => provider().listings(location_id)));
    },
  };
};

const unknownLocation = () => listingsFault('location_unknown', 'There is no such location of this facility.');

const detailsOf = ({ details }: ListingLink): Details => JSON.parse(details);

const linkOf = ({ facility_id, location_id, state, seen_at }: ListingLink) => ({
  facilityId: facility_id as string,
  locationId: location_id,
  state,
  seenAt: isoOf(Number(seen_at)),
});

/** What a provider does not do, as callers are told. */
const told = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderSilent) throw providerDown('listings provider', error.message);
    if (error instanceof ListingsRefused)
      throw listingsFault('listings_refused', error.message || 'No reason is given.');
    throw error;
  }
};
