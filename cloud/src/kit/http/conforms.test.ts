import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations } from '../../areas.ts';
import { conformsTo } from './conforms.ts';

/** A copy of a value that differs at one place, out of numbers: a member more or less, or something else instead. */
const spoiled = (value: unknown, next: () => number): unknown => {
  const other = [undefined, null, '', 'x', -1, 1.5, true, {}, []][next() % 9];
  if (typeof value !== 'object' || value === null || next() % 6 === 0) return other;
  const names = Object.keys(value);
  const name = names[next() % Math.max(1, names.length)];
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? spoiled(item, next) : item));
  if (next() % 6 === 0) return { ...value, more: other };
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = value as Readonly<Record<string, unknown>>;
  return next() % 4 === 0 ? rest : { ...value, [name]: spoiled(inner, next) };
};

/** What parsing says, held against what conforms: that is taken as it is. */
const hold = (schema: z.ZodType, value: unknown): boolean => {
  if (conformsTo(schema)?.(value) !== true) return false;
  const parsed = schema.safeParse(value);
  expect(parsed.success).toBe(true);
  expect(parsed.data).toStrictEqual(value);
  return true;
};

describe('what conforms to the schema of an answer', () => {
  const answers = declarations.flatMap(({ success: { schema }, examples }) =>
    schema === undefined || examples?.success === undefined ? [] : [{ schema, example: examples.success as unknown }],
  );

  it('is what parsing takes and leaves as it is, of whatever endpoint', () => {
    let held = 0;
    fc.assert(
      fc.property(fc.constantFrom(...answers), fc.array(fc.nat(1_000), { minLength: 30 }), (answer, numbers) => {
        let at = 0;
        const value = spoiled(answer.example, () => numbers[at++ % numbers.length] ?? 0);
        if (hold(answer.schema, value)) held++;
      }),
      { numRuns: 2_000 },
    );
    expect(held).toBeGreaterThan(20);
  });

  it('is the example of most endpoints', () => {
    const held = answers.filter(({ schema, example }) => hold(schema, example));
    expect(held.length).toBeGreaterThan(answers.length / 2);
  });

  it.each([
    ['of a text that is trimmed', z.string().trim(), ' a '],
    ['of a text that becomes a number', z.coerce.number(), '1'],
    ['of what has a default', z.object({ a: z.string().default('a') }), {}],
    ['of what has more members than are known', z.object({ a: z.string() }), { a: 'a', b: 1 }],
    ['of what is made into something else', z.string().transform((text) => text.length), 'a'],
    [
      'of the first way that leaves members out',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      { b: 'b' },
    ],
    ['of a date', z.object({ at: z.string() }), { at: new Date(0) }],
    [
      'of a class of its own',
      z.object({ a: z.string() }),
      new (class {
        a = 'a';
      })(),
    ],
    ['of a name that has a meaning of its own', z.record(z.string(), z.unknown()), JSON.parse('{"__proto__":1}')],
    ['of a rule over all members', z.object({ a: z.number() }).refine(({ a }) => a > 1), { a: 0 }],
    ['of no number', z.number(), Number.NaN],
    ['of what is not there', z.object({ a: z.string() }), {}],
  ])('is nothing %s', (_what, schema, value) => {
    expect(conformsTo(schema)?.(value) ?? false).toBe(false);
  });
});
