import { describe, expect, it } from 'vitest';
import { compileKind } from './compile-kind.ts';
import { judgeBatch } from './judge-batch.ts';
import { batchKind, type ThingRow } from './testing/sample.batch.ts';
import type { LinkKey, Verdict } from './verdicts.ts';

const compiled = compileKind(batchKind);
const judgeText = (text: string | Buffer, linkKey: LinkKey = 'facility_id') =>
  judgeBatch(compiled, Buffer.from(text), linkKey);
const judge = (things: unknown, linkKey?: LinkKey) => judgeText(JSON.stringify({ things }), linkKey);
const verdictsOf = (things: unknown, linkKey?: LinkKey) => {
  const { head, next } = judge(things, linkKey);
  const all: Verdict<ThingRow>[] = [];
  for (let piece = next(); piece !== undefined; piece = next()) all.push(...(piece as Verdict<ThingRow>[]));
  return { head, all };
};
const reasonOf = (thing: unknown, linkKey?: LinkKey) => {
  const [verdict] = verdictsOf([thing], linkKey).all;
  return verdict !== undefined && 'skip' in verdict ? verdict.skip : undefined;
};
/** What is said of the fields of an item that is taken without them. */
const ignoredOf = (thing: unknown) => {
  const [verdict] = verdictsOf([thing]).all;
  return verdict !== undefined && 'row' in verdict ? verdict.ignored?.map(({ reason }) => reason) : undefined;
};
const thing = (fields: object = {}) => ({ facility_id: 'fac', thing_id: 'a', ...fields });

describe('judging a batch', () => {
  it.each([
    ['', 'body', 'invalid_json'],
    ['{"things":', 'body', 'invalid_json'],
    ['{"things":[]}x', 'body', 'invalid_json'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'body', 'invalid_utf8'],
    ['[]', 'body', 'invalid_type'],
    ['null', 'body', 'invalid_type'],
    ['"things"', 'body', 'invalid_type'],
    ['{}', 'body.things', 'invalid_type'],
    ['{"things":{}}', 'body.things', 'invalid_type'],
    ['{"things":null}', 'body.things', 'invalid_type'],
    ['{"things":"a"}', 'body.things', 'invalid_type'],
    ['{"things":[],"things":[]}', 'body', 'duplicate_key'],
    [`{"things":${'['.repeat(40)}${']'.repeat(40)}}`, 'body', 'nested_too_deep'],
  ])('refuses %s as a whole, naming the rule', (text, path, rule) => {
    const { head, next } = judgeText(text);
    expect(head).toMatchObject({ is: 'malformed', problem: { path, rule, message: expect.any(String) } });
    expect(next()).toBeUndefined();
  });

  it('makes a row of each item that fits, with what the strict rules have found, in the order sent', () => {
    const { head, all } = verdictsOf([thing({ size: 2 }), thing({ thing_id: 'b', colour: 'red', unknown: 1 })]);
    expect(head).toEqual({ is: 'accepted', total: 2, unnamed: 0, guesses: [] });
    expect(all).toEqual([
      { index: 0, ids: ['a', null], link: 'fac', row: { id: 'a', size: 2 } },
      { index: 1, ids: ['b', 'red'], link: 'fac', row: { id: 'b', size: 0 } },
    ]);
  });

  it('takes an empty batch', () => {
    expect(verdictsOf([])).toEqual({ head: { is: 'accepted', total: 0, unnamed: 0, guesses: [] }, all: [] });
  });

  it.each([
    [thing({ facility_id: undefined }), 'Missing facility_id'],
    [thing({ facility_id: null }), 'Missing facility_id'],
    [thing({ facility_id: '' }), 'Missing facility_id'],
    [thing({ facility_id: 7 }), 'facility_id: must be a string of 1 to 120 characters'],
    [thing({ facility_id: 'x'.repeat(121) }), 'facility_id: must be a string of 1 to 120 characters'],
    [thing({ thing_id: undefined }), 'Missing thing_id'],
    [thing({ thing_id: 7 }), 'thing_id: must be a string'],
    [thing({ thing_id: '' }), 'thing_id: must have 1 to 20 characters'],
    [thing({ size: 13 }), 'size: brings bad luck'],
    [{ colour: 'blue' }, 'Missing facility_id; Missing thing_id; colour: must be one of red, green'],
  ])('skips %j with the field and the rule', (item, reason) => expect(reasonOf(item)).toContain(reason));

  it.each([
    [thing({ colour: 'blue' }), 'colour: must be one of red, green'],
    [thing({ size: 1.5 }), 'size: must be an integer'],
    [thing({ size: -1 }), 'size: must be at least 0'],
    [thing({ parts: 'x' }), 'parts: must be an array'],
    [thing({ parts: [{}, {}, {}, {}] }), 'parts: must have at most 3 items'],
    [thing({ parts: [{}] }), 'parts[0].name: is required'],
    [thing({ parts: [{ name: 'x', nam: 'y' }] }), 'parts[0]: must not have nam'],
  ])('S1 takes %j without the field that is wrong, and names it with the rule', (item, reason) =>
    expect(ignoredOf(item)).toEqual([expect.stringContaining(reason)]),
  );

  it.each([[null], [7], ['a'], [[]], [true]])('skips what is no object (%j), by its place', (item) => {
    expect(verdictsOf([thing(), item]).all[1]).toEqual({
      index: 1,
      ids: [null, null],
      link: null,
      skip: 'Item 1 is not an object',
    });
  });

  it('[R14] looks at the configured link only, whatever the other one is', () => {
    expect(reasonOf(thing({ linking_identifier: 7 }))).toBeUndefined();
    expect(reasonOf({ thing_id: 'a', facility_id: {}, linking_identifier: 'x' }, 'linking_identifier')).toBeUndefined();
    expect(reasonOf(thing(), 'linking_identifier')).toBe('Missing linking_identifier');
  });

  it.each(['1.0', '1e2', '-0', '9007199254740992', '1E400'])('judges an integer by how it is written: %s', (token) => {
    const text = (field: string) => `{"things":[{"thing_id":"a","facility_id":"fac","${field}":${token}}]}`;
    const { head, next } = judgeText(text('size'));
    expect(head.is).toBe('accepted');
    const rule = expect.stringMatching(/^size: must be an integer within/);
    expect(next()).toMatchObject([{ row: { size: 0 }, ignored: [{ path: 'size', reason: rule }] }]);
    expect(judgeText(text('code')).head).toMatchObject({
      is: 'refused',
      problemCount: 1,
      problems: [{ index: 0, id: 'a', path: 'code', code: 'not_an_integer' }],
    });
    expect(judgeText(text('unknown')).next()).toMatchObject([{ row: { id: 'a' } }]);
  });

  it('takes 2^53 − 1', () => {
    expect(verdictsOf([thing({ size: Number.MAX_SAFE_INTEGER, code: Number.MAX_SAFE_INTEGER })]).all).toMatchObject([
      { row: { size: Number.MAX_SAFE_INTEGER } },
    ]);
  });

  it('is refused whole for what breaks a strict rule, also in an item that would be skipped', () => {
    const { head, next } = judge([thing(), { code: 'x' }, thing({ thing_id: 'c', code: 1.5 })]);
    expect(head).toMatchObject({
      is: 'refused',
      problemCount: 2,
      problems: [
        { index: 1, id: null, link: null, path: 'code', code: 'not_an_integer', message: 'must be an integer' },
        { index: 2, id: 'c', link: 'fac', path: 'code', code: 'not_an_integer', message: 'must be an integer' },
      ],
    });
    expect(next()).toBeUndefined();
  });

  it('names a hundred problems and counts them all', () => {
    expect(judge(Array.from({ length: 250 }, () => thing({ code: 'x' }))).head).toMatchObject({
      problemCount: 250,
      problems: { length: 100 },
    });
  });

  it.each([32, 100])('[R3] takes 1001 items, and hands out at most %i rows at a time', (rowsAtOnce) => {
    const things = Array.from({ length: 1001 }, (_, i) => (i % 3 === 2 ? i : thing({ thing_id: `t${i}` })));
    const text = Buffer.from(JSON.stringify({ things }));
    const { head, next } = judgeBatch(compiled, text, 'facility_id', rowsAtOnce);
    expect(head).toMatchObject({ total: 1001 });
    const indices: number[] = [];
    for (let piece = next(); piece !== undefined; piece = next()) {
      const rows = piece.filter((verdict) => 'row' in verdict);
      expect(rows.length).toBeLessThanOrEqual(rowsAtOnce);
      expect(piece.length).toBeGreaterThan(0);
      indices.push(...piece.map(({ index }) => index));
    }
    expect(indices).toEqual(Array.from({ length: 1001 }, (_, i) => i));
  });

  it('names ten thousand skipped items, and counts those beyond', () => {
    const { head, all } = verdictsOf(Array.from({ length: 10_007 }, () => 0));
    expect(head).toEqual({ is: 'accepted', total: 10_007, unnamed: 7, guesses: [] });
    expect(all).toHaveLength(10_000);
  });

  it('refuses more items than fit into memory, and more numbers that are no integers than are worth naming', () => {
    expect(judgeText(`{"things":[${'0,'.repeat(200_000)}0]}`).head).toEqual({
      is: 'too_many',
      total: 200_001,
      max: 200_000,
    });
    const odd = `{"things":[${'{"size":1.0},'.repeat(20_000)}0]}`;
    expect(judgeText(odd).head).toMatchObject({ is: 'malformed', problem: { rule: 'not_an_integer' } });
  });

  it('explains an item of any size in a bounded time and length', () => {
    const [reason] = ignoredOf(thing({ parts: Array.from({ length: 50_000 }, () => ({ nam: 1 })) })) ?? [];
    expect(reason).toBe('parts: must NOT have more than 3 items');
    const [wordy] =
      ignoredOf(thing({ parts: [Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1]))] })) ?? [];
    expect(wordy?.length).toBeLessThanOrEqual(500);
  });
});
