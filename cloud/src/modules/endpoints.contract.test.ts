import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { endpointContract, type World } from '../http/endpoint-contract.ts';
import { isPublicGate } from '../http/surfaces.ts';
import { describeModules } from '../modules.ts';
import { basic, type PartnerApi, servePartnerApi } from '../test-kit/partner-api.ts';
import { aRequest, confirms, scriptedLink } from '../test-kit/world.ts';

const endpoints = describeModules()
  .flatMap((module) => module.endpoints.map(({ declaration }) => declaration))
  .filter(({ surface }) => surface.name === 'partner');

const [sqlite] = ENGINES;
let db: Database;
let api: PartnerApi;
let live: Record<string, string>;
let readOnly: Record<string, string>;
const clock = new ManualClock();
const body: Record<string, unknown> = {};
const params: Record<string, string> = {};
const query: Record<string, string> = {};

beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  db = await sqlite.open();
  api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
  live = basic((await api.keyOf('live')).text);
  readOnly = basic((await api.keyOf('read-only')).text);
  const { doorId, ...fields } = aRequest(api.world);
  Object.assign(body, fields, { scenario: 'jam' });
  await api.world.sandbox.setFacility(api.world.facilityId, true);
  Object.assign(params, { door_id: doorId });
  Object.assign(query, { facility_id: api.world.facilityId });
});
afterAll(async () => {
  await api.close();
  await api.requests.close();
  await api.world.partners.close();
});

const worldFor = (gate: unknown) => (): World => ({
  send: api.send,
  allowed: live,
  ...(isPublicGate(gate) || (gate as { key: string }).key === 'read' ? {} : { denied: readOnly }),
  garbage: [basic('sk_live_nope'), basic(`sk_live_${'z'.repeat(43)}`), { authorization: 'Bearer x' }],
  requestsPerSecond: 5,
  audited: api.audited,
  moveOn: api.moveOn,
});

describe('every endpoint of the partner API', () => {
  it('is here: a walk that finds none proves nothing', () => expect(endpoints.length).toBeGreaterThanOrEqual(6));
  for (const endpoint of endpoints)
    endpointContract(endpoint, worldFor(endpoint.gate), {
      params,
      ...(endpoint.query === undefined ? {} : { query }),
      ...(endpoint.body === undefined ? {} : { body }),
    });
});
