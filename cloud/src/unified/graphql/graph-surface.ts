import {
  BreakingChangeType,
  buildSchema,
  findSchemaChanges,
  type GraphQLSchema,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { AnyTopic } from '../../kit/live/topic.ts';
import { BREAKING_CHANGES } from './breaking-changes.ts';
import { buildGraph } from './build-schema.ts';
import { fieldsIn, type OtherDoors } from './published-fields.ts';

/** Where the schema is published. */
export const GRAPH_DOCUMENT = 'cloud/graphql/schema.graphql';
/** And beside it, which endpoint answers which field. */
export const FIELDS_DOCUMENT = 'cloud/graphql/fields.json';

/** What of all declarations the graph is made of. */
export const inGraph = (endpoints: readonly AnyEndpoint[]): readonly AnyEndpoint[] =>
  endpoints.filter(({ surface }) => surface.name === 'platform');

/** A schema as text: the same declarations give the same. */
export const textOfGraph = (schema: GraphQLSchema): string => printSchema(lexicographicSortSchema(schema));

/** The schema of all that may be asked and followed, mutations included, as it is published. */
export const graphDocument = async (
  endpoints: readonly AnyEndpoint[],
  topics: readonly AnyTopic[],
): Promise<string> => {
  const schema = await buildGraph(inGraph(endpoints), { mutations: true, topics });
  return `# Written by \`npm run generate\` from the declarations of the platform API.\n${textOfGraph(schema)}\n`;
};

/** The endpoints of all fields, with what they are at the other doors; `mirrored`: as the REST mirror has them. */
export const fieldsDocument = async (
  endpoints: readonly AnyEndpoint[],
  { mirrored, toolOf }: Pick<OtherDoors, 'toolOf'> & { readonly mirrored: readonly AnyEndpoint[] },
): Promise<string> => {
  const schema = await buildGraph(inGraph(endpoints), { mutations: true });
  const paths = new Map(mirrored.map(({ id, path }) => [id, path]));
  return `${JSON.stringify(fieldsIn(schema, { pathOf: ({ id }) => paths.get(id), toolOf }), null, 1)}\n`;
};

/** What was published and would break whoever uses it, and nobody has listed. */
export const unlistedChanges = (
  before: string,
  after: string,
  listed: readonly { readonly what: string }[] = BREAKING_CHANGES,
): string[] =>
  findSchemaChanges(buildSchema(before), buildSchema(after))
    .filter(({ type }) => BREAKING.has(type))
    .map(({ description }) => description)
    .filter((what) => !listed.some((entry) => entry.what === what));

/** By `BreakingChangeType`. */
const BREAKING: ReadonlySet<string> = new Set(Object.values(BreakingChangeType));
