import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { aKey, giveCredit, setFacility } from './testing/stored.ts';

describe.each(ENGINES)('what is spent at the gate on $name', ({ open }) => {
  let clock: ManualClock;
  let db: Database;
  let gate: Gate;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    gate = await serveGate(db, clock);
  });
  afterEach(() => gate.close());
  const refused = (code: string) => ({ status: 402, json: { error: { code } } });
  /** What `say hi` with a token of output is held with: its bytes, 16 a message, 64 a request, and 2 of output. */
  const heldOf = (body: object) => JSON.stringify(body).length + 16 + 64 + 2;
  const ONE = { max_tokens: 1 };

  it('is never more than the credit: 64 calls at once, credit for 5', async () => {
    const held = heldOf(gate.say('hi', ONE));
    await giveCredit(gate.world, gate.facilityId, 5 * held);
    gate.models.behave({ pauseMs: 0 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => gate.chat('hi', ONE)));
    const ok = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(64 - ok);
    const { credit, revenue, held: left } = await gate.credit();
    expect(ok).toBeGreaterThanOrEqual(5);
    expect(revenue).toBe(ok * (7 + 2 + 2 * 1));
    expect([credit + revenue, left]).toEqual([5 * held, 0]);
    expect(credit).toBeGreaterThanOrEqual(0);
  });

  it('is held at the worst case before anybody is asked, over every cap at once', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    const spendCap = { limitCents: 1, reset: 'day' };
    const guardrail = {
      id: 'grd_0123456789abcdef',
      name: 'Small',
      everywhere: true,
      allowedModels: null,
      maxOutputTokens: 3_000,
      spendCap: { limitCents: 2, reset: 'month' },
      contentFilters: [],
    };
    await setFacility(db, gate.facilityId, {
      spend_limit_cents: 3,
      spend_reset: 'total',
      spend_epoch: 4,
      guardrails: JSON.stringify([guardrail]),
    });
    const key = await aKey(db, gate.facilityId, { limits: { spendCap } });
    expect((await gate.chat('hi', { max_tokens: 3_001 }, key.headers)).json.error.code).toBe('guardrail_refused');
    expect((await gate.chat('hi', ONE, key.headers)).status).toBe(200);
    const used = 11;
    expect(await gate.counters()).toMatchObject([
      { subject: `facility:${gate.facilityId}`, span: 'total:4', used_micros: used, held_micros: 0, ends_at: null },
      { subject: `guardrail:${guardrail.id}`, span: 'month:2026-01', used_micros: used, held_micros: 0 },
      { subject: `key:${key.hash}`, span: 'day:2026-01-01', used_micros: used, held_micros: 0 },
    ]);
    // 10,000 micros are the cap of a day: each request of 2,000 tokens would come to more than 4,000.
    const big = { max_tokens: 2_000 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => gate.chat('hi', big, key.headers)));
    expect(answers.every(({ status, json }) => status === 200 || json.error.code === 'key_limit')).toBe(true);
    await db.write((tx) =>
      tx.updateTable('ai_counter').set({ used_micros: 9_950 }).where('subject', 'like', 'key:%').execute(),
    );
    expect(await gate.chat('hi', ONE, key.headers)).toMatchObject(refused('key_limit'));
    await db.write((tx) =>
      tx.updateTable('ai_counter').set({ used_micros: 29_950 }).where('subject', 'like', 'facility:%').execute(),
    );
    const plain = await aKey(db, gate.facilityId);
    expect(await gate.chat('hi', ONE, plain.headers)).toMatchObject(refused('spend_limit'));
    // Another day, another count: of the key alone.
    await setFacility(db, gate.facilityId);
    await clock.advance(Minutes(24 * 60));
    expect((await gate.chat('hi', ONE, key.headers)).status).toBe(200);
  });

  it('counts of a cap that is set today what was spent today', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    expect((await gate.chat('hi', ONE)).status).toBe(200);
    await setFacility(db, gate.facilityId, { spend_limit_cents: 1, spend_reset: 'day' });
    expect((await gate.chat('hi', ONE)).status).toBe(200);
    expect(await gate.counters()).toMatchObject([{ used_micros: 22 }]);
  });

  it('leaves output as much as everything suffices for, where nobody has asked for a number', async () => {
    const held = heldOf(gate.say('hello world'));
    await giveCredit(gate.world, gate.facilityId, held);
    const answer = await gate.chat('hello world');
    expect(answer).toMatchObject({ status: 200, json: { usage: { completion_tokens: 1 } } });
    expect(await gate.chat('hello world')).toMatchObject(refused('insufficient_credit'));
    const [row] = await gate.requests();
    expect(row?.hold_micros).toBeLessThanOrEqual(held);
  });

  it('is told falsely: what neither hold nor credit covers is the platform’s loss', async () => {
    await giveCredit(gate.world, gate.facilityId, 500);
    gate.models.behave({ usage: 'false' });
    expect((await gate.chat('hi', ONE)).status).toBe(200);
    const told = 9_000 + 2 * 1_000;
    expect(await gate.credit()).toEqual({ credit: 0, revenue: told, shortfall: told - 500, held: 0 });
    expect(await gate.requests()).toMatchObject([{ cost_micros: 500, tokens_in: 9_000, usage_source: 'provider' }]);
    expect(await gate.rollups()).toMatchObject([{ cost_micros: 500 }]);
  });

  it('is told falsely, and passes no cap', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    await setFacility(db, gate.facilityId, { spend_limit_cents: 1, spend_reset: 'day' });
    gate.models.behave({ usage: 'false' });
    expect((await gate.chat('hi', ONE)).status).toBe(200);
    expect(await gate.counters()).toMatchObject([{ used_micros: 10_000, held_micros: 0 }]);
    expect(await gate.credit()).toMatchObject({ credit: 90_000, shortfall: 1_000 });
  });

  it('is not told: looked up where it can be, else counted, and not more than was held', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    gate.models.behave({ usage: 'none' });
    await gate.chat('hello world');
    await gate.stream('hello world');
    expect(await gate.settled()).toMatchObject([
      { usage_source: 'lookup', tokens_in: 11, tokens_out: 3, cost_micros: 17 },
      { usage_source: 'lookup', tokens_in: 11, tokens_out: 3, cost_micros: 17 },
    ]);
  });

  it('is the same for a key that was used before: 409, whoever is first, and charged once', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    const headers = { ...gate.key.headers, 'idempotency-key': 'k-1' };
    const answers = await Promise.all([gate.chat('hi', ONE, headers), gate.chat('hi', ONE, headers)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await gate.chat('hi', ONE, headers);
    expect(again).toMatchObject({ status: 409, json: { error: { code: 'duplicate_request' } } });
    expect(again.headers['x-should-retry']).toBe('false');
    expect((await gate.chat('hi', ONE, { ...headers, 'idempotency-key': 'k-2' })).status).toBe(200);
    expect(await gate.credit()).toMatchObject({ revenue: 22, held: 0 });
  });

  it('may be tried again by the same key where nothing came of it', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    const headers = { ...gate.key.headers, 'idempotency-key': 'k-1' };
    gate.models.faults.want({ kind: 'refuse', status: 500, times: 3 });
    expect((await gate.chat('hi', ONE, headers)).status).toBe(502);
    expect((await gate.chat('hi', ONE, headers)).status).toBe(200);
    expect(await gate.credit()).toMatchObject({ revenue: 11, held: 0 });
  });

  it('is n times the output, and images by the model’s figure', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    expect((await gate.chat('hi', { n: 9 })).json.error).toMatchObject({ code: 'invalid_request', param: 'n' });
    expect((await gate.chat('hi', { n: 8, max_tokens: 10 })).json.choices).toHaveLength(8);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(5_000)}` } };
    const seen = { messages: [{ role: 'user', content: [{ type: 'text', text: 'say hi' }, image, image] }], ...ONE };
    expect((await gate.chat('', seen)).status).toBe(200);
    expect(await gate.chat('', { ...seen, model: 'blind' })).toMatchObject({ status: 400 });
    const rows = await gate.requests();
    expect(rows[1]).toMatchObject({
      tokens_out: 8,
      hold_micros: heldOf(gate.say('hi', { n: 8, max_tokens: 10 })) - 2 + 160,
    });
    expect(rows[2]?.hold_micros).toBe(heldOf(gate.say('', seen)) - 2 * image.image_url.url.length + 200);
  });

  it('has what the rates of the day add to it', async () => {
    await giveCredit(gate.world, gate.facilityId, 100_000);
    await gate.chat('hi', ONE);
    await db.write((tx) => gate.world.platformRates.put(tx, { charges: { aiMarkupPercent: 100 } }, 'usr_test'));
    await gate.chat('hi', ONE);
    expect(await gate.credit()).toMatchObject({ revenue: 22 });
    await clock.advance(Minutes(24 * 60));
    await gate.chat('hi', ONE);
    expect(await gate.credit()).toMatchObject({ revenue: 44 });
    expect((await gate.get('models/small-1')).json).toMatchObject({ pricing: { input_micros: 2_000_000 } });
  });
});
