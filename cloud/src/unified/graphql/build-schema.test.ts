import { existsSync, readFileSync } from 'node:fs';
import { getNamedType, isObjectType, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations, everyModule } from '../../areas.ts';
import { topicsOf } from '../../documents/live-document.ts';
import { type AnyEndpoint, endpointsFor } from '../../kit/http/endpoint.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { sampleSurface } from '../../kit/http/testing/sample-surface.ts';
import { buildGraph } from './build-schema.ts';
import { GRAPH_DOCUMENT, inGraph, textOfGraph, unlistedChanges } from './graph-surface.ts';
import { edgeOf, omittedBecause } from './nodes.ts';
import type { FieldPlan } from './seen.ts';

const declare = endpointsFor(sampleSurface)<object>();
const thing = {
  id: 'things.read',
  method: 'GET',
  path: '/sample/v1/things/:thing_id',
  summary: 'Read a thing',
  description: 'Says what it is.',
  gate: { scope: 'look' },
  params: z.object({ thing_id: z.string() }),
  faults: {},
} as const;
const answering = (schema: z.ZodType) => ({ status: 200, description: 'There.', schema }) as const;
const handle = async () => ({}) as never;
const Thing = z.object({ thing_id: z.string(), name: z.string() });
const textOf = async (...endpoints: readonly AnyEndpoint[]) =>
  textOfGraph(await buildGraph(endpoints, { mutations: true }));

describe('the graph of the platform API', async () => {
  const topics = topicsOf(everyModule);
  const schema = await buildGraph(inGraph(declarations), { mutations: true, topics });
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const planned = new Set(fields.map(({ extensions }) => (extensions.plan as FieldPlan | undefined)?.endpoint.id));

  it('is a valid schema', () => {
    expect(validateSchema(schema).map(({ message }) => message)).toEqual([]);
  });

  it('has a field for every endpoint, or a written reason for having none', () => {
    const without = inGraph(declarations).filter((endpoint) => !planned.has(endpoint.id));
    expect(without.filter((endpoint) => (omittedBecause(endpoint) ?? '').length < 10).map(({ id }) => id)).toEqual([]);
    expect(planned.size).toBeGreaterThan(190);
  });

  it('has an edge where a declaration says so', () => {
    for (const endpoint of inGraph(declarations)) {
      const edge = edgeOf(endpoint);
      if (edge === undefined) continue;
      const type = schema.getType(edge.on);
      expect(isObjectType(type) && type.getFields()[edge.as]?.extensions.plan, endpoint.id).toMatchObject({ endpoint });
    }
  });

  it('lets nothing that may be refused blank what stands beside it', () => {
    for (const field of fields) expect(String(field.type), field.name).not.toMatch(/!$/);
  });

  it('has no mutations where they are switched off, and whatever changes something is one', async () => {
    const reading = await buildGraph(inGraph(declarations), { mutations: false });
    expect(reading.getMutationType() ?? null).toBeNull();
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.every(({ extensions }) => changes((extensions.plan as FieldPlan).endpoint))).toBe(true);
  });

  it('breaks nobody who goes by what was published, unless that is listed with its date', () => {
    const file = new URL(`../../../../${GRAPH_DOCUMENT}`, import.meta.url);
    expect(existsSync(file)).toBe(true);
    expect(unlistedChanges(readFileSync(file, 'utf8'), textOfGraph(schema))).toEqual([]);
  });
});

describe('what is taken back of a schema', () => {
  const before = 'type Query { a: String b: String }';
  it('is said, unless it is listed', () => {
    const [what = ''] = unlistedChanges(before, 'type Query { a: String }');
    expect(what).toContain('Query.b');
    expect(unlistedChanges(before, 'type Query { a: String }', [{ what }])).toEqual([]);
    expect(unlistedChanges(before, 'type Query { a: String b: String c: String }')).toEqual([]);
  });
});

describe('a type', () => {
  it('is made of the schema of an answer', async () => {
    const Inner = z.object({ at: z.iso.datetime(), n: z.int().min(0).max(9), big: z.int() });
    const schema = z.object({
      thing_id: z.string(),
      state: z.enum(['force-open', 'off']),
      inner: Inner,
      more: z.record(z.string(), z.unknown()),
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), x: z.int() }),
        z.object({ kind: z.literal('b'), y: z.string().nullable() }),
      ]),
    });
    const text = await textOf(declare({ ...thing, success: answering(schema), handle }));
    expect(text).toContain('thingsRead(thingId: String!): ThingsRead');
    expect(text).toContain('thingId: String!');
    expect(text).toMatch(/enum ThingsReadState \{\n {2}force_open\n {2}off\n\}/);
    expect(text).toMatch(/type ThingsReadInner \{\n {2}at: DateTime!\n {2}big: Long!\n {2}n: Int!\n\}/);
    expect(text).toContain('more: JSON');
    expect(text).toContain('union ThingsReadOf = ThingsReadOfA | ThingsReadOfB');
  });

  it('is a page of what it lists', async () => {
    const schema = z.object({ data: z.array(Thing.meta({ id: 'PagedThing' })), next: z.string().nullable() });
    const text = await textOf(declare({ ...thing, success: answering(schema), handle }));
    expect(text).toMatch(/type PagedThingPage \{\n {2}data: \[PagedThing!\]!\n {2}next: String\n\}/);
  });

  it('of a node has whatever any of its shapes has, and nobody has to answer what only some have', async () => {
    const whole = declare({
      ...thing,
      success: answering(Thing.extend({ colour: z.string() })),
      graph: { node: 'Thing', key: 'thing_id', prefix: 'thg_', called: { name: 'title' } },
      handle,
    });
    const { params: _params, ...all } = thing;
    const listed = declare({
      ...all,
      id: 'things.list',
      path: '/sample/v1/things',
      success: answering(z.object({ data: z.array(Thing) })),
      graph: { of: 'Thing' },
      handle,
    });
    const schema = await buildGraph([whole, listed], { mutations: true });
    const text = textOfGraph(schema);
    expect(text).toMatch(/type Thing implements Node \{\n {2}colour: String\n/);
    expect(text).toContain('title: String!');
    expect(text).toContain('thing(thingId: String!): Thing');
    const list = getNamedType(schema.getQueryType()?.getFields().thingsList?.type ?? null);
    expect(String(isObjectType(list) && list.getFields().data?.type)).toBe('[Thing!]!');
  });
});

describe('whoever declares a graph that cannot be is told', () => {
  const refused = async (message: RegExp, ...endpoints: readonly AnyEndpoint[]) =>
    expect(textOf(...endpoints)).rejects.toThrow(message);
  const node = { node: 'Thing', key: 'thing_id', prefix: 'thg_' } as const;

  it('where two shapes have one name', async () => {
    const a = declare({ ...thing, success: answering(z.object({ x: z.string() })), handle });
    const b = declare({ ...thing, id: 'things-read', success: answering(z.object({ y: z.string() })), handle });
    await refused(/two shapes are called ThingsRead/, a, b);
  });
  it('where two read one node', async () => {
    const a = declare({ ...thing, success: answering(Thing), graph: node, handle });
    await refused(
      /one name or prefix/,
      a,
      declare({ ...thing, id: 'b.c', success: answering(Thing), graph: node, handle }),
    );
  });
  it('where a secret would be shown', async () => {
    const change = { ...thing, method: 'POST', audit: { event: 'x', target: () => undefined } } as const;
    const made = declare({ ...change, success: answering(Thing), answersSecret: true, handle });
    await refused(/secret/, made);
    await refused(
      /no such edge|changes something/,
      declare({
        ...change,
        success: answering(Thing),
        graph: { on: 'Thing', as: 'x', with: { thing_id: 'thing_id' } },
        handle,
      }),
    );
  });
  it('where an edge asks for what its node does not have', async () => {
    const a = declare({ ...thing, success: answering(Thing), graph: node, handle });
    const edge = declare({
      ...thing,
      id: 'things.parts',
      success: answering(z.object({ data: z.array(z.string()) })),
      graph: { on: 'Thing', as: 'parts', with: { thing_id: 'serial' } },
      handle,
    });
    await refused(/finds no serial/, a, edge);
    const twice = declare({
      ...edge,
      graph: { on: 'Thing', as: 'name', with: { thing_id: 'thing_id' } },
      handle,
    } as never);
    await refused(/called name/, a, twice);
  });
});
