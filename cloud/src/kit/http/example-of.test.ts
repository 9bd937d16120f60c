import { expect, it } from 'vitest';
import { z } from 'zod';
import { exampleOf } from './example-of.ts';

const Id = z.string().meta({ id: 'ThingId', examples: ['thing_1', 'thing_2'] });
const Thing = z.object({
  id: Id.describe('Which one.'),
  name: z.string().meta({ examples: ['Chair'] }),
  at: z.iso.datetime(),
  state: z.enum(['new', 'old']),
  note: z.string().optional(),
  owner: Id.nullable(),
  done: z.literal(true),
});
const THING = {
  id: 'thing_1',
  name: 'Chair',
  at: '2026-01-01T09:30:00.000Z',
  state: 'new',
  owner: 'thing_1',
  done: true,
};

it('an example of a schema is made of those of its parts, and fits it', () => {
  const list = z.object({ data: z.array(Thing.meta({ id: 'Thing' })) });
  expect(exampleOf(list, 'output')).toEqual({ data: [THING] });
  expect(list.parse(exampleOf(list, 'output'))).toEqual({ data: [THING] });
});

it('a request needs no more than it must have', () => {
  const body = z.strictObject({ name: Thing.shape.name, limit: z.int().default(7), id: Id.optional() });
  expect(exampleOf(body, 'input')).toEqual({ name: 'Chair' });
});

it('there is none where a part has none', () => {
  expect(exampleOf(z.object({ data: z.array(z.object({ name: z.string() })) }), 'output')).toBeUndefined();
});
