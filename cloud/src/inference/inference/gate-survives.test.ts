import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Days, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { MODELS } from './testing/played-models.ts';
import { aKey, giveCredit, setFacility } from './testing/stored.ts';
import { testUpstreams } from './testing/test-upstreams.ts';
import { UpstreamSilent } from './upstream.ts';

const CREDIT = 1_000_000;
const PART = MODELS.filter(({ id }) => id === 'small-1').map((model) => ({
  ...model,
  id: 'part-1',
  upstreamId: 'small-1',
}));
/** More than sockets hold of a client that reads none. */
const PIECES = 600;

describe.each(ENGINES)('what the gate survives on $name', ({ open }) => {
  let clock: ManualClock;
  let db: Database;
  let gate: Gate;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    gate = await serveGate(db, clock, [
      { generationHeader: 'x-gen' },
      { name: 'part', cancelCosts: 'part', generations: false, models: PART },
    ]);
  });
  afterEach(() => gate.close());

  it('three replicas on one database: 64 calls at once on credit for 5', async () => {
    const body = Buffer.from(JSON.stringify(gate.say('hi', { max_tokens: 1 })));
    const held = body.length + 16 + 64 + 2;
    await giveCredit(gate.world, gate.facilityId, 5 * held);
    const call = await gate.callOn();
    const replicas = [gate.replica(), gate.replica(), gate.replica()];
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        replicas[at % 3]?.chat(body, call).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const ok = outcomes.filter((outcome) => outcome === 'ok').length;
    expect(outcomes.filter((outcome) => outcome === 'insufficient_credit')).toHaveLength(64 - ok);
    expect(ok).toBeGreaterThanOrEqual(5);
    expect(await gate.credit()).toEqual({ credit: 5 * held - ok * 11, revenue: ok * 11, shortfall: 0, held: 0 });
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('an answer that its head names is kept by that name', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    const body = JSON.stringify({ id: 'other', choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } });
    gate.models.faults.want({ kind: 'answer', headers: { 'x-gen': 'g-9' }, body, times: 1 });
    expect((await gate.chat('hi')).status).toBe(200);
    await gate.chat('hi');
    expect((await gate.requests()).map((row) => row.upstream_id)).toEqual(['g-9', 'chatcmpl-1']);
  });

  it('a process that is gone while a whole answer comes: it is charged by what whoever answers says of it', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    const { promise: gone, reject: leave } = Promise.withResolvers<never>();
    const body = (async function* (): AsyncGenerator<Uint8Array> {})();
    const [played] = testUpstreams;
    if (played === undefined) throw new Error('nobody is played');
    const models = MODELS.map((model) => ({ ...model, id: `slow-${model.id}` }));
    const read = { body, text: () => gone, drop: () => undefined };
    const answer = { status: 200, retryAfterSeconds: undefined, generationId: 'g-1', ...read };
    testUpstreams.push({
      settings: { ...played.settings, name: 'slow', models },
      ask: async () => answer,
      usageOf: async (id) => (id === 'g-1' ? { in: 7, out: 5 } : undefined),
    });
    const asking = gate.chat('hi', { model: 'slow-small-1', max_tokens: 10 });
    await gate.until(async () => {
      await clock.advance(Seconds(2));
      return (await gate.requests())[0]?.upstream_id === 'g-1';
    });
    const other = gate.replica();
    const stale = { progress_at: clock.wallMs() - 120_000 };
    await gate.until(async () => {
      await db.write((tx) => tx.updateTable('ai_request').set(stale).execute());
      return (await other.sweep()) === 1;
    });
    leave(new UpstreamSilent('the process is gone'));
    expect((await asking).status).toBe(502);
    await other.close();
    expect(await gate.requests()).toMatchObject([
      { state: 'settled', usage_source: 'recovered', tokens_in: 7, tokens_out: 5, cost_micros: 17 },
    ]);
    expect(await gate.credit()).toEqual({ credit: CREDIT - 17, revenue: 17, shortfall: 0, held: 0 });
  });

  it('a process that is gone between hold and settle: what it held is given back, once', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    await setFacility(db, gate.facilityId, { spend_limit_cents: 100, spend_reset: 'day' });
    gate.models.faults.want({ kind: 'no-answer', times: 1 });
    const call = await gate.callOn();
    // It waits for an answer for ever: nobody settles what it has begun.
    gate
      .replica(new ManualClock())
      .chat(Buffer.from(JSON.stringify(gate.say('hi'))), call)
      .catch(() => undefined);
    await gate.until(async () => gate.models.received.length === 1);
    expect((await gate.credit()).held).toBeGreaterThan(0);
    await clock.advance(Minutes(2));
    const { sweep } = gate.world.inference;
    const swept = await Promise.all([sweep(), sweep(), sweep()]);
    expect(swept.reduce((a, b) => a + b)).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await gate.credit()).toEqual({ credit: CREDIT, revenue: 0, shortfall: 0, held: 0 });
    expect(await gate.counters()).toMatchObject([{ used_micros: 0, held_micros: 0 }]);
    expect(await gate.requests()).toMatchObject([
      { state: 'settled', status: 'error', code: 'interrupted', usage_source: 'recovered', cost_micros: 0 },
    ]);
    expect((await gate.rollups()).map(({ requests }) => requests)).toEqual([1]);
  });

  it('answers that are long in the making: nobody else settles what is waited for', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    gate.models.faults.want({ kind: 'late', ms: 400, times: 1 });
    const waiting = gate.chat('hi');
    await gate.until(async () => gate.models.received.length === 1);
    for (let seconds = 0; seconds < 180; seconds += 2) await clock.advance(Seconds(2));
    const other = gate.replica();
    await gate.until(async () => ((await gate.requests())[0]?.progress_at ?? 0) > clock.wallMs() - 30_000);
    expect(await other.sweep()).toBe(0);
    expect((await waiting).status).toBe(200);
    expect(await gate.requests()).toMatchObject([{ status: 'ok', usage_source: 'provider' }]);
    await other.close();
  });

  it('clients that never read: what they ask for is made no faster than they take it, and ends when they have stalled', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    const pad = 'x'.repeat(65_536);
    const piece = `data: ${JSON.stringify({ id: 'g', choices: [{ index: 0, delta: { content: ' a' } }], pad })}\n\n`;
    gate.models.faults.want({
      ...{ kind: 'answer', headers: { 'content-type': 'text/event-stream' }, times: 1 },
      body: `${piece.repeat(PIECES)}data: [DONE]\n\n`,
    });
    const body = gate.say('', { model: 'part-1', n: 8, stream: true, max_tokens: PIECES });
    const client = request({
      port: gate.port,
      ca: gate.ca,
      host: 'localhost',
      method: 'POST',
      headers: gate.key.headers,
      path: '/v1/chat/completions',
    });
    client.on('error', () => undefined).end(JSON.stringify(body));
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    // Nobody else waits for that.
    expect((await gate.chat('hi')).status).toBe(200);
    await gate.until(async () => {
      await clock.advance(Seconds(10));
      return (await gate.requests())[0]?.state === 'settled';
    });
    const [row] = await gate.requests();
    expect(row).toMatchObject({ status: 'cancelled', usage_source: 'estimated' });
    expect(row?.tokens_out).toBeGreaterThan(0);
    expect(row?.tokens_out).toBeLessThan(PIECES / 2);
    const { credit, revenue, held } = await gate.credit();
    expect([credit + revenue, held]).toEqual([CREDIT, 0]);
    client.destroy();
  });

  it('clocks that leap: each request is settled once, and no day is charged more than its cap', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    await setFacility(db, gate.facilityId, { spend_limit_cents: 1, spend_reset: 'day' });
    gate.models.behave({ pauseMs: 5 });
    const other = gate.replica();
    for (const leap of [Minutes(90), Minutes(-120), Days(2), Days(-3), Days(40), Days(-40)]) {
      const known = (await gate.requests()).length;
      const reading = gate.stream('all work and no play makes a dull day');
      await gate.until(async () => (await gate.requests()).length > known);
      clock.jumpWall(leap);
      // Another replica, whose clock has leapt as ours has, may take it for left; then it settles it, and nobody else does.
      await Promise.all([other.sweep(), gate.world.inference.sweep()]);
      const { status, isCut, said } = await reading;
      expect([status, isCut, said]).toEqual([200, false, 'all work and no play makes a dull day']);
      await gate.settled();
      expect((await gate.chat('hi')).status).toBe(200);
    }
    const rows = await gate.requests();
    expect(rows).toHaveLength(12);
    for (const { ms, first_token_ms: first, cost_micros: cost, hold_micros: held } of rows) {
      expect([ms ?? 0, first ?? 0, cost].every((one) => one >= 0)).toBe(true);
      expect(cost).toBeLessThanOrEqual(held);
    }
    const spent = rows.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
    expect(await gate.credit()).toEqual({ credit: CREDIT - spent, revenue: spent, shortfall: 0, held: 0 });
    const counters = await gate.counters();
    expect(counters.length).toBeGreaterThan(3);
    expect(counters.every(({ held_micros: held }) => held === 0)).toBe(true);
    expect(Math.max(...counters.map(({ used_micros: used }) => used))).toBeLessThanOrEqual(10_000);
    await other.close();
  });

  it('agents: by a token for models alone, with a cap of their own', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    const { device } = await db.write((tx) =>
      gate.world.devices.register(tx, {
        kind: 'core-ai-agent',
        name: 'Desk',
        facilityId: gate.facilityId,
        settings: {},
      }),
    );
    const subject = (await db.read((tx) => gate.world.devices.tokenSubject(tx, device.uuid))) ?? '';
    const as = (audience: 'events' | 'inference') => ({
      authorization: `Bearer ${gate.world.tokens.issue(subject, audience).token}`,
    });
    expect((await gate.chat('hi', {}, as('events'))).status).toBe(401);
    expect((await gate.chat('hi', {}, as('inference'))).status).toBe(200);
    expect((await gate.get('key', as('inference'))).json).toMatchObject({ source: 'agent', label: null });
    const agent_caps = JSON.stringify([{ deviceId: device.uuid, capCents: 0, reset: 'day' }]);
    await setFacility(db, gate.facilityId, { agent_caps });
    expect(await gate.chat('hi', {}, as('inference'))).toMatchObject({
      status: 402,
      json: { error: { code: 'key_limit' } },
    });
    expect((await gate.chat('hi')).status).toBe(200);
    expect(await gate.requests()).toMatchObject([
      { source: 'agent', device_id: device.uuid, key_hash: null, status: 'ok' },
      { source: 'agent', code: 'key_limit' },
      { source: 'key', status: 'ok' },
    ]);
    await db.write((tx) =>
      tx.updateTable('device').set({ facility_id: null, org_id: null }).where('id', '=', device.uuid).execute(),
    );
    expect((await gate.chat('hi', {}, as('inference'))).status).toBe(401);
  });

  it('a locked wallet: 402 before anything else is looked at, and doors know nothing of it', async () => {
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    const key = await aKey(db, gate.facilityId, { expires_at: 0 });
    const { billing } = gate.world;
    const ownerKey = `facility#${gate.facilityId}` as const;
    const lockoutPolicy = { mode: 'restrict', graceDays: 1 } as const;
    await db.write(async (tx) => {
      await billing.profiles.put(tx, { ownerKey, lockoutPolicy }, 'usr_test');
      const debt = { amountCents: -500, note: 'Debt', allowNegative: true, by: 'usr_test' };
      await billing.wallets.adjust(tx, await billing.owners.require(tx, ownerKey), debt);
    });
    expect((await gate.chat('hi')).status).toBe(200);
    await clock.advance(Minutes(2 * 24 * 60));
    expect(await gate.chat('hi', {}, key.headers)).toMatchObject({
      status: 402,
      json: { error: { code: 'wallet_locked' } },
    });
    expect((await gate.get('key')).status).toBe(200);
    expect((await gate.requests()).at(-1)).toMatchObject({ status: 'refused', code: 'wallet_locked' });
  });
});
