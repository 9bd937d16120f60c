import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { auditIdOf } from '../../kit/http/audit.ts';
import { endpointContract, type Valid, type World } from '../../kit/http/endpoint-contract.ts';
import { agentSurface } from './agent-surface.ts';
import { type AgentApi, serveAgentApi } from './testing/agent-api.ts';

const endpoints = declarations.filter(({ surface }) => surface.name === 'agent');
/** Bytes that are no JSON have tests of their own. */
const ofBytes = ['agent.notify-image'];

const clock = new ManualClock();
let db: Database;
let api: AgentApi;
beforeAll(async () => {
  db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
  api = await serveAgentApi(db, clock);
});
afterAll(() => api.close());

const CASES: Readonly<Record<string, () => Valid>> = {
  'agent.token': () => ({ body: { audience: 'events' } }),
  'agent.turn-complete': () => ({ body: { ...api.aTurn(), summary: 'The report is ready.' } }),
  'agent.notify': () => ({ body: { title: 'Done', message: 'The report is ready.', userId: api.users.colleague } }),
};

const worldFor = (id: string) => (): World => ({
  send: api.send,
  allowed: id === 'agent.token' ? api.basicOf(api.agent) : api.headersOf(api.agent.uuid),
  garbage: [
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${'a.'.repeat(900)}a` },
    { 'x-api-key': `ghk_${'z'.repeat(43)}` },
    { cookie: 'session=1' },
    api.basicOf(api.agent),
    ...(['edge', 'mqtt', 'mqtt-cloud'] as const).map((audience) => api.headersOf(api.agent.uuid, audience)),
    api.headersOf(api.world.boxId),
  ],
  requestsPerSecond: agentSurface.requestsPerSecond,
  auditedOf: (requestId) =>
    db.read((tx) => tx.selectFrom('audit_entry').where('id', '=', auditIdOf(requestId)).selectAll().execute()),
  moveOn: () => clock.advance(Minutes(2)),
});

describe('every endpoint of the agent API', () => {
  it('has a case, and every case an endpoint', () =>
    expect([...Object.keys(CASES), ...ofBytes].sort()).toEqual(endpoints.map(({ id }) => id).sort()));
  for (const endpoint of endpoints.filter(({ id }) => !ofBytes.includes(id)))
    endpointContract(endpoint, worldFor(endpoint.id), async () => CASES[endpoint.id]?.() ?? {}, {
      unknownFields: 'refused',
      deniesNobody: true,
    });
});
