import { describe, expect, it } from 'vitest';
import { holdsAt, holdsOnPlatform, holdsSomewhere, isVisiting, isVisitingAt } from './rights.ts';

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
  it('is a part of the product to whom that is given, and to whose role it comes with', () => {
    const writer = { ...orgAdmin, right: 'admin' } as const;
    for (const role of [writer, orgAdmin, platformAdmin])
      expect(holdsSomewhere([role], 'admin'), role.right).toBe(true);
    expect([holdsSomewhere([manager], 'admin'), holdsSomewhere([writer], 'facility-staff')]).toEqual([false, false]);
  });
  it('reaches a facility from the facility, its organisation and the platform', () => {
    for (const role of [manager, orgAdmin, platformAdmin])
      expect(holdsAt([role], 'facility-manager', place), role.right).toBe(true);
    expect(holdsAt([manager, orgAdmin], 'facility-manager', { facilityId: 'fac_2', organisationId: 'org_2' })).toBe(
      false,
    );
  });
  it('is what an installer does where they are invited, unless they are staff there', () => {
    const installer = { ...manager, right: 'installer', endsAt: '2026-01-01T00:00:00.000Z' } as const;
    const staff = { ...manager, right: 'facility-staff' } as const;
    expect([manager, orgAdmin, installer].every((role) => holdsAt([role], 'installer', place))).toBe(true);
    expect(holdsAt([staff], 'installer', place)).toBe(false);
    expect(holdsAt([installer], 'facility-staff', place)).toBe(false);
    expect([isVisiting([installer]), isVisitingAt([installer], place)]).toEqual([true, true]);
    const elsewhere = { ...staff, scopeId: 'fac_2' };
    expect([isVisiting([installer, elsewhere]), isVisitingAt([installer, elsewhere], place)]).toEqual([false, true]);
    expect(isVisitingAt([installer, staff], place)).toBe(false);
    expect(isVisitingAt([installer], { facilityId: 'fac_2', organisationId: 'org_1' })).toBe(false);
    expect(isVisiting([])).toBe(false);
  });
  it('is of the platform only where it is held there', () => {
    expect(holdsOnPlatform([orgAdmin], 'facility-staff')).toBe(false);
    expect(holdsOnPlatform([platformAdmin], 'platform-admin')).toBe(true);
  });
});
