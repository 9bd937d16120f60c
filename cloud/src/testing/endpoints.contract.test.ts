import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../areas.ts';
import { ENGINES } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { endpointContract, firstOfEachWay, type World } from '../kit/http/endpoint-contract.ts';
import { isPublicGate } from '../kit/http/surfaces.ts';
import { basic, type PartnerApi, servePartnerApi } from './partner-api.ts';
import { aRequest, confirms, scriptedLink } from './world.ts';

const endpoints = declarations.filter(({ surface }) => surface.name === 'partner');

const [sqlite] = ENGINES;
let db: Database;
let api: PartnerApi;
let live: Record<string, string>;
let readOnly: Record<string, string>;
const clock = new ManualClock();
const body: Record<string, unknown> = {};
const params: Record<string, string> = {};
const query: Record<string, string> = {};
const REPORT_METRICS = {
  members: { active: 120, new: 8, cancelled: 3 },
  revenue: { total_payments: 9480.5, total_payments_count: 118, currency: 'AUD' },
};

beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  db = await sqlite.open();
  api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
  live = basic((await api.keyOf('live')).text);
  readOnly = basic((await api.keyOf('read-only')).text);
  const { doorId, ...fields } = aRequest(api.world);
  Object.assign(body, fields, { scenario: 'jam' });
  await api.world.sandbox.setFacility(api.world.facilityId, true);
  const facility_id = api.world.facilityId;
  Object.assign(body, {
    membership_plans: [{ facility_id, membership_plan_id: 'gold', name: 'Gold' }],
    members: [{ facility_id, member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' }],
    check_ins: [{ facility_id, member_id: 'M-1001', timestamp: '2026-01-05T06:30:00Z' }],
    snapshots: [{ facility_id, start_date: '2026-01-01', end_date: '2026-01-31', metrics: REPORT_METRICS }],
  });
  Object.assign(params, { door_id: doorId, member_id: fields.member_id });
  const { partnerId, facilityId } = api.world;
  await api.world.members.put([{ partnerId, facilityId, memberId: 'M-1001', firstName: 'Ada', lastName: 'Byron' }]);
  Object.assign(query, { facility_id: api.world.facilityId });
  Object.assign(body, { phone_key: aPhone().key });
  Object.assign(params, { pass_id: await aPass() });
});
afterAll(() => api.close());

/** A pass for the member, whom staff let in everywhere. */
const aPass = async (): Promise<string> => {
  const { partnerId, facilityId, access, offlinePasses, caller } = api.world;
  const member = { partnerId, facilityId, memberId: 'M-1001' };
  const personId = await api.world.db.write((tx) => access.personFor(tx, member, 'Sam'));
  await api.world.db.write((tx) => access.grant(tx, { facilityId, personId }, { target: { to: 'facility' } }, 'Sam'));
  const asked = { facility_id: facilityId, member_id: 'M-1001', phone_key: aPhone().key, hours: 4, uses: 10 };
  return (await db.write((tx) => offlinePasses.issue(tx, caller, asked))).passId;
};

const deniesNobody = (gate: unknown) => isPublicGate(gate) || (gate as { key: string }).key === 'read';

const worldFor = (gate: unknown) => (): World => ({
  send: api.send,
  allowed: live,
  ...(deniesNobody(gate) ? {} : { denied: readOnly }),
  garbage: [basic('sk_live_nope'), basic(`sk_live_${'z'.repeat(43)}`), { authorization: 'Bearer x' }],
  requestsPerSecond: 5,
  auditedOf: async (id) => (await api.audited()).filter(({ request_id }) => request_id === id),
  moveOn: api.moveOn,
});

describe('every endpoint of the partner API', () => {
  it('is here: a walk that finds none proves nothing', () => expect(endpoints.length).toBeGreaterThanOrEqual(6));
  const first = firstOfEachWay(endpoints);
  for (const endpoint of endpoints) {
    const valid = {
      params,
      ...(endpoint.query === undefined ? {} : { query }),
      ...((endpoint.body ?? endpoint.rawBody) === undefined ? {} : { body }),
    };
    const rules = {
      unknownFields: 'ignored',
      ...(deniesNobody(endpoint.gate) && ({ deniesNobody: true } as const)),
    } as const;
    const parts = ['endpoint', 'input', ...(first.has(endpoint) ? (['kit'] as const) : [])] as const;
    endpointContract(endpoint, worldFor(endpoint.gate), valid, rules, parts);
  }
});
