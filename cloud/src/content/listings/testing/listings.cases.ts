import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

/** The facility is linked to the location of its own id. */
const linked = async ({ world: { db } }: PlatformApi, id: FacilityId | string): Promise<string> => {
  const link = { location_id: id, state: 'linked', details: '{}', pushed_hash: '', seen_at: 0 } as const;
  await db.write((tx) =>
    tx
      .insertInto('listing_link')
      .values({ facility_id: id as FacilityId, ...link })
      .onConflict((on) => on.column('facility_id').doUpdateSet({ state: 'linked' }))
      .execute(),
  );
  return id;
};

const aLocation = async (api: PlatformApi) => ({
  params: { id: await linked(api, api.world.facilityId) },
  foreign: { id: await linked(api, api.otherFacilityId) },
  missing: { id: 'fac_zzzzzzzzzzzzzzzz' },
});

export const listingsCases: PlatformCases = {
  'listings.list': async () => ({}),
  'listings.read': aLocation,
  'listings.remove': aLocation,
  'listings.read-facility': async (api) => ({ params: { clubId: await linked(api, api.world.facilityId) } }),
  'listings.put': async (api) => ({
    params: { club: await linked(api, api.world.facilityId) },
    body: { phone: '+61733334444' },
    absent: { params: { club: api.siblingId }, body: { locationId: 'nobodys' } },
  }),
};
