import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { everything } from '../../testing/everything.ts';
import { eventsIn } from './events-in.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { MODELS } from './testing/played-models.ts';
import { aKey, giveCredit, setFacility } from './testing/stored.ts';

const LONG = 'all work and no play '.repeat(20);
const CREDIT = 1_000_000;
const named = (id: string) =>
  MODELS.filter((model) => model.id === 'small-1').map((model) => ({ ...model, id, upstreamId: 'small-1' }));

describe('events of a stream', () => {
  it('are the same wherever the bytes are cut', async () => {
    const bytes = Buffer.from(
      '\uFEFF: a comment\n\ndata: {"a":"ü — 🚪"}\r\n\r\nid: 7\ndata: one\ndata: two\n\ndata: [DONE]\n\ndata: half',
    );
    const read = async (cuts: readonly number[]) => {
      const parts = [0, ...cuts, bytes.length].map((at, index, all) =>
        bytes.subarray(at, all[index + 1] ?? bytes.length),
      );
      const events: string[] = [];
      for await (const event of eventsIn(
        (async function* () {
          yield* parts;
        })(),
      ))
        events.push(event);
      return events;
    };
    const whole = ['{"a":"ü — 🚪"}', 'one\ntwo', '[DONE]'];
    for (let at = 0; at <= bytes.length; at += 1) expect(await read([at])).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
        expect(await read(cuts.toSorted((a, b) => a - b))).toEqual(whole);
      }),
    );
  });
});

describe.each(ENGINES)('streams of the gate on $name', ({ open }) => {
  let clock: ManualClock;
  let db: Database;
  let gate: Gate;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    gate = await serveGate(db, clock, [
      { name: 'whole' },
      { name: 'part', cancelCosts: 'part', models: named('part-1') },
      { name: 'blind', cancelCosts: 'part', generations: false, models: named('blind-1') },
    ]);
    await giveCredit(gate.world, gate.facilityId, CREDIT);
  });
  afterEach(() => gate.close());
  const nothingHeld = async () => {
    const { credit, revenue, held, shortfall } = await gate.credit();
    expect([credit + revenue - shortfall, held]).toEqual([CREDIT, 0]);
    return revenue;
  };

  it('are charged where the client hangs up: by what it came to, read on, looked up, or counted', async () => {
    gate.models.behave({ pauseMs: 2 });
    await gate.stream(LONG, {}, 900);
    await gate.stream(LONG, { model: 'part-1' }, 900);
    await gate.stream(LONG, { model: 'blind-1' }, 900);
    const [whole, part, blind] = await gate.settled();
    expect(whole).toMatchObject({ status: 'cancelled', usage_source: 'provider', tokens_out: 105 });
    expect(part).toMatchObject({ status: 'cancelled', usage_source: 'lookup' });
    expect(part?.tokens_out).toBeGreaterThan(0);
    expect(part?.tokens_out).toBeLessThan(105);
    expect(blind).toMatchObject({ status: 'cancelled', usage_source: 'estimated' });
    expect(blind?.tokens_out).toBeGreaterThan(0);
    const rows = await gate.requests();
    expect(await nothingHeld()).toBe(rows.reduce((sum, { cost_micros: cost }) => sum + cost, 0));
  });

  it('are charged as far as they got where they are cut, at any byte, and say so', async () => {
    for (const bytes of [0, 1, 40, 150, 260, 400, 700, 1_100, 1_700]) {
      // Whoever has failed too often is asked again by now.
      await clock.advance(Seconds(31));
      gate.models.faults.clear();
      gate.models.faults.want({ kind: 'cut', bytes, times: 3 });
      const { status, text, isCut } = await gate.stream('hello wide world', { model: 'blind-1' });
      expect(isCut).toBe(false);
      if (status === 200) expect(text).toMatch(/"code":"upstream_failed"|\[DONE\]/);
      else expect([status, text.includes('upstream_failed')]).toEqual([502, true]);
      if (status === 200 && text.includes('upstream_failed')) expect(text).not.toContain('[DONE]');
    }
    const rows = await gate.settled();
    expect(rows.every(({ status }) => status === 'error' || status === 'ok')).toBe(true);
    expect(rows[0]).toMatchObject({ status: 'error', code: 'upstream_failed', cost_micros: 0 });
    expect(rows.some(({ cost_micros: cost }) => cost > 0)).toBe(true);
    await nothingHeld();
  });

  it('try another where they are cut before their first event, of which the client hears nothing', async () => {
    for (const [at, bytes] of [0, 1, 40, 120].entries()) {
      gate.models.faults.want({ kind: 'cut', bytes, times: 2 });
      const { status, said, text } = await gate.stream('hello wide world');
      expect([status, said, text.includes('"error"')]).toEqual([200, 'hello wide world', false]);
      expect(gate.models.received).toHaveLength(3 * (at + 1));
    }
    const rows = await gate.settled();
    expect(new Set(rows.map(({ status, cost_micros: cost }) => `${status} ${cost}`)).size).toBe(1);
    expect(rows[0]).toMatchObject({ status: 'ok', usage_source: 'provider' });
    await nothingHeld();
  });

  it('try another who has the model, three times before the first byte, and then say that nobody answers', async () => {
    gate.models.faults.want({ kind: 'refuse', status: 500, times: 2 });
    expect((await gate.chat('hi')).status).toBe(200);
    gate.models.faults.want({ kind: 'too-many', retryAfterSeconds: 7, times: 3 });
    const busy = await gate.chat('hi');
    expect(busy).toMatchObject({ status: 503, json: { error: { code: 'upstream_unavailable', type: 'api_error' } } });
    expect(busy.headers['retry-after']).toBe('7');
    expect(gate.models.received).toHaveLength(6);
    gate.models.faults.want({ kind: 'refuse', status: 400, times: 1 });
    expect(await gate.chat('hi')).toMatchObject({
      status: 400,
      json: { error: { code: 'upstream_refused', message: 'The request was refused.' } },
    });
    await nothingHeld();
  });

  it('are asked no more of who fails, and again after a while', async () => {
    gate.models.faults.want({ kind: 'refuse', status: 500 });
    expect((await gate.chat('hi')).status).toBe(502);
    expect((await gate.chat('hi')).status).toBe(502);
    const asked = gate.models.received.length;
    expect(asked).toBe(5);
    expect(await gate.chat('hi')).toMatchObject({ status: 503 });
    expect(gate.models.received).toHaveLength(asked);
    gate.models.faults.clear();
    await clock.advance(Minutes(1));
    expect((await gate.chat('hi')).status).toBe(200);
    await nothingHeld();
  });

  it('are settled once by a sweep where nobody looks after them any more, by what is known', async () => {
    gate.models.behave({ pauseMs: 10 });
    const reading = gate.stream(LONG, { model: 'part-1' });
    await gate.until(async () => (await gate.requests()).length === 1);
    const id = (await gate.requests())[0]?.id ?? '';
    await gate.until(async () => {
      await clock.advance(Seconds(2));
      return (await gate.requests())[0]?.upstream_id != null;
    });
    const other = gate.replica();
    const stale = { progress_at: clock.wallMs() - 120_000 };
    let swept = 0;
    // Another process sees a row that got no further, as soon as no progress is on its way to it.
    await gate.until(async () => {
      await db.write((tx) => tx.updateTable('ai_request').set(stale).where('id', '=', id).execute());
      for (const settled of await Promise.all([other.sweep(), other.sweep()])) swept += settled;
      return swept > 0;
    });
    expect([swept, await other.sweep()]).toEqual([1, 0]);
    expect(await gate.requests()).toMatchObject([
      { state: 'settled', status: 'error', code: 'interrupted', usage_source: 'recovered' },
    ]);
    const revenue = await nothingHeld();
    await reading;
    await other.close();
    expect([await nothingHeld(), (await gate.rollups())[0]?.requests]).toEqual([revenue, 1]);
  });

  it('have what a guardrail looks for redacted, also where it is cut in two, or are blocked before it goes out', async () => {
    const filter = (kind: string, action: string, more: object = {}) => ({ kind, action, on: 'output', ...more });
    const key = await aKey(db, gate.facilityId, {
      limits: {
        contentFilters: [filter('email', 'redact'), filter('pattern', 'block', { pattern: 'open sesame' })],
      },
    });
    const text = `${'x'.repeat(300)} write to ada@example.com, please`;
    const seen = await gate.stream(text, {}, undefined, key.headers);
    expect(seen.said).toBe(`${'x'.repeat(300)} write to [email], please`);
    expect((await gate.chat(text, {}, key.headers)).json.choices[0].message.content).toBe(seen.said);
    const blocked = await gate.stream(`${'x'.repeat(300)} open sesame and more`, {}, undefined, key.headers);
    expect(blocked.text).not.toContain('sesame');
    expect(blocked.events.at(-1)).toMatchObject({ error: { code: 'guardrail_refused', type: 'permission_error' } });
    expect((await gate.chat('open sesame', {}, key.headers)).json.error.code).toBe('guardrail_refused');
    const rows = await gate.settled();
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'ok', 'blocked', 'blocked']);
    expect(rows.every(({ cost_micros: cost }) => cost > 0)).toBe(true);
    await nothingHeld();
  });

  it('have what is asked looked at, too: the strictest wins, and what is blocked is asked of nobody', async () => {
    const input = (kind: string, action: string) => ({ kind, action, on: 'input' });
    const guardrail = {
      id: 'grd_0123456789abcdef',
      name: 'Privacy',
      everywhere: true,
      allowedModels: ['small-1', 'part-1'],
      maxOutputTokens: null,
      spendCap: null,
      contentFilters: [input('email', 'redact'), input('card', 'block')],
    };
    await setFacility(db, gate.facilityId, { guardrails: JSON.stringify([guardrail]) });
    const key = await aKey(db, gate.facilityId, { limits: { contentFilters: [input('email', 'flag')] } });
    expect((await gate.chat('mail ada@example.com', {}, key.headers)).json.choices[0].message.content).toBe(
      'mail [email]',
    );
    const asked = gate.models.received.length;
    expect((await gate.chat('pay 4242 4242 4242 4242', {}, key.headers)).json.error).toMatchObject({
      code: 'guardrail_refused',
      message: expect.not.stringContaining('4242'),
    });
    expect((await gate.chat('hi', { model: 'blind-1' }, key.headers)).json.error.code).toBe('guardrail_refused');
    expect(gate.models.received).toHaveLength(asked);
    const seen = await gate.requests();
    expect(seen.map(({ status, code }) => [status, code])).toEqual([
      ['ok', 'flagged'],
      ['blocked', 'guardrail_refused'],
      ['blocked', 'guardrail_refused'],
    ]);
  });

  it('have a comment every 15 seconds while nothing comes', async () => {
    gate.models.behave({ pauseMs: 60 });
    const reading = gate.stream('hello world');
    await gate.until(async () => gate.models.received.length === 1);
    await clock.advance(Seconds(15));
    await clock.advance(Seconds(15));
    const { text, said } = await reading;
    expect(text).toMatch(/(?:^|\n\n):\n\n/);
    expect(said).toBe('hello world');
  });

  it('take 10 MB, no byte more, and write nothing of it down anywhere', async () => {
    const marker = 'MARKER-7f3a';
    await giveCredit(gate.world, gate.facilityId, 100_000_000);
    const room = 10 * 1024 * 1024 - 400;
    const big = await gate.chat(`${marker} ${'y'.repeat(room)}`, { max_tokens: 5 });
    expect(big.status).toBe(200);
    expect((await gate.chat('z'.repeat(10 * 1024 * 1024))).status).toBe(413);
    await gate.chat(marker, { stream: true, user: marker, metadata: { a: marker } });
    await gate.stream(marker);
    gate.models.faults.want({ kind: 'cut', bytes: 300, times: 1 }, { kind: 'refuse', status: 500, times: 3 });
    await gate.stream(marker);
    await gate.chat(marker);
    await gate.chat(marker, { model: marker });
    await gate.chat(marker, {}, { authorization: `Bearer ${gate.key.text.slice(0, -1)}` });
    await gate.settled();
    const kept = await everything(db);
    expect(kept).toContain(gate.key.hash);
    for (const secret of [marker, gate.key.text]) {
      expect(kept).not.toContain(secret);
      expect(JSON.stringify(gate.log)).not.toContain(secret);
    }
  });
});
