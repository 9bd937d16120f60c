import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Caller, IncomingRequest, OwnCall } from '../call.ts';
import { endpointsFor, reply } from '../endpoint.ts';
import { kitFault, kitFaults } from '../kit-faults.ts';
import { mount } from '../mount.ts';
import { type PublicGate, type Surface, serveSurface } from '../surfaces.ts';

/** A small surface with one endpoint of each kind, for the kit's own tests. */
export interface SampleCaller extends Caller {
  readonly mayMove: boolean;
}
export type SampleGate = { readonly scope: 'look' | 'move' } | PublicGate;

export const sampleSurface: Surface<SampleCaller, SampleGate> = {
  name: 'sample',
  basePath: '/sample/v1',
  authorise: (caller, gate) => {
    if ('public' in gate || gate.scope === 'look' || caller.mayMove) return;
    throw kitFault('forbidden', 'This key only looks.');
  },
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 5,
  faults: { unauthenticated: kitFaults.unauthenticated, forbidden: kitFaults.forbidden },
  document: {
    title: 'Sample API',
    version: '1',
    description: 'Things that can be moved.',
    tags: { things: { name: 'Things', description: 'What is moved.' } },
    words: {},
    security: { name: 'key', type: 'http', scheme: 'basic', description: 'The key as user name, no password.' },
  },
};

const nobody: SampleCaller = { actor: 'nobody', tenant: 'public', mayMove: false };
const callers: Readonly<Record<string, SampleCaller>> = {
  mover: { actor: 'key:mover', tenant: 'mover', keyId: 'key-1', mayMove: true },
  looker: { actor: 'key:looker', tenant: 'looker', keyId: 'key-2', mayMove: false },
  busy: { actor: 'key:busy', tenant: 'busy', mayMove: true, rateLimits: { 'things.move': 100_000 } },
};
/** HTTP Basic credentials (RFC 7617) with an empty password. */
export const basic = (name: string) => ({ authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` });

export const sampleServed = serveSurface(sampleSurface, async (request: IncomingRequest, gate) => {
  if ('public' in gate) return nobody;
  const encoded = /^Basic (.+)$/.exec(request.header('authorization') ?? '')?.[1] ?? '';
  const name = Buffer.from(encoded, 'base64').toString().replace(/:$/, '');
  const caller = Object.hasOwn(callers, name) ? callers[name] : undefined;
  if (caller === undefined)
    throw kitFault('unauthenticated', 'Send a key.', { headers: { 'WWW-Authenticate': 'Basic realm="sample"' } });
  return caller;
});

export const thingFaults = defineFaults({
  thing_stuck: { status: 409, blame: 'device', retry: 'never', title: 'The thing is stuck', help: 'Push it.' },
  thing_away: { status: 503, blame: 'device', retry: 'after-delay', title: 'The thing is away', help: 'Wait.' },
});
export const thingFault = faultsOf(thingFaults);

export interface ThingDeps {
  readonly move: (id: DoorId, to: number, call: OwnCall) => Promise<unknown>;
}
const declare = endpointsFor(sampleSurface)<ThingDeps>();

/** The same endpoint twice: once in front of Express and once behind. */
const thingMover = (kind: 'hot' | 'cold') =>
  declare({
    id: kind === 'hot' ? 'things.move_hot' : 'things.move',
    method: 'POST',
    unit: 'own',
    path: `/sample/v1/${kind}/:door_id/move`,
    summary: 'Move a thing',
    description: 'Moves one thing.',
    gate: { scope: 'move' },
    params: z.object({ door_id: DoorId }),
    query: z.object({ speed: z.enum(['slow', 'fast']).optional() }),
    body: z.object({ to: z.int().min(0), note: z.string().min(1).max(100), deep: z.unknown().optional() }),
    success: {
      status: 200,
      description: 'Moved.',
      schema: z.object({ door_id: DoorId, at: z.number() }).meta({ id: 'Moved' }),
    },
    faults: thingFaults,
    audit: { event: 'thing.moved', target: ({ params }) => params.door_id },
    examples: { params: { door_id: 'door_0123456789abcdef' }, body: { to: 3, note: 'tidying' } },
    ...(kind === 'hot' ? { hot: true } : {}),
    handle: async ({ move }, { params, body }, call) => {
      const at = (await move(params.door_id, body.to, call)) as number; // What it really is, the tests decide.
      return reply({ door_id: params.door_id, at }, { 'X-Moved': 'yes' });
    },
  });
export const moveThing = thingMover('cold');
export const moveThingHot = thingMover('hot');

export const listThings = declare({
  id: 'things.list',
  method: 'GET',
  path: '/sample/v1/things',
  summary: 'List things',
  description: 'Lists all things.',
  gate: { scope: 'look' },
  query: z.object({ colour: z.string().min(1).max(20) }),
  success: { status: 200, description: 'The things.', schema: z.object({ data: z.array(z.string()) }) },
  faults: {},
  handle: async (_deps, { query }) => ({ data: [query.colour] }),
});

export const health = declare({
  id: 'health.read',
  method: 'GET',
  path: '/sample/v1/health',
  summary: 'Is it there',
  description: 'Answers while the service is up.',
  gate: { public: 'Load balancers have no key.' },
  success: { status: 200, description: 'It is.', schema: z.object({ ok: z.literal(true) }) },
  faults: {},
  handle: async () => ({ ok: true as const }),
});

export const sampleEndpoints = (deps: ThingDeps) =>
  [moveThing, moveThingHot, listThings, health].map((endpoint) => mount(endpoint, deps));
