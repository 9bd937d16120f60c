import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { endpointsFor } from './endpoint.ts';
import { kitFaults } from './kit-faults.ts';
import { mount } from './mount.ts';
import { sampleSurface } from './testing/sample-surface.ts';

interface Deps {
  readonly places: (ids: readonly DoorId[]) => Promise<ReadonlyMap<DoorId, number>>;
}
const declare = endpointsFor(sampleSurface)<Deps>();
const door = {
  id: 'things.where',
  method: 'GET',
  path: '/sample/v1/things/:door_id',
  summary: 'Where a thing is',
  description: 'Says where it is.',
  gate: { scope: 'look' },
  params: z.object({ door_id: DoorId }),
  success: { status: 200, description: 'There.', schema: z.object({ at: z.number() }) },
  faults: {},
} as const;
const handle = async ({ places }: Deps, { params }: { readonly params: { readonly door_id: DoorId } }) => ({
  at: (await places([params.door_id])).get(params.door_id) ?? 0,
});
const gone = new Fault('no_such_path', kitFaults.no_such_path, 'It is gone.');

describe('a declaration’s place in the graph', () => {
  it('is a node by one of its parameters, an edge by what it takes of its node, or nowhere for a reason', () => {
    expect(declare({ ...door, handle, graph: { node: 'Thing', key: 'door_id', prefix: 'door_' } }).graph).toEqual({
      node: 'Thing',
      key: 'door_id',
      prefix: 'door_',
    });
    declare({ ...door, handle, graph: { on: 'Place', as: 'thing', with: { door_id: 'thingId' } } });
    const query = z.object({ colour: z.string() });
    declare({ ...door, query, handle, graph: { on: 'Place', as: 'thing', with: { door_id: 'id', colour: 'colour' } } });
    declare({ ...door, handle, graph: { as: 'place', of: 'Place' } });
    declare({ ...door, handle, graph: { of: 'Place' } });
    declare({ ...door, handle, graph: { omit: 'Nobody looks for it.' } });
  });

  it('does not compile where it names an input that there is not', () => {
    // @ts-expect-error there is no `thing_id`
    declare({ ...door, handle, graph: { node: 'Thing', key: 'thing_id', prefix: 'door_' } });
    // @ts-expect-error nor here
    declare({ ...door, handle, graph: { on: 'Place', as: 'thing', with: { thing_id: 'thingId' } } });
    // @ts-expect-error a reason is missing
    declare({ ...door, handle, graph: {} });
  });
});

describe('the same for many inputs', () => {
  it('gets all of them and the dependencies, and answers each with a body or a fault', async () => {
    const endpoint = declare({
      ...door,
      handle,
      many: async ({ places }, inputs, call) => {
        expectTypeOf(inputs[0]?.params.door_id).toEqualTypeOf<DoorId | undefined>();
        expectTypeOf(call.caller.mayMove).toEqualTypeOf<boolean>();
        const found = await places(inputs.map(({ params }) => params.door_id));
        return inputs.map(({ params }) => {
          const at = found.get(params.door_id);
          return at === undefined ? gone : { at };
        });
      },
    });
    const ids = ['door_0123456789abcdef', 'door_1123456789abcdef'].map((id) => DoorId.parse(id));
    const mounted = mount(endpoint, { places: async ([first]) => new Map(first === undefined ? [] : [[first, 7]]) });
    const inputs = ids.map((door_id) => ({ params: { door_id }, query: undefined, body: undefined }));
    expect(await mounted.many?.(inputs, { caller: {} } as never)).toEqual([{ at: 7 }, gone]);
  });

  it('does not compile where it answers something else, or where something is changed', () => {
    // @ts-expect-error `at` is a number
    declare({ ...door, handle, many: async (_deps, inputs) => inputs.map(() => ({ at: 'there' })) });
    const changes = { ...door, method: 'DELETE', audit: { event: 'thing.removed', target: () => undefined } } as const;
    // @ts-expect-error what changes something is asked for once
    declare({ ...changes, handle, many: async (_deps, inputs) => inputs.map(() => ({ at: 1 })) });
    // @ts-expect-error and so is what has units of its own
    declare({ ...door, unit: 'own', handle, many: async (_deps, inputs) => inputs.map(() => ({ at: 1 })) });
  });
});
