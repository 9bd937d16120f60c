import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { auditIdOf } from '../../kit/http/audit.ts';
import { endpointContract, type Valid, type World } from '../../kit/http/endpoint-contract.ts';
import { inferenceSurface } from './inference-surface.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { giveCredit } from './testing/stored.ts';

const endpoints = declarations.filter(({ surface }) => surface.name === 'inference');
/** Bytes, and answers that are no JSON, have tests of their own. */
const ofBytes = ['chat.complete', 'embeddings.create'];

const clock = new ManualClock();
let db: Database;
let gate: Gate;
let generation = '';
beforeAll(async () => {
  db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
  gate = await serveGate(db, clock);
  await giveCredit(gate.world, gate.facilityId, 1_000_000);
  generation = String((await gate.chat('hi')).headers['x-generation-id']);
});
afterAll(() => gate.close());

const CASES: Readonly<Record<string, () => Valid>> = {
  'models.list': () => ({}),
  'models.read': () => ({ params: { id: 'small-1' } }),
  'key.read': () => ({}),
  'generation.read': () => ({ query: { id: generation } }),
};

const worldFor = (): World => ({
  send: gate.send,
  allowed: gate.key.headers,
  garbage: [
    { authorization: 'Bearer x' },
    { authorization: `Bearer sk-gh-v1-${'z'.repeat(43)}` },
    { authorization: `Bearer ${gate.key.text}x` },
    { authorization: `Basic ${Buffer.from(`${gate.key.text}:`).toString('base64')}` },
    { 'x-api-key': gate.key.text },
  ],
  requestsPerSecond: inferenceSurface.requestsPerSecond,
  auditedOf: (requestId) =>
    db.read((tx) => tx.selectFrom('audit_entry').where('id', '=', auditIdOf(requestId)).selectAll().execute()),
  moveOn: () => clock.advance(Minutes(2)),
});

describe('every endpoint of the inference gate', () => {
  it('has a case, and every case an endpoint', () =>
    expect([...Object.keys(CASES), ...ofBytes].sort()).toEqual(endpoints.map(({ id }) => id).sort()));
  for (const endpoint of endpoints.filter(({ id }) => !ofBytes.includes(id)))
    endpointContract(endpoint, worldFor, async () => CASES[endpoint.id]?.() ?? {}, {
      unknownFields: 'refused',
      deniesNobody: true,
    });
});
