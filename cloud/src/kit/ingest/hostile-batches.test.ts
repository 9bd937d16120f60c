// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';

const [sqlite] = ENGINES;
const clock = new ManualClock();
const path = '/partner/v1/membership-plans';
const LIMIT = 10 * 1024 * 1024;
let db: Database;
let api: PartnerApi;
let live: Record<string, string>;
beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  db = await sqlite.open();
  api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
  live = basic((await api.keyOf('live')).text);
});
afterAll(() => api.close());
beforeEach(() => api.moveOn());

const plan = (id: string, members = '') =>
  `{"facility_id":"${api.world.facilityId}","membership_plan_id":"${id}","name":"Plan"${members}}`;
const batch = (...plans: string[]) => batchOf(plans);
const batchOf = (plans: readonly string[]) => `{"membership_plans":[${plans.join()}]}`;
const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  api.send({ method: 'POST', path, headers: { ...live, ...headers }, body });
const expectServed = async () => expect((await send(batch(plan('good')))).json.metadata).toMatchObject({ success: 1 });
const storedIds = async () => {
  const rows = await db.read((tx) => tx.selectFrom('membership_plan').select('membership_plan_id').execute());
  return rows.map(({ membership_plan_id: id }) => id);
};
/** Spaces behind the batch, up to so many bytes. */
const padded = (text: string, size: number) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc(size - text.length, ' ')]);
const filled = (unit: string, before = '', after = '') =>
  before + unit.repeat(Math.floor((LIMIT - before.length - after.length) / unit.length)) + after;

describe('a hostile batch is refused with the rule, and the next request is served', () => {
  it.each<[string, () => string | Uint8Array, string]>([
    ['of nothing', () => '', 'invalid_json'],
    ['cut off', () => batch(plan('a')).slice(0, -1), 'invalid_json'],
    ['with something behind it', () => `${batch(plan('a'))},`, 'invalid_json'],
    [
      'of bytes that are no UTF-8',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3]), Buffer.from('"}')]),
      'invalid_utf8',
    ],
    ['in UTF-16', () => Buffer.from(batch(), 'utf16le'), 'invalid_json'],
    [
      'of an overlong NUL',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
      'invalid_utf8',
    ],
    ['that is no object', () => '[1]', 'invalid_type'],
    ['without its array', () => '{}', 'invalid_type'],
    ['with another kind of array', () => '{"membership_plans":{"0":1}}', 'invalid_type'],
    ['nested too deep', () => batch(`${'['.repeat(40)}${']'.repeat(40)}`), 'nested_too_deep'],
    ['of 10 MB of brackets', () => filled('['), 'nested_too_deep'],
    ['of 10 MB of nested objects', () => filled('{"a":'), 'nested_too_deep'],
    ['with its array twice', () => `{"membership_plans":[],"membership_plans":[${plan('a')}]}`, 'duplicate_key'],
    ['with a raw NUL', () => batch(plan('a', ',"description":"a\0b"')), 'invalid_json'],
    [
      'of more keys than 10 MB of honest items have',
      () => batchOf(new Array(70_001).fill(`{${[...'abcdefghij'].map((key) => `"${key}":1`).join()}}`)),
      'too_many_keys',
    ],
    [
      'of more different keys than anybody needs',
      () => batchOf(Array.from({ length: 30_000 }, (_, i) => `{"${i}a":1,"${i}b":1,"${i}c":1}`)),
      'too_many_keys',
    ],
    [
      'of an object with more keys than anybody needs',
      () => batch(`{${Array.from({ length: 10_001 }, (_, i) => `"${i}":1`).join()}}`),
      'too_many_keys',
    ],
    [
      'of more objects than memory should hold',
      () => filled('{},', '{"membership_plans":[', '{}]}'),
      'too_many_values',
    ],
    ['of more arrays than memory should hold', () => filled('[],', '{"membership_plans":[', '[]]}'), 'too_many_values'],
    [
      'of more wrong numbers than are worth naming',
      () => batchOf(Array.from({ length: 20_000 }, () => '{"price":1.0}')),
      'not_an_integer',
    ],
  ])('%s', async (_what, body, rule) => {
    const before = await storedIds();
    const answer = await send(body());
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request', errors: [{ rule }] } });
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
    expect(await storedIds()).toEqual(before);
    await expectServed();
  });

  it.each([
    '1.0',
    '0.5',
    '1e3',
    '1E0',
    '-0',
    '-0.0',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740992',
    '1e400',
    '1'.repeat(400),
  ])('S1 an integer that is written as %s is not taken, and all else of its item is', async (token) => {
    const { status, json } = await send(
      batch(plan('odd', `,"price":${token}`), plan('even', ',"price":9007199254740991')),
    );
    expect([status, json.metadata.success]).toEqual([200, 2]);
    expect(json.metadata.ignored_fields).toMatchObject([
      { index: 0, membership_plan_id: 'odd', reason: expect.stringMatching(/^price: must be an integer/) },
    ]);
    expect(await storedIds()).toContain('odd');
    await expectServed();
  });

  it('more items than a request takes are 422', async () => {
    expect(await send(batchOf(new Array(200_001).fill('0')))).toMatchObject({
      status: 422,
      json: { error: 'too_many_items' },
    });
    await expectServed();
  });

  it.each([
    ['items that are nothing', () => batchOf(new Array(200_000).fill('0')), 200_000],
    ['items that are empty', () => batchOf(new Array(150_000).fill('{}')), 150_000],
    [
      'one item of a million strings',
      () => batch(plan('a', `,"access_zones":[${new Array(1_000_000).fill('""').join()}]`)),
      0,
    ],
    ['one text of 10 MB', () => batch(plan('a', `,"description":"${'é'.repeat(5_000_000)}"`)), 0],
    ['one key of 10 MB', () => batch(plan('a', `,"${'k'.repeat(10_000_000)}":{"name":1}`), '0'), 1],
    [
      'two keys of 5 MB that are alike up to their ends',
      () => batch(plan('a', `,"${'k'.repeat(5_000_000)}a":1,"${'k'.repeat(5_000_000)}b":1`), '0'),
      1,
    ],
    ['numbers of a million digits', () => batch(plan('a', `,"price":1${'0'.repeat(1_000_000)}`)), 0],
  ])('%s are not taken, in an answer that does not grow with them', async (_what, body, skipped) => {
    const answer = await send(body());
    expect(answer).toMatchObject({ status: 200, json: { metadata: { skipped } } });
    expect(answer.json.metadata.skipped_items.length).toBe(Math.min(skipped, 10_000));
    expect(answer.text.length).toBeLessThan(2_000_000);
    await expectServed();
  });
});

describe('the size of a batch', () => {
  it('[R2] may be 10 MB to the byte, whether the length is said or not; one byte more is 413', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as const) {
      const fits = await send(padded(batch(plan('large')), LIMIT), headers);
      expect(fits).toMatchObject({ status: 200, json: { metadata: { success: 1 } } });
      const over = await send(padded(batch(plan('over')), LIMIT + 1), headers);
      expect(over).toMatchObject({ status: 413, json: { error: 'payload_too_large' } });
      await expectServed();
      await api.moveOn();
    }
    expect(await storedIds()).not.toContain('over');
  });

  it('[R2, R3] may be 10 MB of honest items', async () => {
    const one = plan('plan-000000', ',"price":4900,"class_limit":null,"is_trial":false');
    const count = Math.floor((LIMIT - batch().length) / (one.length + 1));
    const body = batchOf(Array.from({ length: count }, (_, n) => one.replace('000000', String(n).padStart(6, '0'))));
    expect(body.length).toBeGreaterThan(LIMIT - 200);
    const dry = basic((await api.keyOf('dryrun')).text);
    expect((await send(body, dry)).json.metadata).toMatchObject({ success: count, skipped: 0 });
  });
});

describe('whatever is sent as a batch', () => {
  it('is answered sanely', { timeout: 60_000 }, async () => {
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record({ facility_id: fc.jsonValue(), membership_plan_id: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(item),
        fc.nat(),
        fc.nat(3),
        fc.string({ unit: 'binary', maxLength: 3 }),
        async (items, at, cut, put) => {
          const text = JSON.stringify({ membership_plans: items });
          const place = at % (text.length + 1);
          await api.moveOn();
          for (const body of [text, text.slice(0, place) + put + text.slice(place + cut)]) {
            const { status, json } = await send(body);
            expect([200, 400]).toContain(status);
            if (status === 200)
              expect(json.metadata.success + json.metadata.skipped).toBe(JSON.parse(body).membership_plans.length);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
