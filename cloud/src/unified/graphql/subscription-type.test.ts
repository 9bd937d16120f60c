import { validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations, everyModule } from '../../areas.ts';
import { topicsOf } from '../../documents/live-document.ts';
import { sampleSurface } from '../../kit/http/testing/sample-surface.ts';
import { topicsFor } from '../../kit/live/topic.ts';
import { buildGraph } from './build-schema.ts';
import { inGraph, textOfGraph } from './graph-surface.ts';
import { narrowed, type TopicPlan } from './subscription-type.ts';

const topics = topicsOf(everyModule);
const declared = topicsFor(sampleSurface)<object>();
const doors = declared({
  topic: 'doors',
  summary: 'Watch doors',
  description: 'Each of them.',
  gate: { scope: 'look' },
  param: 'room',
  key: z.string(),
  schema: z.object({ doorId: z.string(), lock: z.string() }),
  example: { doorId: 'door_1', lock: 'locked' },
  graph: {
    field: 'doors',
    own: 'doors',
    filters: {
      doorIds: { of: 'doorId', description: 'Only these.' },
      locks: { of: 'lock', description: 'Only with these.' },
    },
  },
  entryId: 'doorId',
  now: async () => ({ entries: [] }),
});
const rings = declared({
  ...{ topic: 'rings', summary: 'Hear bells', description: 'Each of them.', gate: { scope: 'look' }, param: 'room' },
  key: z.string(),
  schema: z.object({ bell: z.string() }),
  example: { bell: 'front' },
  graph: { field: 'rings', own: 'ring', usualKey: 'all' },
  feed: { last: async () => 0, page: async () => ({ messages: [], next: 0, more: false, complete: true }) },
});
const hidden = declared({
  ...doors,
  topic: 'hidden',
  graph: { omit: 'It is told elsewhere.' },
  now: async () => ({ entries: [] }),
  entryId: 'doorId',
} as never);

describe('the subscriptions of the graph', async () => {
  const schema = await buildGraph(inGraph(declarations), { mutations: true, topics });
  const fields = schema.getSubscriptionType()?.getFields() ?? {};

  it('are one for each topic that is not left out for a written reason', () => {
    expect(validateSchema(schema).map(({ message }) => message)).toEqual([]);
    const followed = Object.values(fields).map(({ extensions }) => (extensions.topic as TopicPlan).topic.topic);
    const left = topics.filter(({ topic }) => !followed.includes(topic));
    for (const { topic, graph } of left) expect('omit' in graph && graph.omit.length > 10, topic).toBe(true);
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['events', 'doorStates', 'unlockOutcomes', 'warnings', 'devicesOnline', 'jobs']),
    );
  });

  it('each go on after a cursor, and have one in each message', () => {
    for (const { name, args, type } of Object.values(fields)) {
      expect(args.find((one) => one.name === 'after')?.type, name).toHaveProperty('name', 'Cursor');
      const message = textOfGraph(schema)
        .split(`type ${String(type)} {`)[1]
        ?.split('\n}')[0];
      expect(message, name).toContain('cursor: Cursor!');
      expect(message, name).toContain('reset: Boolean!');
    }
  });

  it('tell a picture as lists of what changed and what is gone, and what happens as one thing', async () => {
    const text = textOfGraph(await buildGraph([], { mutations: false, topics: [doors, rings, hidden] }));
    expect(text).toContain('doors(');
    expect(text).toMatch(/doors: \[Doors!\]!/);
    expect(text).toMatch(/removed: \[ID!\]!/);
    expect(text).toMatch(/ring: Rings\n/);
    expect(text).toMatch(/room: String = "all"/);
    expect(text).not.toContain('hidden');
    await expect(buildGraph([], { mutations: false, topics: [doors, doors] })).rejects.toThrow('two topics are called');
  });
});

describe('what somebody has narrowed a subscription to', () => {
  const door = (doorId: string, lock: string) => ({ doorId, lock });
  const of = (only: Record<string, readonly string[]>) => ({
    topic: doors,
    only: new Map(Object.entries(only).map(([property, values]) => [property, new Set<unknown>(values)])),
  });

  it('leaves out the others, and says that one is gone that fits no more', () => {
    const step = { entries: [door('door_1', 'locked'), door('door_2', 'unlocked')], removed: ['door_3'] };
    expect(narrowed(of({}), step)).toEqual(step);
    expect(narrowed(of({ lock: ['locked'] }), step)).toEqual({
      entries: [door('door_1', 'locked')],
      removed: ['door_3', 'door_2'],
    });
    expect(narrowed(of({ doorId: ['door_2'] }), step)).toEqual({ entries: [door('door_2', 'unlocked')], removed: [] });
    expect(narrowed(of({ doorId: ['door_1'], lock: ['open'] }), step)).toEqual({ entries: [], removed: ['door_1'] });
  });
});
