import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/unit-of-work.ts';
import { auditIdOf } from '../http/audit.ts';
import { endpointContract, firstOfEachWay, type Part, type World } from '../http/endpoint-contract.ts';
import { isPublicGate } from '../http/surfaces.ts';
import { type PlatformGate, platformSurface } from '../modules/users/platform-surface.ts';
import { describeModules } from '../modules.ts';
import { type CallerKind, callerKinds, type PlatformApi } from './platform-api.ts';
import type { PlatformCases } from './platform-case.ts';
import * as casesByModule from './platform-cases.ts';
import { tenantRules } from './tenant-rules.ts';

const endpoints = describeModules()
  .flatMap((module) => module.endpoints.map(({ declaration }) => declaration))
  .filter(({ surface }) => surface.name === 'platform');
const cases: PlatformCases = Object.assign({}, ...Object.values(casesByModule));

const WHERE = { orgId: 'org_0000000000000000', facilityId: 'fac_0000000000000000', otherOrgId: 'org_zzzzzzzzzzzzzzzz' };
/** Whom the gate refuses although they see what the request is about: of those, the one who holds least. */
const deniedAt = (gate: PlatformGate): CallerKind | undefined => {
  if (isPublicGate(gate)) return undefined;
  const { orgId: organisationId, facilityId } = WHERE;
  const [where, candidates]: readonly [object | undefined, readonly CallerKind[]] =
    gate.in === 'facility'
      ? [{ organisationId, facilityId }, ['admin', 'iam', 'staff', 'manager']]
      : gate.in === 'organisation' || gate.in === 'organisation or facility of it'
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
        ...(denied === undefined && ({ deniesNobody: true } as const)),
      } as const;
      const ofThis = first.has(endpoint) ? ([...parts, 'kit'] as const) : parts;
      endpointContract(endpoint, worldFor(denied), () => caseOf(api), rules, ofThis);
      it.each(tenantRules(endpoint, () => api, caseOf))(`${endpoint.id} keeps tenants apart: it $name`, ({ keep }) =>
        keep(),
      );
    }
  });
};
