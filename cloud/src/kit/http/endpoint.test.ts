import { defineFaults } from '@gatehouse/shared/fault/fault.ts';
import { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type Caller, reply } from './call.ts';
import { endpointsFor } from './endpoint.ts';
import { mount } from './mount.ts';
import type { Surface } from './surfaces.ts';

interface Reader extends Caller {
  readonly scopes: readonly string[];
}
const surface: Surface<Reader, { scope: 'look' | 'move' }> = {
  name: 'test',
  basePath: '/test/v1',
  authorise: () => undefined,
  renderFault: (fault) => ({ error: fault.code }),
  requestsPerSecond: 5,
  faults: {},
  document: {
    title: 'Test',
    version: '1',
    description: '',
    tags: {},
    words: {},
    security: { name: 'key', type: 'http', scheme: 'basic', description: '' },
  },
};
interface Deps {
  readonly things: { move(id: DoorId): Promise<number> };
}
const declare = endpointsFor(surface)<Deps>();
const faults = defineFaults({});
const open = {
  id: 'things.open',
  summary: 'Opens',
  description: 'Opens a thing',
  gate: { scope: 'move' },
  success: { status: 200, description: 'Moved', schema: z.object({ moved: z.int() }) },
  faults,
} as const;
const params = z.object({ door_id: DoorId });
const audit = { event: 'thing.opened', target: () => undefined };

describe('a declaration', () => {
  it('infers what its handler gets and runs with the dependencies it is mounted with', async () => {
    const endpoint = declare({
      ...open,
      method: 'POST',
      path: '/test/v1/things/:door_id/open',
      params,
      query: z.object({ fast: z.string().optional() }),
      body: z.object({ reason: z.string() }),
      audit: { event: 'thing.opened', target: (input) => input.params.door_id },
      handle: async ({ things }, input, call) => {
        expectTypeOf(input.params.door_id).toEqualTypeOf<DoorId>();
        expectTypeOf(input.query.fast).toEqualTypeOf<string | undefined>();
        expectTypeOf(input.body.reason).toEqualTypeOf<string>();
        expectTypeOf(call.caller.scopes).toEqualTypeOf<readonly string[]>();
        return reply({ moved: await things.move(input.params.door_id) }, { 'x-moved': 'yes' });
      },
    });
    const mounted = mount(endpoint, { things: { move: async () => 7 } });
    const input = { params: { door_id: 'door_0123456789abcdef' }, query: {}, body: { reason: 'x' } };
    expect(await mounted.handle(input, { caller: { scopes: [] } } as never)).toMatchObject({ body: { moved: 7 } });
  });

  it('needs neither params, query, body nor audit to read', () => {
    const endpoint = declare({
      ...open,
      method: 'GET',
      path: '/test/v1/things',
      handle: async (_deps, input) => {
        expectTypeOf(input).toEqualTypeOf<{
          readonly params: undefined;
          readonly query: undefined;
          readonly body: undefined;
        }>();
        return { moved: 0 };
      },
    });
    expect(endpoint.surface.name).toBe('test');
  });

  it('is refused at load time outside the base path of its surface', () => {
    expect(() =>
      declare({ ...open, method: 'GET', path: '/other/things', handle: async () => ({ moved: 1 }) }),
    ).toThrow('things.open: the path does not begin with /test/v1/');
  });
});

/** Each of these must fail to compile; `tsc` reports an `@ts-expect-error` that has nothing to expect. */
describe('the compiler refuses', () => {
  const handle = async () => ({ moved: 1 });
  const path = '/test/v1/things';

  it('a mutating endpoint without an audit event', () => {
    // @ts-expect-error audit is missing
    declare({ ...open, method: 'POST', path, handle });
  });
  it('a mutating endpoint that opts out of the audit', () => {
    // @ts-expect-error there is no opting out
    declare({ ...open, method: 'DELETE', path, handle, audit: undefined });
    // @ts-expect-error nor by a word
    declare({ ...open, method: 'DELETE', path, handle, audit: 'not-audited' });
  });
  it('a tool that says the wrong thing of itself', () => {
    const audit = { event: 'thing.move', target: () => undefined };
    declare({ ...open, method: 'GET', path, handle, tool: { omit: 'A file.' } });
    declare({ ...open, method: 'POST', path, handle, audit, tool: { offer: 'It is undone as easily.' } });
    // @ts-expect-error what reads is one anyway
    declare({ ...open, method: 'GET', path, handle, tool: { offer: 'It only reads.' } });
    // @ts-expect-error what changes something is none anyway
    declare({ ...open, method: 'DELETE', path, handle, audit, tool: { omit: 'It changes something.' } });
    // @ts-expect-error nor does a GET that writes need to say so
    declare({ ...open, method: 'GET', writes: true, path, handle, tool: { omit: 'It writes.' } });
    // @ts-expect-error there is no leaving out without a reason
    declare({ ...open, method: 'GET', path, handle, tool: {} });
  });
  it('a path parameter that params do not have', () => {
    const withId = '/test/v1/things/:door_id/parts/:part';
    // @ts-expect-error params are missing
    declare({ ...open, method: 'GET', path: withId, handle });
    // @ts-expect-error `part` is missing
    declare({ ...open, method: 'GET', path: withId, params, handle });
    declare({ ...open, method: 'GET', path: withId, params: params.extend({ part: z.string() }), handle });
  });
  it('params that the path does not have', () => {
    // @ts-expect-error the path has no parameters
    declare({ ...open, method: 'GET', path, params, handle });
    // @ts-expect-error the path has no `part`
    declare({ ...open, method: 'GET', path: '/test/v1/:door_id', params: params.extend({ part: z.string() }), handle });
  });
  it('an answer that does not fit the schema', () => {
    // @ts-expect-error moved is a number
    declare({ ...open, method: 'GET', path, handle: async () => ({ moved: 'far' }) });
    // @ts-expect-error moved is missing, in a reply too
    declare({ ...open, method: 'GET', path, handle: async () => reply({}, {}) });
  });
  it('a missing gate, and a gate of another surface', () => {
    const { gate: _gate, ...gateless } = open;
    // @ts-expect-error gate is missing
    declare({ ...gateless, method: 'GET', path, handle });
    // @ts-expect-error roles are of another surface
    declare({ ...open, method: 'GET', path, handle, gate: { role: 'staff' } });
    // @ts-expect-error no such scope
    declare({ ...open, method: 'GET', path, handle, gate: { scope: 'shout' } });
  });
  it('a plain string, or another id, where an id belongs', () => {
    const success = { status: 200, description: '', schema: z.object({ door_id: DoorId }) };
    // @ts-expect-error a plain string is no DoorId
    declare({ ...open, success, method: 'GET', path, handle: async () => ({ door_id: 'door_0123456789abcdef' }) });
    const facility = FacilityId.parse('fac_0123456789abcdef');
    // @ts-expect-error a FacilityId is no DoorId
    declare({ ...open, success, method: 'GET', path, handle: async () => ({ door_id: facility }) });
    declare({
      ...open,
      method: 'POST',
      path,
      audit,
      body: z.object({ id: z.string() }),
      // @ts-expect-error the service takes a DoorId
      handle: async ({ things }, { body }) => ({ moved: await things.move(body.id) }),
    });
  });
  it('a body on a reading endpoint', () => {
    // @ts-expect-error GET has no body
    declare({ ...open, method: 'GET', path, handle, body: z.object({}) });
  });
  it('dependencies that the handler did not ask for', () => {
    const endpoint = declare({ ...open, method: 'GET', path, handle });
    // @ts-expect-error things are missing
    mount(endpoint, {});
  });
  it('a caller of another surface in authorise', () => {
    const wrong = { ...surface, authorise: (caller: { nobody: true }) => void caller };
    // @ts-expect-error callers here are Readers
    const declared: Surface<Reader, { scope: 'look' | 'move' }> = wrong;
    expect(declared.name).toBe('test');
  });
});
