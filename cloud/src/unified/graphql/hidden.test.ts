// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type GraphQLObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { platformCases as cases } from '../../testing/platform-cases.ts';
import { bearer, serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';
import { inGraph } from './graph-surface.ts';
import { type NodeType, nodesIn, omittedBecause } from './nodes.ts';
import type { FieldPlan } from './seen.ts';

const nodes = [...nodesIn(inGraph(declarations).filter((endpoint) => omittedBecause(endpoint) === undefined)).values()];

let api: UnifiedApi;
let token: string;
let typeOf: (name: string) => GraphQLObjectType;
beforeAll(async () => {
  const [sqlite] = ENGINES;
  if (sqlite === undefined) throw new Error('no engine');
  // How much somebody may ask is proven elsewhere.
  const limiter = { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) };
  api = await serveUnifiedApi(await sqlite.open(), new ManualClock(), { limiter });
  const { schema } = await api.world.graph.ready();
  typeOf = (name) => {
    const type = schema.getType(name);
    return isObjectType(type) ? type : expect.fail(`${name} is no object`);
  };
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.moveOn();
  token = await api.tokenOf(api.callers.orgAdmin.headers, 'read');
});

/** The ids of a thing of another organisation, and of one that there is not. */
const idsOf = async ({ endpoint, key, prefix }: NodeType): Promise<readonly [foreign: string, missing: string]> => {
  const { foreign, missing } = (await cases[endpoint.id]?.(api)) ?? expect.fail('it has no case');
  const named =
    key === 'organisationId' ? [api.otherOrgId, 'org_0000000000000000'] : [api.otherFacilityId, 'fac_0000000000000000'];
  const [a = '', b = ''] = [foreign?.[key] ?? named[0], missing?.[key] ?? named[1]];
  return prefix.endsWith(':') ? [`${prefix}${a}`, `${prefix}${b}`] : [a, b];
};

/** The bytes of an answer, but for what it was sent and which request it was. */
const bytesOf = async (id: string, query: string): Promise<string> => {
  const { text, status } = await api.send({
    method: 'POST',
    path: '/graphql',
    headers: bearer(token),
    body: { query, variables: { id } },
  });
  const bare = id.slice(id.indexOf(':') + 1);
  return `${status} ${text.replaceAll(/req_[0-9a-z]{16}/g, '…').replaceAll(bare, '…')}`;
};

describe('a node of another organisation is one that there is not', () => {
  it('is asked of every kind', () => expect(nodes.length).toBeGreaterThan(4));

  it.each(nodes.map((node) => [node.name, node] as const))(
    '%s: by `node`, by its own field, and by each of its edges, to what it costs',
    async (name, node) => {
      const ids = await idsOf(node);
      const edges = Object.values(typeOf(name).getFields()).filter(
        ({ args, extensions }) =>
          (extensions.plan as FieldPlan | undefined) !== undefined &&
          args.every(({ type }) => !String(type).endsWith('!')),
      );
      const inside = edges.map((edge) => `${edge.name} { __typename }`).join(' ');
      const own = name.charAt(0).toLowerCase() + name.slice(1);
      const documents = [
        'query ($id: ID!) { node(id: $id) { __typename id } }',
        `query ($id: ID!) { node(id: $id) { ... on ${name} { id ${inside} } } me { user { email } } }`,
        ...(node.prefix.endsWith(':')
          ? []
          : [`query ($id: String!) { ${own}(${node.key}: $id) { ${inside} __typename } }`]),
      ];
      for (const query of documents) {
        const [foreign, missing] = [await bytesOf(ids[0], query), await bytesOf(ids[1], query)];
        expect(foreign, query).toBe(missing);
        expect(foreign).toMatch(/^200 .*"data":\{"\w+":null/);
        expect(foreign, 'what it cost is told').toContain('"cost"');
      }
    },
  );
});
