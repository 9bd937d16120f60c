import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeRequestIssue } from './rule-words.ts';

const said = (schema: z.ZodType, value: unknown): string | undefined =>
  schema
    .safeParse(value, { error: describeRequestIssue })
    .error?.issues.map(({ message }) => message)
    .join('; ');

describe('a broken rule in words', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['what is not there', z.string(), undefined, 'is required'],
    ['a choice that is not there', z.enum(['on', 'off']), undefined, 'is required'],
    ['null', z.string(), null, 'must be a string'],
    ['another type', z.boolean(), 'yes', 'must be true or false'],
    ['a number of a query', z.coerce.number(), 'x', 'must be a number'],
    ['a fraction', z.number().int(), 1.5, 'must be an integer'],
    ['no choice', z.enum(['on', 'off']), 'maybe', 'must be one of on, off'],
    ['a constant', z.literal(true), false, 'must be true'],
    [
      'a long list of choices',
      z.enum([...'abcdefghijklm'] as [string]),
      'z',
      'must be one of a, b, c, d, e, f, g, h, i, j, k, l, …',
    ],
    ['an empty text', z.string().min(1), '', 'must have at least 1 character'],
    ['a long text', z.string().max(2), 'abc', 'must have at most 2 characters'],
    ['a short list', z.array(z.string()).min(2), [], 'must have at least 2 items'],
    ['a number above', z.number().max(23), 25, 'must be at most 23'],
    ['a number at the edge', z.number().gt(0), 0, 'must be more than 0'],
    ['a multiple', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    ['members too many', z.strictObject({}), { a: 1, b: 2 }, 'must not have a, b'],
    ['a moment', z.iso.datetime({ offset: true }), 'now', 'must be a date and time such as 2026-01-31T09:30:00Z'],
    ['a day', z.iso.date(), '2026-13-01', 'must be a date of the calendar, YYYY-MM-DD'],
    [
      'a form by its member',
      z.discriminatedUnion('to', [z.object({ to: z.literal('door') }), z.object({ to: z.literal('facility') })]),
      { to: 'club' },
      'must be one of door, facility',
    ],
    [
      'neither of two forms',
      z.union([z.strictObject({ eventId: z.string() }), z.strictObject({ from: z.string(), to: z.string() })]),
      {},
      'has none of its forms (eventId: is required; or from: is required, to: is required)',
    ],
    [
      'neither of two formats',
      z.union([z.ipv4(), z.ipv6()]),
      'x',
      'has none of its forms (must be an IPv4 address; or must be an IPv6 address)',
    ],
    ['words of its own', z.string().regex(/^a$/, 'must be a'), 'b', 'must be a'],
  ])('of %s', (_what, schema, value, words) => {
    expect(said(schema, value)).toBe(words);
  });

  it('never has the value itself', () => {
    const schemas = [
      z.string().max(3),
      z.enum(['a']),
      z.email(),
      z.iso.date(),
      z.uuid(),
      z.number(),
      z.array(z.string()),
    ];
    for (const schema of schemas) expect(said(schema, 'hunter2')).not.toContain('hunter2');
  });
});
