import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findNotIntegers, integerFieldsOf } from './integer-fields.ts';

const schema = z.object({
  to: z.int(),
  share: z.number(),
  maybe: z.int().nullish(),
  either: z.union([z.int(), z.string()]).optional(),
  any: z.union([z.int(), z.number()]).optional(),
  unknown: z.unknown(),
  list: z.array(z.object({ at: z.int() }).meta({ id: 'IntegerPlace' })),
  pair: z.tuple([z.int(), z.number()]).rest(z.int()),
  byName: z.record(z.string(), z.int()),
  one: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), size: z.int() }),
    z.strictObject({ kind: z.literal('b'), size: z.number() }),
    z.strictObject({ kind: z.literal('c'), count: z.int() }),
  ]),
});

const found = (text: string, max = 100) => {
  const fields = integerFieldsOf(schema);
  return fields === undefined ? [] : findNotIntegers(text, fields, max).map((path) => path.join('.'));
};

describe('finding numbers that are no integers where integers are due', () => {
  it.each([
    ['{"to":1.0}', ['to']],
    ['{"to":1e3}', ['to']],
    ['{"to":-0}', ['to']],
    ['{"to":0.0}', ['to']],
    ['{"to":9007199254740991}', []],
    ['{"to":-9007199254740991}', []],
    ['{"to":9007199254740992}', ['to']],
    ['{"to":-9007199254740992}', ['to']],
    ['{"to":9007199254740990.9999}', ['to']],
    ['{"to":100000000000000000000000000}', ['to']],
    ['{"to":0}', []],
    ['{"to":-17}', []],
    ['{"to":"1.0"}', []],
    ['{"share":1.0,"unknown":[1.0,{"to":1.0}],"any":1.5}', []],
    ['{"maybe":1.0,"either":1e2}', ['maybe', 'either']],
    ['{"maybe":null}', []],
    ['{"list":[{"at":1},{"at":1.0},{"at":2e0,"to":1.0}]}', ['list.1.at', 'list.2.at']],
    ['{"pair":[1.0,1.0,1.0,2]}', ['pair.0', 'pair.2']],
    ['{"byName":{"x":1,"y":-0}}', ['byName.y']],
    ['{"one":{"kind":"c","count":1.0}}', ['one.count']],
    ['{"\\u0074o":1.0}', ['to']],
    [
      ' { "list" : [ { "at" : 1.0 } , { } ] ,\n"share": true, "x": [false, null, "\\"", "\\\\"], "to": 1E0 } ',
      ['list.0.at', 'to'],
    ],
    ['[1.0]', []],
    ['1.0', []],
  ])('in %s: %j', (text, paths) => expect(found(text)).toEqual(paths));

  it('names no more than were asked for', () => {
    expect(found(`{"list":[${'{"at":1.0},'.repeat(50)}{}]}`, 7)).toHaveLength(7);
  });

  it('finds nothing in what JSON.stringify writes of integers, and every one that is rewritten', () => {
    const value = fc.record({
      to: fc.maxSafeInteger(),
      list: fc.array(fc.record({ at: fc.maxSafeInteger(), unknown: fc.jsonValue() })),
      unknown: fc.jsonValue(),
    });
    fc.assert(
      fc.property(value, fc.boolean(), (sample, spaced) => {
        const text = JSON.stringify(sample, undefined, spaced ? 2 : 0);
        expect(found(text)).toEqual([]);
        const marked = JSON.stringify({ ...sample, to: 'HERE' }, undefined, spaced ? 2 : 0);
        expect(found(marked.replace('"HERE"', '1.0'))).toEqual(['to']);
      }),
    );
  });
});
