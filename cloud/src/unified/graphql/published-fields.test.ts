import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, getOperationAST, isObjectType, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../../web/explorer/graph.ts';
import { declarations } from '../../areas.ts';
import { noToolBecause, toolName } from '../mcp/mcp.module.ts';
import { mirroredIn } from '../rest/rest.module.ts';
import { buildGraph } from './build-schema.ts';
import { fieldsDocument, inGraph } from './graph-surface.ts';
import { worstCost } from './worst-cost.ts';

const published = (name: string): string => readFileSync(new URL(`../../../graphql/${name}`, import.meta.url), 'utf8');

describe('what is published of the graph', () => {
  let served: GraphQLSchema;
  beforeAll(async () => {
    served = await buildGraph(inGraph(declarations), { mutations: true });
  });

  it('is what is published, for every field that asks an endpoint', async () => {
    expect(published('fields.json')).toBe(
      await fieldsDocument(declarations, {
        mirrored: mirroredIn(declarations),
        toolOf: (endpoint) => (noToolBecause(endpoint) === undefined ? toolName(endpoint) : undefined),
      }),
    );
    const fields = JSON.parse(published('fields.json'));
    const schema = buildSchema(published('schema.graphql'));
    for (const type of Object.values(served.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const [name, { extensions }] of Object.entries(type.getFields()))
        if (extensions.plan !== undefined)
          expect(fields[type.name]?.[name]?.path, `${type.name}.${name}`).toMatch(/^\/v1\/rest\//);
    }
    expect(schema.getQueryType()?.getFields().me).toBeDefined();
  });

  it('reckons every edge and every page as the cloud does', () => {
    const { schema } = graphOf(published('schema.graphql'), JSON.parse(published('fields.json')));
    const reckoned = (by: GraphQLSchema, text: string) => {
      const document = parse(text);
      const operation = getOperationAST(document);
      if (!operation) throw new TypeError('it has no operation');
      return worstCost({ schema: by, document, operation, variables: {} });
    };
    const edges = Object.keys(JSON.parse(published('fields.json')).Facility);
    expect(edges.length).toBeGreaterThan(10);
    for (const edge of edges) {
      const text = `{ clubsList { data { ${edge} { __typename data { __typename } } } } }`;
      expect(reckoned(schema, text), text).toEqual(reckoned(served, text));
    }
  });
});
