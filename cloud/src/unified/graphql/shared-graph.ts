import type { GraphQLSchema } from 'graphql';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { AnyTopic } from '../../kit/live/topic.ts';
import { buildGraph } from './build-schema.ts';

interface MadeOf {
  readonly endpoints: readonly AnyEndpoint[];
  readonly topics: readonly AnyTopic[];
  readonly mutations: boolean;
}

const made: { readonly of: MadeOf; readonly schema: Promise<GraphQLSchema> }[] = [];

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/**
 * The schema of these declarations, made once in a process: nothing in it belongs to one cloud, it takes half a second of
 * processor time, and tests run many clouds in one process.
 */
export const sharedGraph = (of: MadeOf): Promise<GraphQLSchema> => {
  const known = made.find(
    (one) =>
      one.of.mutations === of.mutations && isSame(one.of.endpoints, of.endpoints) && isSame(one.of.topics, of.topics),
  );
  if (known !== undefined) return known.schema;
  const { endpoints, topics, mutations } = of;
  const schema = buildGraph(endpoints, { topics, mutations });
  made.push({ of, schema });
  return schema;
};
