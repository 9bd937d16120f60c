import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { canSee, gives, holds, RIGHTS, ROLES, type RoleGrant, scopeOf, scopesOf } from './roles.ts';

const at = (right: RoleGrant['right'], scope: RoleGrant['scope'], scopeId = ''): RoleGrant => ({
  right,
  ...scopeOf(scope, scopeId),
});
const GYM = { organisationId: 'org_1' as OrgId, facilityId: 'fac_1' as FacilityId };

describe('a right', () => {
  it('gives itself and every role below it, and no role above', () => {
    for (const [above, held] of ROLES.entries())
      for (const [below, needed] of ROLES.entries())
        expect(gives(held, needed), `${held} for ${needed}`).toBe(above <= below);
  });
  it('of a module gives nothing but itself', () => {
    for (const module of ['iam', 'admin', 'agent'] as const)
      expect(RIGHTS.filter((needed) => gives(module, needed))).toEqual([module]);
  });
  it('to name others is nobody’s who only looks after machines', () => {
    const implied = ROLES.filter((role) => gives(role, 'iam'));
    expect(implied).toEqual(['super-admin', 'global-admin', 'org-admin']);
  });
  it('for a while comes with managing a facility, comes with nothing below that, and gives nothing', () => {
    const implied = RIGHTS.filter((right) => gives(right, 'installer'));
    expect(implied).toEqual([
      'super-admin',
      'global-admin',
      'platform-admin',
      'org-admin',
      'facility-manager',
      'installer',
    ]);
    expect(RIGHTS.filter((needed) => gives('installer', needed))).toEqual(['installer']);
    expect(scopesOf('installer')).toEqual(['facility']);
  });
  it('is held where it makes sense', () => {
    expect(scopesOf('super-admin')).toEqual(['platform']);
    expect(scopesOf('org-admin')).toEqual(['organisation']);
    expect(scopesOf('facility-staff')).toEqual(['organisation', 'facility']);
  });
});

describe('a grant', () => {
  it('reaches down, and neither up nor sideways', () => {
    for (const grant of [at('org-admin', 'organisation', 'org_1'), at('facility-manager', 'facility', 'fac_1')]) {
      expect(holds([grant], 'facility-staff', GYM)).toBe(true);
      expect(
        holds([grant], 'facility-staff', { organisationId: 'org_2' as OrgId, facilityId: 'fac_2' as FacilityId }),
      ).toBe(false);
      expect(holds([grant], 'facility-staff', {})).toBe(false);
    }
    expect(
      holds([at('facility-manager', 'facility', 'fac_1')], 'facility-staff', { organisationId: 'org_1' as OrgId }),
    ).toBe(false);
    expect(holds([at('global-admin', 'platform')], 'org-admin', GYM)).toBe(true);
  });
  it('of one kind is not a grant of another with the same id', () => {
    expect(canSee([at('facility-staff', 'organisation', 'fac_1')], GYM)).toBe(false);
  });
});
