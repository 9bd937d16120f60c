import { describe, expect, it } from 'vitest';
import { holdsAt, holdsOnPlatform, holdsSomewhere } from './rights.ts';

const manager = { right: 'facility-manager', scope: 'facility', scopeId: 'fac_1', scopeName: 'Harbour' } as const;
const orgAdmin = { right: 'org-admin', scope: 'organisation', scopeId: 'org_1', scopeName: 'Coast' } as const;
const platformAdmin = { right: 'platform-admin', scope: 'platform', scopeId: null, scopeName: null } as const;
const place = { facilityId: 'fac_1', organisationId: 'org_1' };

describe('what somebody is offered', () => {
  it('is what their role gives, and not what a higher one would', () => {
    expect(holdsSomewhere([manager], 'facility-staff')).toBe(true);
    expect(holdsSomewhere([manager], 'org-admin')).toBe(false);
    expect(holdsSomewhere([orgAdmin], 'iam')).toBe(true);
    expect(holdsSomewhere([platformAdmin], 'iam')).toBe(false);
  });
  it('reaches a facility from the facility, its organisation and the platform', () => {
    for (const role of [manager, orgAdmin, platformAdmin])
      expect(holdsAt([role], 'facility-manager', place), role.right).toBe(true);
    expect(holdsAt([manager, orgAdmin], 'facility-manager', { facilityId: 'fac_2', organisationId: 'org_2' })).toBe(
      false,
    );
  });
  it('is of the platform only where it is held there', () => {
    expect(holdsOnPlatform([orgAdmin], 'facility-staff')).toBe(false);
    expect(holdsOnPlatform([platformAdmin], 'platform-admin')).toBe(true);
  });
});
