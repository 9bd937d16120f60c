import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { GraphPlace } from '../../kit/http/graph.ts';

type Place = GraphPlace<Record<string, unknown>, Record<string, unknown>>;
type NodePlace = Extract<Place, { readonly node: string }>;
export type EdgePlace = Extract<Place, { readonly on: string }>;

export const nodeOf = ({ graph }: AnyEndpoint): NodePlace | undefined =>
  graph !== undefined && 'node' in graph ? graph : undefined;
export const edgeOf = ({ graph }: AnyEndpoint): EdgePlace | undefined =>
  graph !== undefined && 'on' in graph && graph.on !== undefined ? (graph as EdgePlace) : undefined;
export const omittedBecause = ({ graph }: AnyEndpoint): string | undefined =>
  graph !== undefined && 'omit' in graph ? graph.omit : undefined;

/** The node that an endpoint answers, or lists. */
export const namedNode = ({ graph }: AnyEndpoint): string | undefined => {
  if (graph === undefined || 'omit' in graph) return undefined;
  return 'node' in graph ? graph.node : graph.of;
};

/** Why an endpoint can be no field; nothing for one that can. Whoever declares it says so by `omit`. */
export const unfit = ({ success, answersSecret, gate, bodyStream, rawBody }: AnyEndpoint): string | undefined => {
  if (success.schema === undefined) return 'answers no JSON';
  if (answersSecret) return 'answers a secret that is shown once';
  if (bodyStream !== undefined || rawBody !== undefined) return 'takes a file';
  return typeof gate === 'object' && gate !== null && 'public' in gate ? 'is for nobody in particular' : undefined;
};

/** What is read by an id alone. */
export interface NodeType {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
  /** The parameter that takes the id. */
  readonly key: string;
  /** The property that has it. */
  readonly id: string;
  readonly prefix: string;
  readonly called: Readonly<Record<string, string>>;
}

/** Every node, by name. Throws a `Bug` where two are one. */
export const nodesIn = (endpoints: readonly AnyEndpoint[]): ReadonlyMap<string, NodeType> => {
  const nodes = new Map<string, NodeType>();
  for (const endpoint of endpoints) {
    const node = nodeOf(endpoint);
    if (node === undefined) continue;
    const { node: name, key, id = key, prefix, called = {} } = node;
    const same = [...nodes.values()].find((other) => other.name === name || other.prefix === prefix);
    if (same !== undefined) throw new Bug(`${endpoint.id} and ${same.endpoint.id} read nodes of one name or prefix`);
    nodes.set(name, { name, endpoint, key, id, prefix, called });
  }
  return nodes;
};

/** The id of a node, for its own endpoint: without what is put in front of UUIDs. */
export const idFor = ({ prefix }: NodeType, id: string): string =>
  prefix.endsWith(':') ? id.slice(prefix.length) : id;
/** The same the other way round. */
export const idOfNode = ({ prefix }: NodeType, id: string): string => (prefix.endsWith(':') ? `${prefix}${id}` : id);
