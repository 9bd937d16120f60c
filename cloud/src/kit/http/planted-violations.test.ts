// @module-tag exhaustive
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import { endpointRules, firstOfEachWay, type Valid, type World } from './endpoint-contract.ts';
import type { MountedEndpoint } from './mount.ts';
import type { Kit } from './pipeline.ts';
import type { ServedSurface } from './surfaces.ts';
import type { HouseRules } from './testing/contract-run.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, listThings, moveThing, moveThingHot, sampleEndpoints, sampleServed } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

/** What is wrong with an API, in one place at a time. */
interface Violation {
  readonly kit?: (kit: Kit) => Partial<Kit>;
  readonly served?: (served: ServedSurface) => ServedSurface;
  readonly mounted?: (mounted: MountedEndpoint) => MountedEndpoint;
  readonly rules?: HouseRules;
  /** The endpoint is declared so as well. */
  readonly isDeclared?: true;
  /** The rules that notice: the beginnings of their names. */
  readonly noticed: readonly string[];
}

const declared = (change: (declaration: AnyEndpoint) => Partial<AnyEndpoint>) => (mounted: MountedEndpoint) => ({
  ...mounted,
  declaration: { ...mounted.declaration, ...change(mounted.declaration) },
});
const everybodyIs =
  (name: string): NonNullable<Violation['served']> =>
  ({ surface, authenticate }) => ({
    surface,
    authenticate: (request, gate) =>
      authenticate({ ...request, header: (of) => request.header(of) ?? basic(name)[of as 'authorization'] }, gate),
  });
const ANYTHING = z.record(z.string(), z.unknown()) as z.ZodType;
const STRICT: HouseRules = { unknownFields: 'refused' };

const PLANTED: Readonly<Record<string, Violation>> = {
  'nobody counts requests': {
    kit: () => ({ limiter: { take: () => ({ ok: true, remaining: 4, retryAfterMs: 0 }) } }),
    noticed: ['answers 429'],
  },
  'the endpoint has another limit than its surface': {
    served: (served) => ({ ...served, surface: { ...served.surface, requestsPerSecond: 50 } as never }),
    mounted: declared(({ surface }) => ({ surface: { ...surface, requestsPerSecond: 50 } as never })),
    noticed: ['succeeds', 'answers 429'],
  },
  'one request takes two turns': {
    kit: ({ limiter }) => ({
      limiter: {
        take: async (key, limit) => {
          await limiter.take(key, limit);
          return limiter.take(key, limit);
        },
      },
    }),
    noticed: ['succeeds'],
  },
  'a stranger is taken for somebody': { served: everybodyIs('mover'), noticed: ['answers 401 to a stranger'] },
  'the gate is open': {
    served: (served) => ({ ...served, surface: { ...served.surface, authorise: () => undefined } }),
    noticed: ['answers 403'],
  },
  'nothing is audited': {
    kit: () => ({ audit: { add: async () => undefined, addAlone: async () => undefined } }),
    noticed: ['succeeds'],
  },
  'two rows are written': {
    kit: ({ audit }) => ({
      audit: {
        ...audit,
        addAlone: async (entry) => {
          await audit.addAlone(entry);
          await audit.addAlone({ ...entry, id: `${entry.id}-twice` });
        },
      },
    }),
    noticed: ['succeeds'],
  },
  'another event is audited': {
    mounted: declared(({ audit }) => ({ ...(audit && { audit: { ...audit, event: 'thing.seen' } }) })),
    noticed: ['succeeds'],
  },
  'what changes something is audited after it': {
    rules: { unknownFields: 'ignored', auditedWithin: true },
    noticed: ['succeeds'],
  },
  'the answer is not as documented': {
    mounted: (mounted) => ({
      ...declared(({ success }) => ({
        success: { ...success, schema: z.object({ moved: z.boolean() }) } as typeof success,
      }))(mounted),
      handle: async () => ({ moved: true }),
    }),
    noticed: ['succeeds'],
  },
  'any body will do': {
    mounted: declared(() => ({ body: ANYTHING })),
    noticed: [
      "answers 400 without the body's to",
      "answers 400 without the body's note",
      "answers 400 where the body's to",
    ],
  },
  'the body is not read': {
    mounted: (mounted) => {
      const { body: _gone, ...declaration } = mounted.declaration;
      return { ...mounted, declaration };
    },
    noticed: [
      "answers 400 without the body's to",
      'answers 400 to a body that is no JSON',
      'answers 400 to a body that is nothing',
    ],
  },
  'a larger body is taken': {
    mounted: declared(() => ({ bodyLimit: { bytes: 1_000_000, keys: 10_000 } })),
    noticed: ['answers 413'],
  },
  'unknown fields are ignored where they are to be refused': {
    rules: STRICT,
    noticed: ['refuses a field of the query', 'refuses a field of the body'],
  },
  'any id will do': {
    rules: STRICT,
    mounted: (mounted) => ({
      ...declared(() => ({ params: z.object({ door_id: z.string() }) }))(mounted),
      handle: async () => ({ door_id: 'door_0123456789abcdef', at: 1 }),
    }),
    noticed: ['finds nothing under a door_id'],
  },
  'bounds are declared and not kept': {
    rules: STRICT,
    mounted: declared(() => ({ body: z.strictObject({ to: z.number(), note: z.string() }) })),
    noticed: ['has a bound on every field of the body'],
  },
  'no bound is declared': {
    rules: STRICT,
    mounted: declared(() => ({ body: z.strictObject({ to: z.int(), note: z.string() }) })),
    isDeclared: true,
    noticed: ['has a bound on every field of the body'],
  },
  'sent again, it fails': {
    mounted: (mounted) => {
      const seen = new Set<number>(); // The clock moves between rules only.
      return {
        ...mounted,
        handle: async (input, call) => {
          if (seen.size === seen.add(call.startedMonoMs).size) throw new Error('twice');
          return mounted.handle(input, call);
        },
      };
    },
    noticed: ['knows what to answer when it is sent again'],
  },
};

describe.each([moveThing, moveThingHot])('a violation at $id', (endpoint) => {
  let served: Served;
  afterEach(() => served.close());

  /** The rules that the endpoint breaks, served with this violation. */
  const broken = async ({
    kit: changed,
    served: surfaceOf,
    mounted,
    rules,
    isDeclared,
  }: Omit<Violation, 'noticed'>) => {
    const kit = memoryKit();
    const endpoints = sampleEndpoints({ move: async (_id, to) => to }).map((one) =>
      one.declaration.id === endpoint.id ? (mounted?.(one) ?? one) : one,
    );
    served = await serve({
      kit: { ...kit, ...changed?.(kit) },
      surfaces: [surfaceOf?.(sampleServed) ?? sampleServed],
      endpoints,
    });
    const world: World = {
      send: served.send,
      allowed: basic('mover'),
      denied: basic('looker'),
      garbage: [basic('nobody')],
      requestsPerSecond: 5,
      auditedOf: async (id) => kit.audited.filter(({ request_id }) => request_id === id),
      auditedAfter: () => true,
      moveOn: () => kit.clock.advance(Seconds(1)),
    };
    const valid: Valid = { params: { door_id: 'door_0123456789abcdef' }, body: { to: 1, note: 'x' } };
    const bound = endpoints.find(({ declaration }) => declaration.id === endpoint.id);
    const tested = isDeclared && bound ? bound.declaration : endpoint;
    const names: string[] = [];
    for (const { name, keep } of endpointRules(tested, () => world, valid, rules))
      await keep().catch(() => names.push(name));
    return names;
  };

  it('is not seen where there is none', async () => expect(await broken({})).toEqual([]));
  it.each(Object.entries(PLANTED))('is noticed: %s', async (_what, { noticed, ...violation }) => {
    const names = await broken(violation);
    expect(names).toEqual(expect.arrayContaining(noticed.map((name) => expect.stringMatching(new RegExp(`^${name}`)))));
  });
});

describe('what is proven once for each way of being served', () => {
  it('is proven again for what is served in another way', () => {
    const limited: AnyEndpoint = { ...moveThing, id: 'limited', bodyLimit: { bytes: 9, keys: 9 } };
    const raw: AnyEndpoint = { ...moveThing, id: 'raw', rawBody: ANYTHING };
    const same: AnyEndpoint = { ...moveThing, id: 'same' };
    const all = [moveThing, same, moveThingHot, listThings, limited, raw];
    expect([...firstOfEachWay(all)].map(({ id }) => id).sort()).toEqual(
      [moveThing, moveThingHot, listThings, limited, raw].map(({ id }) => id).sort(),
    );
  });
});
