import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../areas.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { auditIdOf } from '../kit/http/audit.ts';
import { endpointContract, firstOfEachWay, type Part, type World } from '../kit/http/endpoint-contract.ts';
import { isPublicGate } from '../kit/http/surfaces.ts';
import { isIn, type PlatformGate, platformSurface } from '../platform/users/platform-surface.ts';
import { type CallerKind, callerKinds, type PlatformApi } from './platform-api.ts';
import { platformCases as cases } from './platform-cases.ts';
import { resourceRules } from './resource-rules.ts';
import { tenantRules } from './tenant-rules.ts';

const endpoints = declarations.filter(({ surface }) => surface.name === 'platform');

const WHERE = {
  orgId: OrgId.parse('org_0000000000000000'),
  facilityId: FacilityId.parse('fac_0000000000000000'),
  otherOrgId: OrgId.parse('org_zzzzzzzzzzzzzzzz'),
};
/** Lists that a part of the path narrows. */
const NARROWED_BY: Readonly<Record<string, readonly string[]>> = { 'faqs.of-category': ['category'] };
/** Whom the gate refuses although they see what the request is about: of those, the one who holds least. */
const deniedAt = (gate: PlatformGate): CallerKind | undefined => {
  if (isPublicGate(gate)) return undefined;
  const { orgId: organisationId, facilityId } = WHERE;
  const [where, candidates]: readonly [object | undefined, readonly CallerKind[]] = isIn(gate, 'facility')
    ? [{ organisationId, facilityId }, ['admin', 'iam', 'staff', 'manager']]
    : isIn(gate, 'organisation')
      ? [{ organisationId }, ['admin', 'iam']]
      : [undefined, ['nobody']];
  return candidates.find((kind) => {
    const [, ...grants] = callerKinds(WHERE)[kind];
    const caller = { grants, named: where !== undefined, own: false, ...(where && { where }) };
    try {
      platformSurface.authorise(caller as never, gate, 'GET');
      return false;
    } catch {
      return true;
    }
  });
};

/**
 * Runs the house rules over every endpoint of the platform API, as this serves it: those of the kit for the first endpoint
 * of each way of being served. Call it at the top level of a test file.
 */
export const platformContract = (
  open: (clock: ManualClock) => Promise<{ db: Database; api: PlatformApi }>,
  parts: readonly Part[],
): void => {
  const clock = new ManualClock();
  let db: Database;
  let api: PlatformApi;
  beforeAll(async () => {
    ({ db, api } = await open(clock));
  });
  afterAll(() => api.close());

  const worldFor = (denied: CallerKind | undefined) => (): World => ({
    send: api.send,
    allowed: api.callers.superAdmin.headers,
    ...(denied && { denied: api.callers[denied].headers }),
    garbage: [{ 'x-api-key': 'ghk_nope' }, { 'x-api-key': `ghk_${'z'.repeat(43)}` }, { authorization: 'Bearer x' }],
    requestsPerSecond: platformSurface.requestsPerSecond,
    auditedOf: (requestId) =>
      db.read((tx) => tx.selectFrom('audit_entry').where('id', '=', auditIdOf(requestId)).selectAll().execute()),
    auditedAfter: api.auditedAfter,
    moveOn: api.moveOn,
    replicas: api.replicas,
  });

  describe('every endpoint of the platform API', () => {
    it('has a case, and every case an endpoint', () => {
      expect(Object.keys(cases).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    });
    const first = firstOfEachWay(endpoints);
    for (const endpoint of endpoints) {
      const caseOf = cases[endpoint.id];
      if (caseOf === undefined) continue; // Which the test above says by name.
      const denied = deniedAt(endpoint.gate as PlatformGate);
      const rules = {
        unknownFields: 'refused',
        seenByGate: ['organisationId'],
        auditedWithin: true,
        narrowedBy: NARROWED_BY[endpoint.id] ?? [],
        ...(denied === undefined && ({ deniesNobody: true } as const)),
      } as const;
      const ofThis = first.has(endpoint) ? ([...parts, 'kit'] as const) : parts;
      endpointContract(endpoint, worldFor(denied), () => caseOf(api), rules, ofThis);
      it.each(tenantRules(endpoint, () => api, caseOf))(`${endpoint.id} keeps tenants apart: it $name`, ({ keep }) =>
        keep(),
      );
      const ofResource = resourceRules(endpoint, () => api, caseOf);
      if (ofResource.length > 0)
        it.each(ofResource)(`${endpoint.id} asks about its resource: it $name`, ({ keep }) => keep());
    }
  });
};
