import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInterfaceType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { takesIdempotencyKey } from '../../kit/http/replies.ts';
import type { AnyTopic } from '../../kit/live/topic.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { type Argument, InputTypes } from './input-types.ts';
import { makeFields } from './make-fields.ts';
import { fieldName, typeName } from './names.ts';
import { edgeOf, idFor, type NodeType, nodeOf, nodesIn, omittedBecause, unfit } from './nodes.ts';
import { type Field, OutputTypes } from './output-types.ts';
import { requireReachable } from './reachable.ts';
import { type Ctx, type FieldPlan, type Finds, foundAs, type Seen } from './seen.ts';
import type { Shape } from './shapes.ts';
import { subscriptionType } from './subscription-type.ts';
import { toldApartBy } from './told-apart.ts';
import { TypeNames } from './type-names.ts';

export interface GraphOptions {
  /** Whether what changes something has fields. */
  readonly mutations: boolean;
  /** What can be subscribed to. */
  readonly topics?: readonly AnyTopic[];
}

type Fields = Record<string, Field>;

/**
 * The schema of a graph, made of declarations: those that are omitted for a reason have no field. Throws a `Bug` where two
 * shapes or fields have one name, where an edge asks for what its node does not have, and where an endpoint can be no field
 * and does not say so. Lets others have their turn between endpoints.
 */
export const buildGraph = async (
  all: readonly AnyEndpoint[],
  { mutations, topics = [] }: GraphOptions,
): Promise<GraphQLSchema> => {
  const endpoints = all.filter((endpoint) => omittedBecause(endpoint) === undefined);
  const names = new TypeNames();
  const nodes = nodesIn(endpoints);
  const nodeInterface = interfaceOf(nodes);
  const edges = new Map<string, Fields>();
  const outputs = new OutputTypes({ names, nodes, nodeInterface, edgesOf: (name) => edges.get(name) ?? {} });
  const inputs = new InputTypes(names);
  const answers = new Map<AnyEndpoint, Shape>();
  for (const endpoint of endpoints) {
    const why = unfit(endpoint);
    if (why !== undefined) throw new Bug(`${endpoint.id} ${why}: let its graph say why it is omitted`);
    answers.set(endpoint, outputs.learn(endpoint));
    await yieldToEventLoop();
  }
  const query: Fields = { node: nodeField(nodeInterface, nodes) };
  const mutation: Fields = {};
  for (const endpoint of endpoints) {
    await yieldToEventLoop();
    const type = outputs.answerOf(endpoint, answers.get(endpoint) as Shape);
    const isChange = changes(endpoint);
    if (isChange && !mutations) continue;
    const taken = { endpoint, type, inputs, node: nodeNamed(endpoint, nodes) };
    add(isChange ? mutation : query, rootName(endpoint), fieldOf(taken));
    const edge = edgeOf(endpoint);
    if (edge === undefined) continue;
    if (isChange) throw new Bug(`${endpoint.id} changes something, and is no edge`);
    const own = edges.get(edge.on) ?? {};
    edges.set(edge.on, own);
    const from = edge.with as Readonly<Record<string, string>>;
    add(own, edge.as, fieldOf({ ...taken, from, owner: nodes.get(edge.on) }));
  }
  const roots = {
    query: new GraphQLObjectType({ name: 'Query', fields: query }),
    mutation: Object.keys(mutation).length === 0 ? null : new GraphQLObjectType({ name: 'Mutation', fields: mutation }),
    subscription: subscriptionType(topics, { names, outputs }),
  };
  await makeFields([...Object.values(roots), ...names.all()].filter((type) => type !== null && type !== undefined));
  const schema = new GraphQLSchema({
    description: 'All that the platform has, by the rights of whoever asks.',
    ...roots,
    types: names.all(),
    assumeValid: true,
  });
  await yieldToEventLoop();
  requireReachable(schema, edges);
  return schema;
};

const add = (fields: Fields, name: string, field: Field): void => {
  if (fields[name] !== undefined) throw new Bug(`two fields are called ${name} in the graph`);
  fields[name] = field;
};

const nodeNamed = (endpoint: AnyEndpoint, nodes: ReadonlyMap<string, NodeType>) => {
  const place = nodeOf(endpoint);
  return place && nodes.get(place.node);
};

const rootName = (endpoint: AnyEndpoint): string => {
  const { graph, id } = endpoint;
  const node = nodeOf(endpoint);
  if (node !== undefined) return fieldName(node.node);
  const isNamed = graph !== undefined && 'as' in graph && graph.as !== undefined && edgeOf(endpoint) === undefined;
  return isNamed ? graph.as : fieldName(id);
};

const interfaceOf = (nodes: ReadonlyMap<string, NodeType>) =>
  new GraphQLInterfaceType({
    name: 'Node',
    description: 'What has an id of its own, by which it is found.',
    fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
    ...toldApartBy(({ inputs }) => nodes.get(String(inputs.node))?.name),
  });

const nodeField = (type: GraphQLInterfaceType, nodes: ReadonlyMap<string, NodeType>): Field => {
  const finds: Finds = ({ id }) => {
    if (typeof id !== 'string') return undefined;
    const node = [...nodes.values()].find(({ prefix }) => id.startsWith(prefix));
    return node && { node, id: idFor(node, id) };
  };
  return {
    type,
    description: 'Finds whatever has this id. Null: there is none, or none that you may know of.',
    args: { id: { type: new GraphQLNonNull(GraphQLID) } },
    extensions: { objects: 1, finds },
    resolve: async (_root, args: Readonly<Record<string, unknown>>, ctx) => {
      const sought = finds(args);
      return sought === undefined ? null : foundAs(sought.node, await ctx.whole(sought.node, sought.id));
    },
  };
};

interface Taken {
  readonly endpoint: AnyEndpoint;
  readonly type: GraphQLOutputType;
  readonly inputs: InputTypes;
  readonly node: NodeType | undefined;
  readonly from?: Readonly<Record<string, string>>;
  readonly owner?: NodeType | undefined;
}

const fieldOf = ({ endpoint, type, inputs, node, from = {}, owner: ownerNode }: Taken): Field => {
  const owner = typeName(endpoint.id);
  const own = ({ property }: Argument) => from[property] === undefined;
  const params = inputs.argumentsOf(endpoint.params, owner);
  const query = inputs.argumentsOf(endpoint.query, owner);
  for (const property of Object.keys(from))
    if (![...params, ...query].some((argument) => argument.property === property))
      throw new Bug(`${endpoint.id}: nothing takes ${property}`);
  const body = endpoint.body && inputs.bodyOf(endpoint.body, owner);
  const args: GraphQLFieldConfigArgumentMap = {};
  for (const { name, type: argumentType, description, defaultValue } of [...params, ...query].filter(own)) {
    if (args[name] !== undefined || name === 'input') throw new Bug(`${endpoint.id}: two arguments are called ${name}`);
    args[name] = {
      type: argumentType,
      description: description ?? null,
      ...(defaultValue !== undefined && { default: { value: defaultValue } }),
    };
  }
  if (body !== undefined) args.input = { type: body.type };
  if (takesIdempotencyKey(endpoint) || (endpoint.ownIdempotency && endpoint.surface.idempotencyKeys))
    args.idempotencyKey = {
      type: GraphQLString,
      description: 'Sent again with it, the mutation is answered as the first time.',
    };
  const plan: FieldPlan = {
    endpoint,
    inPath: new Set(endpoint.path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))),
    params: namesOf(params.filter(own)),
    query: namesOf(query.filter(own)),
    from,
    owner: ownerNode,
    bodyOf: body?.written,
    node,
  };
  return {
    type,
    description: `${endpoint.summary}. ${endpoint.description}`,
    args,
    ...(endpoint.deprecated !== undefined && { deprecationReason: endpoint.deprecated }),
    extensions: { plan, oneByOne: edgeOf(endpoint) !== undefined && endpoint.many === undefined },
    resolve: (parent: Seen | undefined, given: Readonly<Record<string, unknown>>, ctx: Ctx) =>
      ctx.ask(plan, given, parent),
  };
};

const namesOf = (all: readonly Argument[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map(({ name, property }) => [name, property]));
