import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorisePlatform, type PlatformCaller, type PlatformGate } from './platform-gate.ts';
import { mayReach } from './platform-reach.ts';
import { RIGHTS, type RoleGrant, scopesOf, type Where } from './roles.ts';

const organisationId = 'org_ours' as OrgId;
const facilityId = 'fac_ours' as FacilityId;
const OF: Readonly<Record<string, RoleGrant['scopeId']>> = { organisation: organisationId, facility: facilityId };

const right = fc.constantFrom(...RIGHTS);
const grant = right.chain((held) =>
  fc.constantFrom(...scopesOf(held)).map((scope) => ({ right: held, scope, scopeId: OF[scope] ?? '' }) as RoleGrant),
);
const KINDS = ['platform', 'organisation', 'facility of organisation', 'facility', 'anywhere'] as const;
const way = fc.record({ needs: right, in: fc.constantFrom(...KINDS), orOwn: fc.constantFrom(undefined, true) });

/** Whether the gate lets somebody through where they are: at their facility, or in its organisation. */
const isThrough = (grants: readonly RoleGrant[], gate: PlatformGate, namesOrganisation: boolean): boolean => {
  const places: readonly (Where | undefined)[] = namesOrganisation
    ? [{ organisationId }]
    : [{ organisationId, facilityId }, { organisationId }, undefined];
  return places.some((where) => {
    const named = where !== undefined && { where, facilitiesThere: [facilityId] };
    const caller = {
      user: { id: 'usr_me' },
      grants,
      own: true,
      named: where !== undefined,
      ...named,
    } as unknown as PlatformCaller;
    try {
      authorisePlatform(caller, gate);
      return true;
    } catch {
      return false;
    }
  });
};

describe('what somebody may reach', () => {
  it('is what the gate lets them through to somewhere, no more and no less', () => {
    fc.assert(
      fc.property(fc.array(grant, { maxLength: 3 }), way, fc.boolean(), (grants, { orOwn, ...one }, names) => {
        const gate = { ...one, ...(orOwn && { orOwn }) } as PlatformGate;
        // An organisation is named by what is asked of one.
        const namesOrganisation = one.in === 'organisation' && names;
        expect(mayReach({ grants }, gate, { namesOrganisation })).toBe(isThrough(grants, gate, namesOrganisation));
      }),
      { numRuns: 2_000 },
    );
  });
  it('is nothing of their own for a token of some places', () => {
    const gate: PlatformGate = { needs: 'iam', in: 'anywhere', orOwn: true };
    const asked = { namesOrganisation: false };
    expect(mayReach({ grants: [] }, gate, asked)).toBe(true);
    expect(mayReach({ grants: [], unnarrowed: [] }, gate, asked)).toBe(false);
  });
});
