import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountOf, ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { aKey, giveCredit, setFacility } from './testing/stored.ts';

describe.each(ENGINES)('the gate on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let gate: Gate;
  beforeEach(async () => {
    db = await open();
    gate = await serveGate(db, clock);
    await giveCredit(gate.world, gate.facilityId, 1_000_000);
  });
  afterEach(() => gate.close());
  const refused = (status: number, code: string) => ({ status, json: { error: { code } } });

  it('answers whole, charges what was used, and says what it came to', async () => {
    const answer = await gate.chat('hello world', { max_tokens: 50 });
    const id = answer.headers['x-generation-id'];
    expect(answer).toMatchObject({
      status: 200,
      json: {
        id,
        object: 'chat.completion',
        model: 'small-1',
        choices: [{ message: { content: 'hello world' } }],
        usage: { prompt_tokens: 11, completion_tokens: 3 },
      },
    });
    const cost = 11 + 2 * 3;
    expect(await gate.credit()).toEqual({ credit: 1_000_000 - cost, revenue: cost, shortfall: 0, held: 0 });
    expect(await gate.requests()).toMatchObject([
      { id, state: 'settled', status: 'ok', tokens_in: 11, tokens_out: 3, cost_micros: cost, usage_source: 'provider' },
    ]);
    expect(await gate.rollups()).toMatchObject([
      { requests: 1, cost_micros: cost, model: 'small-1', provider: 'one', status: 'ok', subject: gate.key.hash },
    ]);
    expect((await gate.get(`generation?id=${id}`)).json).toMatchObject({
      data: { id, status: 'ok', tokens_prompt: 11, tokens_completion: 3, cost_micros: cost },
    });
  });

  it('notes within ten seconds when a key was used last', async () => {
    await gate.chat('hello');
    const at = clock.wallMs();
    await clock.advance(Seconds(10));
    const last = () => db.read((tx) => tx.selectFrom('ai_key').select('last_used_at').executeTakeFirstOrThrow());
    await expect.poll(async () => Number((await last()).last_used_at)).toBe(at);
  });

  it('answers 402 as long as anything is owed, however much credit there is, and asks nobody', async () => {
    const owner = ownerKeyOf({ kind: 'facility', id: gate.facilityId });
    const move = (key: string, debit: AccountOf, credit: AccountOf) =>
      db.write((tx) =>
        gate.world.ledger.post(tx, {
          ...{ key, kind: 'refund', debit, credit, currency: gate.world.ledger.currency, micros: 1 },
          ...{ about: key, by: 'system:test' },
        }),
      );
    const [owed, clearing] = [
      { owner, account: 'ai-receivable' } as const,
      { owner, account: 'card-clearing' } as const,
    ];
    await move('given-back', owed, clearing);
    expect(await gate.chat('hello')).toMatchObject(refused(402, 'insufficient_credit'));
    expect(gate.models.received).toEqual([]);
    await move('paid', clearing, owed);
    expect((await gate.chat('hello')).status).toBe(200);
  });

  it('hands on what it does not know, and nothing of who asks', async () => {
    const odd = { temperature: 0.7, top_p: 0.25, logit_bias: { 50256: -100 }, custom: { deep: [1.5, null, 'ü'] } };
    expect((await gate.chat('hi', odd, { ...gate.key.headers, 'x-own': 'mine' })).status).toBe(200);
    const [sent] = gate.models.received;
    expect(JSON.parse(String(sent?.body))).toEqual({ ...gate.say('hi', odd), max_tokens: 4_096 });
    expect(sent?.headers.authorization).not.toContain(gate.key.text);
    expect(sent?.headers).not.toHaveProperty('x-own');
  });

  it('answers in events, with the usage only where it is asked for', async () => {
    const plain = await gate.stream('hello world');
    expect(plain).toMatchObject({ status: 200, said: 'hello world', isCut: false });
    expect(plain.headers['content-type']).toBe('text/event-stream');
    expect(plain.text).toMatch(/data: \[DONE\]\n\n$/);
    expect(plain.text).not.toContain('usage');
    const asked = await gate.stream('hello world', { stream_options: { include_usage: true } });
    expect(asked.events.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } });
    expect(new Set(asked.events.map(({ id }) => id))).toEqual(new Set([asked.headers['x-generation-id']]));
    expect(await gate.credit()).toMatchObject({ revenue: 34, held: 0 });
    expect(await gate.requests()).toMatchObject([
      { streamed: 1, status: 'ok', first_token_ms: expect.any(Number) },
      { streamed: 1, status: 'ok', usage_source: 'provider' },
    ]);
  });

  it('embeds, lists models, and tells of the key', async () => {
    const embedded = await gate.post('embeddings', { model: 'embed-1', input: ['one', 'three'] });
    expect(embedded).toMatchObject({ status: 200, json: { data: [{ index: 0 }, { index: 1 }] } });
    expect(await gate.credit()).toMatchObject({ revenue: 3, held: 0 });
    const { json } = await gate.get('models');
    expect(json).toMatchObject({
      data: [
        { id: 'blind', images: false },
        { id: 'embed-1', kind: 'embedding' },
        { id: 'small-1', pricing: { input_micros: 1_000_000, output_micros: 2_000_000 } },
      ],
    });
    expect((await gate.get('models/small-1')).json).toMatchObject({ id: 'small-1', owned_by: 'one' });
    expect(await gate.get('models/none')).toMatchObject(refused(404, 'model_not_found'));
    expect((await gate.get('key')).json).toMatchObject({ source: 'key', label: 'Test', caps: [], currency: 'EUR' });
    expect(await gate.get('assistants')).toMatchObject(refused(404, 'unsupported_endpoint'));
    expect(await gate.post('completions', {})).toMatchObject(refused(404, 'unsupported_endpoint'));
  });

  it('[R104] answers 402 while it is paused, from the next request on, until it is resumed', async () => {
    expect((await gate.chat('hi')).status).toBe(200);
    await setFacility(db, gate.facilityId, { paused_at: 1, paused_by: 'usr_test', pause_reason: 'Too much' });
    expect(await gate.chat('hi')).toMatchObject(refused(402, 'inference_paused'));
    expect(await gate.post('embeddings', { model: 'embed-1', input: 'x' })).toMatchObject(
      refused(402, 'inference_paused'),
    );
    expect((await gate.get('key')).json).toMatchObject({ paused: true });
    await setFacility(db, gate.facilityId);
    expect((await gate.chat('hi')).status).toBe(200);
    expect((await gate.requests()).map(({ status, code }) => [status, code])).toEqual([
      ['ok', null],
      ['refused', 'inference_paused'],
      ['refused', 'inference_paused'],
      ['ok', null],
    ]);
  });

  it('refuses in one order, and writes down what it refuses of whoever it knows', async () => {
    const { facilityId } = gate;
    const asking = (headers: Record<string, string>, body: unknown = gate.say('hi')) =>
      gate.post('chat/completions', body, headers);
    expect(await asking({ authorization: 'Bearer sk-gh-v1-nobody' })).toMatchObject(refused(401, 'unauthenticated'));
    const key = await aKey(db, facilityId, {
      expires_at: 0,
      disabled: 1,
      limits: { rpmLimit: 2, tpmLimit: 600, allowedModels: ['small-1', 'nowhere'] },
    });
    const set = (change: object) =>
      db.write((tx) => tx.updateTable('ai_key').set(change).where('hash', '=', key.hash).execute());
    await setFacility(db, facilityId, { enabled_at: null, paused_at: 1 });
    expect(await asking(key.headers)).toMatchObject(refused(403, 'not_enabled'));
    await setFacility(db, facilityId, { paused_at: 1 });
    expect(await asking(key.headers)).toMatchObject(refused(402, 'inference_paused'));
    await setFacility(db, facilityId);
    expect(await asking(key.headers)).toMatchObject(refused(401, 'key_expired'));
    await set({ expires_at: null });
    expect(await asking(key.headers)).toMatchObject(refused(403, 'key_disabled'));
    await set({ disabled: 0 });
    expect(await asking(key.headers, { model: 'small-1' })).toMatchObject(refused(400, 'invalid_request'));
    expect(await asking(key.headers, gate.say('hi', { model: 'none' }))).toMatchObject(refused(404, 'model_not_found'));
    const limited = await asking(key.headers, { model: 'small-1' });
    expect(limited).toMatchObject(refused(429, 'key_rate_exceeded'));
    expect(limited.headers).toMatchObject({ 'x-ratelimit-limit-requests': '2', 'x-ratelimit-remaining-requests': '0' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await clock.advance(Minutes(1));
    expect(await asking(key.headers, gate.say('hi', { model: 'blind' }))).toMatchObject(
      refused(403, 'model_not_allowed'),
    );
    expect(await asking(key.headers, gate.say('hi', { max_tokens: 500 }))).toMatchObject(
      refused(429, 'key_tokens_exceeded'),
    );
    const rows = await gate.requests();
    expect(rows.map(({ code }) => code)).toEqual([
      'not_enabled',
      'inference_paused',
      'key_expired',
      'key_disabled',
      'invalid_request',
      'model_not_found',
      'key_rate_exceeded',
      'model_not_allowed',
      'key_tokens_exceeded',
    ]);
    expect(rows.map(({ model }) => model).filter((model) => model !== '')).toEqual(['blind', 'small-1']);
    expect(await gate.credit()).toMatchObject({ revenue: 0, held: 0 });
  });
});
