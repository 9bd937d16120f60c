import type { PlatformCases } from '../../../test-kit/platform-case.ts';

export const organisationsCases: PlatformCases = {
  'clubs.add': async ({ world }) => ({
    body: { organisationId: world.orgId, name: 'Harbour North', timezone: 'Australia/Brisbane' },
  }),
  'clubs.fill-in': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { name: 'Harbour Gym', brand: 'Harbour', websiteUrl: 'https://harbour.example', latitude: -27.4 },
  }),
  'clubs.move': async ({ world, otherOrgId }) => {
    const facility = { orgId: world.orgId, name: 'Moves', timezone: 'Australia/Brisbane' };
    const club = await world.organisations.createFacility(facility);
    return { params: { club }, body: { organisationId: otherOrgId } };
  },
};
