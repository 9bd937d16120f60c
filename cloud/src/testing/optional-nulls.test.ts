import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations } from '../areas.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { examplesOf } from '../kit/http/example-of.ts';
import { parseInput } from '../kit/http/validate.ts';
import { unlockDoor } from '../operation/unlocks/unlocks.endpoints.ts';

const endpoints = declarations;
const object = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema : undefined);

/** Members that a body may leave out and whose `null` means nothing of its own. */
const optionalOf = (endpoint: AnyEndpoint): string[] =>
  Object.entries(object(endpoint.body)?.shape ?? {})
    .filter(([, member]) => member.safeParse(undefined).success && !member.safeParse(null).success)
    .map(([name]) => name);

const bodyOf = (endpoint: AnyEndpoint, body: object) => {
  const only = { surface: endpoint.surface, body: endpoint.body } as AnyEndpoint;
  return parseInput(only, { params: {}, search: '', body }).body;
};

describe('P1 null in an optional field is the field’s absence', () => {
  const cases = endpoints.flatMap((endpoint) => {
    const names = optionalOf(endpoint);
    return names.length === 0 ? [] : [{ id: endpoint.id, endpoint, names }];
  });

  it.each(cases)('$id', ({ endpoint, names }) => {
    const example = (examplesOf(endpoint).body ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of names) {
      const { [name]: _gone, ...rest } = example;
      const outcome = (body: object) => {
        try {
          return { body: bodyOf(endpoint, body) };
        } catch (fault) {
          return { refused: (fault as Error).message };
        }
      };
      expect(outcome({ ...rest, [name]: null })).toEqual(outcome(rest));
    }
  });

  it('is asked of unlock, simulate and passes, on the platform, and of what is in lists and in lists of kinds', () => {
    expect(cases.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['doors.unlock', 'sandbox.simulate', 'passes.issue', 'grants.create']),
    );
  });

  it('holds at every depth, and leaves every other null to the schema', () => {
    const schema = z.object({
      clears: z.string().nullable().optional(),
      due: z.string(),
      free: z.record(z.string(), z.unknown()).optional(),
      list: z.array(z.object({ note: z.string().optional(), size: z.int().default(3) })),
      target: z.discriminatedUnion('to', [
        z.strictObject({ to: z.literal('door'), hours: z.int().optional() }),
        z.strictObject({ to: z.literal('all'), hours: z.int().nullable().optional(), why: z.string().optional() }),
      ]),
    });
    const endpoint = { ...unlockDoor, body: schema };
    const valid = { clears: null, due: 'x', free: { a: null }, list: [{ note: null, size: null }] };
    expect(bodyOf(endpoint, { ...valid, target: { to: 'all', hours: null, why: null } })).toEqual({
      clears: null,
      due: 'x',
      free: { a: null },
      list: [{ size: 3 }],
      target: { to: 'all', hours: null },
    });
    const refused = { ...valid, due: null, target: { to: 'all' } };
    expect(() => bodyOf(endpoint, refused)).toThrow(/body\.due/);
    expect(refused.list).toEqual([{ note: null, size: null }]);
  });
});
