import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/unit-of-work.ts';
import { auditIdOf } from '../http/audit.ts';
import type { AnyEndpoint } from '../http/endpoint.ts';
import { endpointContract, pathOf, type Valid, type World } from '../http/endpoint-contract.ts';
import type { ClientAnswer } from '../http/testing/https-client.ts';
import { FACILITY_PARAMS, type PlatformGate, platformSurface } from '../modules/users/platform-surface.ts';
import { describeModules } from '../modules.ts';
import type { PlatformApi } from './platform-api.ts';
import type { PlatformCase, PlatformCases } from './platform-case.ts';
import * as casesByModule from './platform-cases.ts';

const endpoints = describeModules()
  .flatMap((module) => module.endpoints.map(({ declaration }) => declaration))
  .filter(({ surface }) => surface.name === 'platform');
const cases: PlatformCases = Object.assign({}, ...Object.values(casesByModule));

/** Runs the house rules over every endpoint of the platform API, as this serves it. Call it at the top level of a test file. */
export const platformContract = (open: (clock: ManualClock) => Promise<{ db: Database; api: PlatformApi }>): void => {
  const clock = new ManualClock();
  let db: Database;
  let api: PlatformApi;
  beforeAll(async () => {
    ({ db, api } = await open(clock));
  });
  afterAll(() => api.close());

  /** Whom the gate refuses although they see what the request is about: of those, the one who holds least. */
  const deniedAt = (gate: PlatformGate): Readonly<Record<string, string>> | undefined => {
    const { nobody, admin, iam, staff, manager } = api.callers;
    const { orgId: organisationId, facilityId } = api.world;
    const [where, candidates] =
      gate.in === 'facility'
        ? [{ organisationId, facilityId }, [admin, iam, staff, manager]]
        : gate.in === 'organisation'
          ? [{ organisationId }, [admin, iam]]
          : [undefined, [nobody]];
    const refused = candidates.find(({ grants }) => {
      const caller = { grants, named: where !== undefined, own: false, ...(where && { where }) };
      try {
        platformSurface.authorise(caller as never, gate, 'GET');
        return false;
      } catch {
        return true;
      }
    });
    return refused?.headers;
  };

  const worldFor = (gate: PlatformGate) => (): World => {
    const denied = deniedAt(gate);
    return {
      send: api.send,
      allowed: api.callers.superAdmin.headers,
      ...(denied && { denied }),
      garbage: [{ 'x-api-key': 'ghk_nope' }, { 'x-api-key': `ghk_${'z'.repeat(43)}` }, { authorization: 'Bearer x' }],
      requestsPerSecond: platformSurface.requestsPerSecond,
      auditedOf: (requestId) =>
        db.read((tx) => tx.selectFrom('audit_entry').where('id', '=', auditIdOf(requestId)).selectAll().execute()),
      auditedAfter: api.auditedAfter,
      moveOn: api.moveOn,
    };
  };

  /** An answer without what is different in every answer, and without the ids that were asked for. */
  const alike = ({ status, text, headers }: ClientAnswer, ids: readonly string[]) => {
    const without = (part: string, id: string) => part.replaceAll(id, '…');
    return { status, text: [String(headers['x-request-id']), ...ids].reduce(without, text) };
  };

  /** Endpoints whose paths name what no organisation has. */
  const NOBODYS: Readonly<Record<string, string>> = {
    'holidays.read': 'countries are everybody’s',
    'holidays.blacklist': 'countries are everybody’s; the organisation is named by the query',
  };

  /** What belongs to others is answered exactly as what does not exist. */
  const keepsTenantsApart = (endpoint: AnyEndpoint, caseOf: () => Promise<PlatformCase>): void => {
    const facilityParam = FACILITY_PARAMS.find((name) => endpoint.path.split('/').includes(`:${name}`));
    let current: PlatformCase;
    beforeEach(async () => {
      current = await caseOf();
      await api.moveOn();
    });
    const send = (headers: Readonly<Record<string, string>>, valid: Valid) =>
      api.send({
        method: endpoint.method,
        path: pathOf(endpoint, valid),
        headers,
        body: (endpoint.body ?? endpoint.rawBody) === undefined ? undefined : (valid.body ?? {}),
      });

    if (facilityParam !== undefined)
      it('does not tell the admin of another organisation that the facility exists', async () => {
        const { otherOrgAdmin } = api.callers;
        const at = (id: string): Valid => ({ ...current, params: { ...current.params, [facilityParam]: id } });
        const none = randomId('fac', systemRandom);
        const real = await send(otherOrgAdmin.headers, current);
        expect(real).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
        const ids = [none, current.params?.[facilityParam] ?? ''];
        expect(alike(real, ids)).toEqual(alike(await send(otherOrgAdmin.headers, at(none)), ids));
        expect(alike(real, ids)).toEqual(alike(await send(api.callers.superAdmin.headers, at(none)), ids));
      });
    it('does not tell the admin of another organisation that the organisation exists', async () => {
      const asked = current.query?.organisationId;
      if (asked === undefined || (endpoint.gate as PlatformGate).in !== 'organisation') return;
      const { otherOrgAdmin } = api.callers;
      const none = randomId('org', systemRandom);
      const at = (organisationId: string): Valid => ({ ...current, query: { ...current.query, organisationId } });
      const real = await send(otherOrgAdmin.headers, current);
      expect(real).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
      expect(alike(real, [asked, none])).toEqual(alike(await send(otherOrgAdmin.headers, at(none)), [asked, none]));
    });
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const ownable = named.some((name) => name !== facilityParam) && !(endpoint.id in NOBODYS);
    it('answers to what belongs to another organisation as to what there is not', async () => {
      const { foreign, missing } = current;
      if (foreign === undefined || missing === undefined) {
        const isNeeded = ownable && (endpoint.gate as PlatformGate).in !== 'platform';
        expect(isNeeded, 'its case says neither what a foreign thing is nor a missing one').toBe(false);
        return;
      }
      expect(Object.keys(missing), 'foreign and missing name the same parameters').toEqual(Object.keys(foreign));
      const ids = [...Object.values(foreign), ...Object.values(missing)];
      // At a place of their own, not even somebody who may do everything elsewhere finds it.
      const elsewhere = facilityParam !== undefined && !(facilityParam in foreign);
      const { orgAdmin, superAdmin } = api.callers;
      for (const { headers } of elsewhere ? [orgAdmin, superAdmin] : [orgAdmin]) {
        const toForeign = await send(headers, { ...current, params: { ...current.params, ...foreign } });
        const toMissing = await send(headers, { ...current, params: { ...current.params, ...missing } });
        expect([403, 404], toForeign.text).toContain(toForeign.status);
        expect(alike(toForeign, ids)).toEqual(alike(toMissing, ids));
      }
    });
  };

  describe('every endpoint of the platform API', () => {
    it('has a case, and every case an endpoint', () => {
      expect(Object.keys(cases).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    });
    for (const endpoint of endpoints) {
      const caseOf = cases[endpoint.id];
      if (caseOf === undefined) {
        it(`${endpoint.id} has a case in the testing folder of its module`, () => expect(caseOf).toBeDefined());
        continue;
      }
      endpointContract(endpoint, worldFor(endpoint.gate as PlatformGate), () => caseOf(api), {
        unknownFields: 'refused',
        seenByGate: ['organisationId'],
        auditedWithin: true,
      });
      describe(`${endpoint.id} keeps tenants apart`, () => keepsTenantsApart(endpoint, () => caseOf(api)));
    }
  });
};
