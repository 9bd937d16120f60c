import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keptObject } from './kept-object.ts';
import { bodyShapeOf } from './large-bodies.ts';
import { readLargeBody } from './large-body.ts';

const Body = z.object({
  name: z.string().max(120),
  seconds: z.int().optional(),
  notes: keptObject().optional().describe('Kept.'),
});
const MEGABYTES = 10 * 1024 * 1024;
const read = (text: string) => readLargeBody(Buffer.from(text), { keys: 700_000 }, bodyShapeOf(Body));
const filled = (before: string, unit: string, after: string) =>
  before + unit.repeat(Math.floor((MEGABYTES - before.length - after.length) / unit.length)) + after;
const kept = (body: ReturnType<typeof read>) =>
  'kept' in body && body.kept.notes ? Buffer.from(body.kept.notes).toString() : undefined;

describe('P10 what a large body leaves for the event loop’s thread', () => {
  it.each([
    ['a million numbers', filled('{"name":"a","notes":{"n":[', '1234567,', '0]}}')],
    ['objects', `{"name":"a","notes":{"n":[${'{"k":{}},'.repeat(300_000)}{}]}}`],
    ['one long text', filled('{"name":"a","notes":{"n":"', 'é', '"}}')],
    ['many keys', `{"name":"a","notes":{${Array.from({ length: 9_999 }, (_, i) => `"k${i}":{"x":[[]]}`).join()}}}`],
  ])('is bytes and a few characters: of kept members that are %s', (_what, text) => {
    const body = read(text);
    expect(body).toMatchObject({ text: '{"name":"a","notes":{}}' });
    expect(kept(body)).toBe(JSON.stringify(JSON.parse(text).notes));
  });

  it.each([
    [
      'of other members',
      filled('{"name":"a","seconds":5,"x":[', `[${'1,'.repeat(20)}1],`, '1]}'),
      '{"name":"a","seconds":5}',
    ],
    ['of a kept member that is a list', filled('{"name":"a","notes":[', '1,', '1]}'), '{"name":"a","notes":[]}'],
    ['of a kept member that is a text', filled('{"name":"a","notes":"', 'x', '"}'), '{"name":"a","notes":""}'],
    ['of a body that is a list', filled('[', '1,', '1]'), '[]'],
    ['of a body that is a text', filled('"', 'x', '"'), '""'],
    ['of blanks', filled('{"name":null', ' ', '}'), '{"name":null}'],
  ])('is nothing %s', (_what, text, left) => {
    expect(read(text)).toEqual({ text: left, kept: {} });
  });

  it('names what is too long, and is nothing else', () => {
    for (const value of [filled('"', 'x', '"'), `[${'0,'.repeat(1_000_000)}0]`])
      expect(read(`{"name":${value}}`)).toEqual({
        problems: [{ path: 'body.name', rule: 'too_big', message: 'must be at most 65536 characters of JSON' }],
      });
  });

  it.each([
    ['no JSON', '{"name":"a","notes":{}', 'invalid_json'],
    ['no UTF-8', '', 'invalid_utf8'],
    ['nested too deep', `{"notes":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, 'nested_too_deep'],
    ['a repeated key', '{"notes":{"a":1,"a":2}}', 'duplicate_key'],
    ['a reserved key', '{"notes":{"__proto__":1}}', 'reserved_key'],
    ['a NUL', '{"notes":{"a":"\\u0000"}}', 'nul_character'],
    ['a number that no integer can be', '{"notes":{"a":1e300}}', 'number_out_of_range'],
    ['an integer with a fraction', '{"seconds":1.0}', 'not_an_integer'],
  ])('is refused by the rules of every body: %s', (_what, text, rule) => {
    const bytes = text === '' ? Buffer.from([0x22, 0xff, 0x22]) : Buffer.from(text);
    const body = readLargeBody(bytes, { keys: 700_000 }, bodyShapeOf(Body));
    expect(body).toMatchObject({ problems: [{ rule }] });
  });

  it('needs a schema that ignores what it does not know', () => {
    for (const schema of [z.strictObject({}), z.looseObject({}), z.array(z.string())])
      expect(() => bodyShapeOf(schema)).toThrow('a body that may be large');
  });
});
