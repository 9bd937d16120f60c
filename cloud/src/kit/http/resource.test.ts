import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Tx } from '../db/unit-of-work.ts';
import type { ReadCall, UnitCall } from './call.ts';
import { endpointsFor } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import { mount } from './mount.ts';
import { runDeclared } from './run-declared.ts';
import type { Surface } from './surfaces.ts';
import { type MemoryKit, memoryKit } from './testing/memory-kit.ts';
import {
  type SampleCaller,
  type SampleGate,
  sampleSurface,
  thingFault,
  thingFaults,
} from './testing/sample-surface.ts';

interface Room {
  readonly realm: string;
}
const forbidden = () => kitFault('forbidden', 'This key only looks.');
/** Callers know of their own realm only; `move` is for those who may move. */
const surface: Surface<SampleCaller, SampleGate, Room> = {
  ...(sampleSurface as Surface<SampleCaller, SampleGate, Room>),
  resources: {
    isAskedFor: (gate) => 'scope' in gate && gate.scope === 'move',
    authorise: (caller, _gate, { found, missing }) => {
      if (found.realm !== caller.tenant) throw missing();
      if (!caller.mayMove) throw forbidden();
    },
    placeOf: ({ realm }) => ({ realm }),
  },
};
const MOVER: SampleCaller = { actor: 'key:mover', tenant: 'mover', mayMove: true };

interface Deps {
  readonly find: (tx: Tx) => Promise<Room | undefined>;
  readonly change: (call: UnitCall<SampleCaller, unknown, Room>) => Promise<void>;
  readonly read: (call: ReadCall<SampleCaller, Room>) => Promise<void>;
}
const room = {
  find: ({ find }: Deps, _input: unknown, { tx }: { readonly tx: Tx }) => find(tx),
  missing: () => thingFault('thing_away', 'There is no such thing.'),
};
const common = {
  path: '/sample/v1/room',
  summary: 'A room',
  description: 'One room.',
  gate: { scope: 'move' },
  resource: room,
  success: { status: 200, description: 'Done.', schema: z.object({ realm: z.string() }) },
  faults: thingFaults,
} as const;
const change = endpointsFor(surface)<Deps>()({
  ...common,
  id: 'rooms.change',
  method: 'PUT',
  audit: { event: 'room.changed', target: () => 'a room' },
  handle: async (deps, _input, call) => {
    await deps.change(call);
    return call.resource;
  },
});
const look = endpointsFor(surface)<Deps>()({
  ...common,
  id: 'rooms.look',
  method: 'GET',
  audit: { event: 'room.seen', target: () => 'a room' },
  handle: async (deps, _input, call) => {
    await deps.read(call);
    return call.resource;
  },
});

let kit: MemoryKit;
let asked: string[];
/** Where the room is, each time that it is looked for; the last answer stands. */
let realms: (string | undefined)[];
let caller: SampleCaller;
beforeEach(() => {
  kit = memoryKit();
  asked = [];
  realms = ['mover'];
  caller = MOVER;
});
const deps: Deps = {
  find: async () => {
    asked.push('find');
    const realm = realms.length > 1 ? realms.shift() : realms[0];
    return realm === undefined ? undefined : { realm };
  },
  change: async () => void asked.push('change'),
  read: ({ read }) => read(async () => void asked.push('read')),
};
const run = async (endpoint: typeof change, by: Deps = deps) =>
  (
    await runDeclared(kit, mount(endpoint, by), {
      via: 'http',
      requestId: 'req_0000000000000001',
      remoteAddress: '127.0.0.1',
      startedMonoMs: 0,
      startedWallMs: 0,
      header: () => undefined,
      authenticate: async () => caller,
      input: async () => ({ params: undefined, query: undefined, body: undefined }),
    })
  ).result;
const missing = { fault: { code: 'thing_away' } };

describe.each([
  ['what changes it', change, 'change'],
  ['what reads it', look, 'read'],
] as const)('the gate of a resource, before %s', (_name, endpoint, done) => {
  it('is asked before anything is done, and again in the unit', async () => {
    expect(await run(endpoint)).toMatchObject({ status: 200, value: { realm: 'mover' } });
    expect(asked).toEqual(['find', 'find', done]);
    expect(kit.audited).toMatchObject([{ outcome: 'ok', realm: 'mover' }]);
  });
  it.each([
    ['there is none', [undefined]],
    ['it is somebody else’s', ['looker']],
    ['it goes meanwhile', ['mover', undefined]],
    ['it becomes somebody else’s meanwhile', ['mover', 'looker']],
  ])('answers with its own 404 where %s', async (_case, where) => {
    realms = [...where];
    expect(await run(endpoint)).toMatchObject(missing);
    expect(asked).not.toContain(done);
    expect(kit.audited).toMatchObject([{ outcome: 'thing_away' }]);
  });
  it('answers 403 to who sees it and may not', async () => {
    caller = { ...MOVER, mayMove: false };
    expect(await run({ ...endpoint, gate: { scope: 'look' } })).toMatchObject({ fault: { code: 'forbidden' } });
    expect(asked).toEqual(['find']);
    expect(kit.audited).toMatchObject([{ outcome: 'forbidden', realm: 'mover' }]);
  });
});

it('waits for nothing but the database, while a unit is open', async () => {
  const waits = {
    ...deps,
    find: async (tx: Tx) => {
      if (asked.length > 0) await new Promise<void>((resolve) => setImmediate(resolve));
      return deps.find(tx);
    },
  };
  expect(await run(change, waits)).toMatchObject({ fault: { code: 'internal_error' } });
});

describe('what a caller may do', () => {
  it('is asked again in the unit, by what they hold there', async () => {
    caller = { ...MOVER, renewed: async () => ({ ...MOVER, mayMove: false }) as SampleCaller };
    expect(await run(change)).toMatchObject({ fault: { code: 'forbidden' } });
    expect(asked).toEqual(['find']);
  });
  it('is asked again there by a gate that is about no resource, too', async () => {
    const { resource: _resource, ...plain } = common;
    const put = endpointsFor(sampleSurface)<Deps>()({
      ...plain,
      id: 'rooms.put',
      method: 'PUT',
      audit: { event: 'room.put', target: () => 'a room' },
      handle: async (by, _input, call) => {
        await by.change({ ...call, resource: { realm: '' } });
        return { realm: '' };
      },
    });
    expect(await run(put)).toMatchObject({ status: 200 });
    caller = { ...MOVER, renewed: async () => ({ ...MOVER, mayMove: false }) as SampleCaller };
    expect(await run(put)).toMatchObject({ fault: { code: 'forbidden' } });
    expect(asked).toEqual(['change']);
  });
  it('is what the handler sees of them', async () => {
    caller = { ...MOVER, renewed: async () => ({ ...MOVER, keyId: 'renewed' }) };
    const seen: unknown[] = [];
    const noting = {
      ...deps,
      change: async (call: UnitCall<SampleCaller, unknown, Room>) => void seen.push(call.caller.keyId),
    };
    expect(await run(change, noting)).toMatchObject({ status: 200 });
    expect(seen).toEqual(['renewed']);
  });
});

describe('a declaration', () => {
  it('does without nothing that its gate is asked about', () => {
    const { resource: _resource, ...without } = common;
    const declare = () =>
      endpointsFor(surface)<Deps>()({
        ...without,
        id: 'rooms.open',
        method: 'GET',
        handle: async () => ({ realm: '' }),
      });
    expect(declare).toThrow('nothing finds it');
  });
  it('reads none of many of which each would have to be asked about', () => {
    const declare = () =>
      endpointsFor(surface)<Deps>()({
        ...common,
        id: 'rooms.open',
        method: 'GET',
        handle: async () => ({ realm: '' }),
        many: async () => [],
      });
    expect(declare).toThrow('nobody asks the gate about each');
  });
  it('finds nothing that no gate of its surface is asked about', () => {
    const { resources: _resources, ...silent } = surface;
    const declare = () =>
      endpointsFor(silent)<Deps>()({ ...common, id: 'rooms.open', method: 'GET', handle: async () => ({ realm: '' }) });
    expect(declare).toThrow('no gate of this surface');
  });
});
