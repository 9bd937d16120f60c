import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { isPublicGate, type Mirror } from '../../kit/http/surfaces.ts';
import { platformSurface } from '../../platform/users/platform-surface.ts';
import { REST_PATH, restSurface } from './rest-surface.ts';

/** Why an endpoint of the platform API has no mirror, if it has none. */
export const unmirrored = ({ gate, success }: AnyEndpoint): string | undefined => {
  if (isPublicGate(gate)) return 'it signs browsers in, and there is no session here';
  return success.socket === undefined ? undefined : 'it becomes a socket of the consoles';
};

const ownMirror = ({ path }: AnyEndpoint): string => `${REST_PATH}${path.slice(platformSurface.basePath.length)}`;
/** The same for two paths that only one request path fits. */
const placeOf = (path: string): string => path.replace(/:\w+/g, ':');
const paramsIn = (path: string): readonly string[] => path.split('/').filter((part) => part.startsWith(':'));

/** Where one node of a kind is read by its id alone: `/facilities/:facilityId`. */
interface NodeAt {
  readonly path: string;
  readonly key: string;
}

/** `Facility` is at `facilities`, `Box` at `boxes`. */
const collectionOf = (node: string): string => {
  const words = dashed(node.slice(0, 1).toLowerCase() + node.slice(1));
  if (words.endsWith('y')) return `${words.slice(0, -1)}ies`;
  return words.endsWith('x') ? `${words}es` : `${words}s`;
};
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The path of a node by its kind and id, of an endpoint that takes nothing else from its path. */
const asNode = ({ graph, path, surface }: AnyEndpoint): NodeAt | undefined => {
  if (graph === undefined || !('node' in graph) || surface !== platformSurface) return undefined;
  const { node, key } = graph;
  return paramsIn(path).length === 1 ? { path: `${REST_PATH}/${collectionOf(node)}/:${key}`, key } : undefined;
};

const nodesIn = (declared: readonly AnyEndpoint[]): ReadonlyMap<string, NodeAt> =>
  new Map(
    declared.flatMap((endpoint) => {
      const { graph } = endpoint;
      const at = asNode(endpoint);
      return at !== undefined && graph !== undefined && 'node' in graph ? [[graph.node, at] as const] : [];
    }),
  );

/** As an edge of a node, by the node's own path: `/facilities/:club/doors`. Only where the node's id is all that it takes from the path. */
const asEdge = (nodes: ReadonlyMap<string, NodeAt>, { graph, path, method }: AnyEndpoint): readonly string[] => {
  if (graph === undefined || !('on' in graph) || graph.on === undefined || method !== 'GET') return [];
  const node = nodes.get(graph.on);
  const params = paramsIn(path).map((part) => part.slice(1));
  const [param] = params;
  if (node === undefined || param === undefined || params.length > 1) return [];
  if (graph.with[param] !== node.key) return [];
  return [`${node.path.replace(`:${node.key}`, `:${param}`)}/${dashed(graph.as)}`];
};

/**
 * Where every endpoint of the platform API is served for tokens: under its own path without `/api`, and where its `graph` says so as
 * a node or as an edge of one. Throws a `Bug` where two of them would meet, or where one takes `fields` for something of its own.
 */
export const mirrorOf = (declared: readonly AnyEndpoint[]): Mirror => {
  const nodes = nodesIn(declared);
  const paths = new Map<AnyEndpoint, readonly string[]>();
  const taken = new Map<string, string>();
  const claim = (endpoint: AnyEndpoint, path: string): void => {
    const place = `${endpoint.method} ${placeOf(path)}`;
    const other = taken.get(place);
    if (other !== undefined)
      throw new Bug(`${endpoint.id} and ${other} are both ${endpoint.method} ${path} of the mirror`);
    taken.set(place, endpoint.id);
  };
  for (const endpoint of declared) if (endpoint.surface === restSurface) claim(endpoint, endpoint.path);
  for (const endpoint of declared) {
    if (endpoint.surface !== platformSurface || unmirrored(endpoint) !== undefined) continue;
    if (endpoint.query instanceof z.ZodObject && 'fields' in endpoint.query.shape)
      throw new Bug(`${endpoint.id} takes \`fields\`, which trims answers of the mirror`);
    const own = ownMirror(endpoint);
    const more = [asNode(endpoint)?.path ?? [], asEdge(nodes, endpoint)].flat();
    const all = [own, ...more.filter((path) => placeOf(path) !== placeOf(own))];
    for (const path of all) claim(endpoint, path);
    paths.set(endpoint, all);
  }
  return { basePath: REST_PATH, pathsOf: (endpoint) => paths.get(endpoint) ?? [] };
};

/** The same as declarations of the mirror, for its document: each under its first path. */
export const mirroredIn = (declared: readonly AnyEndpoint[]): readonly AnyEndpoint[] => {
  const { pathsOf } = mirrorOf(declared);
  return declared.flatMap((endpoint) =>
    pathsOf(endpoint).map((path, at) => ({
      ...endpoint,
      // An operation has one id.
      ...(at > 0 && { id: `${endpoint.id}-by-graph` }),
      path,
      surface: restSurface,
    })),
  );
};
