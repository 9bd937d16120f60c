import type { PlatformCases } from '../../../testing/platform-case.ts';
import { ofOrganisation } from './of-organisation.ts';

export const organisationsCases: PlatformCases = {
  'clubs.add': async ({ world }) => ({
    body: { organisationId: world.orgId, name: 'Harbour North', timezone: 'Australia/Brisbane' },
    absent: { body: { organisationId: 'org_zzzzzzzzzzzzzzzz' } },
  }),
  'clubs.fill-in': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { name: 'Harbour Gym', brand: 'Harbour', websiteUrl: 'https://harbour.example', latitude: -27.4 },
  }),
  'clubs.move': async ({ world, otherOrgId }) => {
    const facility = { orgId: world.orgId, name: 'Moves', timezone: 'Australia/Brisbane' };
    const moved = await world.organisations.createFacility(facility);
    const absent = { body: { organisationId: 'org_zzzzzzzzzzzzzzzz' } };
    return { params: { club: moved }, body: { organisationId: otherOrgId }, absent };
  },
  'orgs.list': async () => ({ query: { q: 'fit', after: 'org_0000000000000000', limit: '20' } }),
  'orgs.read': async (api) => ofOrganisation(api),
  'orgs.add': async () => ({ body: { name: 'Harbour Fitness' } }),
  'orgs.update': async (api) => ({ ...ofOrganisation(api), body: { name: 'Harbour Fitness' } }),
};
