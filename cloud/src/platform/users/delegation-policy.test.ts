import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayAdminister, mayGive, type PlacedGrant } from './delegation-policy.ts';
import { gives, holds, lastingOf, RIGHTS, type Right, type RoleGrant, scopeOf, scopesOf, type Where } from './roles.ts';

const FACILITIES = Object.entries({ fac_1: 'org_1', fac_2: 'org_1', fac_3: 'org_2' }) as [FacilityId, OrgId][];
const PLACES: readonly Where[] = [
  {},
  ...(['org_1', 'org_2'] as OrgId[]).map((organisationId) => ({ organisationId })),
  ...FACILITIES.map(([facilityId, organisationId]) => ({ facilityId, organisationId })),
];
const kindOf = ({ organisationId, facilityId }: Where) =>
  facilityId !== undefined ? 'facility' : organisationId !== undefined ? 'organisation' : 'platform';
const grantAt = (right: Right, where: Where): PlacedGrant => {
  const at = scopeOf(kindOf(where), where.facilityId ?? where.organisationId);
  return { id: `${right} ${at.scopeId}`, right, ...at, where };
};

const anyWhere = fc.constantFrom(...PLACES);
const anyGrant = fc
  .tuple(fc.constantFrom(...RIGHTS), anyWhere)
  .filter(([right, where]) => scopesOf(right).includes(kindOf(where)))
  .map(([right, where]) => grantAt(right, where));

/** Everything that somebody may do, anywhere: each right at each place. */
const powersOf = (grants: readonly RoleGrant[]): Set<string> =>
  new Set(
    RIGHTS.flatMap((right) =>
      PLACES.filter((where) => holds(grants, right, where)).map((where) => `${right} at ${JSON.stringify(where)}`),
    ),
  );

describe('giving rights', () => {
  it('nobody, by any sequence of giving and whoever helps, comes by what none of them had', () => {
    const people = fc.array(fc.array(anyGrant, { maxLength: 4 }), { minLength: 2, maxLength: 4 });
    const step = fc.tuple(fc.nat(3), fc.nat(3), anyGrant);
    fc.assert(
      fc.property(people, fc.array(step, { maxLength: 40 }), (start, steps) => {
        const held = start.map((grants) => [...grants]);
        const before = powersOf(start.flat());
        for (const [from, to, grant] of steps) {
          const giver = held[from % held.length] ?? [];
          const given = powersOf([grant]);
          if (!mayGive(giver, grant, grant.where)) continue;
          for (const power of given) expect(powersOf(giver)).toContain(power);
          held[to % held.length]?.push(grant);
        }
        for (const grants of held) for (const power of powersOf(grants)) expect(before).toContain(power);
      }),
      { numRuns: 300 },
    );
  });

  it('is for those who administer people there, whatever else they hold', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 5 }), anyGrant, (grants, grant) => {
        if (mayGive(grants, grant, grant.where)) expect(holds(grants, 'iam', grant.where)).toBe(true);
      }),
    );
  });

  const lasting = anyGrant.filter(({ right }) => lastingOf([{ right }]).length > 0);
  it('lets who may give everything that somebody holds administer them, and nobody else', () => {
    fc.assert(
      fc.property(
        fc.array(anyGrant, { maxLength: 4 }),
        fc.array(lasting, { minLength: 1, maxLength: 4 }),
        (own, held) => {
          expect(mayAdminister(own, held)).toBe(held.every((grant) => mayGive(own, grant, grant.where)));
        },
      ),
    );
  });

  it('changes nothing of who administers somebody by an invite of theirs', () => {
    const invited = fc
      .constantFrom(...FACILITIES)
      .map(([facilityId, organisationId]) => grantAt('installer', { facilityId, organisationId }));
    fc.assert(
      fc.property(
        fc.array(anyGrant, { maxLength: 4 }),
        fc.array(lasting, { maxLength: 4 }),
        fc.array(invited, { minLength: 1, maxLength: 3 }),
        (own, held, invites) => {
          expect(mayAdminister(own, [...held, ...invites])).toBe(mayAdminister(own, held));
        },
      ),
    );
  });

  it('lets a module be given by who holds the module, a role by who holds a role as high', () => {
    const org = { organisationId: 'org_1' as OrgId };
    const clerk = [grantAt('iam', org), grantAt('facility-manager', org)];
    const may = (right: Right) => mayGive(clerk, { right }, org);
    expect(RIGHTS.filter(may)).toEqual(['facility-manager', 'facility-staff', 'iam', 'installer']);
    expect(RIGHTS.filter((right) => mayGive([grantAt('org-admin', org)], { right }, org))).toEqual(
      RIGHTS.filter((right) => gives('org-admin', right)),
    );
  });

  it('is nobody’s on the platform who holds something in an organisation only', () => {
    expect(
      RIGHTS.filter((right) => mayGive([grantAt('org-admin', { organisationId: 'org_1' as OrgId })], { right }, {})),
    ).toEqual([]);
  });
});
