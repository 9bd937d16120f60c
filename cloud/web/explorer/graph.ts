import { buildSchema, GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { GraphFields } from '../client/graph-fields.ts';

/** The graph as it is published: what may be asked, and which endpoint answers which field. */
export interface Graph {
  readonly schema: GraphQLSchema;
  readonly fields: GraphFields;
}

/** Loads what is published of the graph. Rejects where it does not come. */
export const loadGraph = async (fetch: typeof globalThis.fetch): Promise<Graph> => {
  const [text, fields] = await Promise.all([
    published(fetch, 'schema.graphql').then((response) => response.text()),
    published(fetch, 'fields.json').then((response) => response.json() as Promise<GraphFields>),
  ]);
  return graphOf(text, fields);
};

/** Both put together: what is asked one by one is marked, as the reckoning of costs reads it. */
export const graphOf = (text: string, fields: GraphFields): Graph => {
  const schema = buildSchema(text, { assumeValid: true });
  for (const [name, own] of Object.entries(fields)) {
    const type = schema.getType(name);
    if (!(type instanceof GraphQLObjectType)) continue;
    for (const [field, { oneByOne }] of Object.entries(own)) {
      const found = type.getFields()[field];
      if (found !== undefined) found.extensions = { ...found.extensions, oneByOne };
    }
  }
  return { schema, fields };
};

const published = async (fetch: typeof globalThis.fetch, name: string): Promise<Response> => {
  const response = await fetch(`/explorer/graph/${name}`, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${name} is answered with ${response.status}`);
  return response;
};
