import type { PlatformApi } from '../../../testing/platform-api.ts';

/** The organisation of the world, that of somebody else, and none. */
export const ofOrganisation = ({ world, otherOrgId }: PlatformApi) => ({
  params: { organisationId: world.orgId },
  foreign: { organisationId: otherOrgId },
  missing: { organisationId: 'org_zzzzzzzzzzzzzzzz' },
});
