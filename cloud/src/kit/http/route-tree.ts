import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Method } from './call.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { EVENT_STREAM } from './event-stream.ts';
import type { Route } from './pipeline.ts';

/** A path that is known, with what stands in the places of its parameters, still percent-encoded. */
export interface Match {
  /** Of a method several, where they answer in ways of their own. */
  readonly routes: ReadonlyMap<Method, readonly Route[]>;
  readonly params: (route: Route) => Record<string, string>;
}

interface Node {
  readonly literal: Map<string, Node>;
  parameter: Node | undefined;
  readonly routes: Map<Method, readonly Route[]>;
}
const emptyNode = (): Node => ({ literal: new Map(), parameter: undefined, routes: new Map() });

/** How an endpoint answers, as far as a request may ask for one that does: by becoming a socket, by a stream of events, or otherwise. */
export type Way = 'socket' | 'events' | 'answer';
export const wayOf = ({ success: { socket, stream } }: Pick<AnyEndpoint, 'success'>): Way => {
  if (socket !== undefined) return 'socket';
  return stream?.includes(EVENT_STREAM) ? 'events' : 'answer';
};

/** Paths by segment. A literal segment wins over a parameter; an empty segment is never a parameter. */
export class RouteTree {
  readonly #root = emptyNode();
  /** Where in the path the parameters of a route are. */
  readonly #places = new Map<Route, readonly (readonly [name: string, place: number])[]>();

  /** Throws a `Bug` if another endpoint has this method and path already, and answers in the same way. */
  add(route: Route): void {
    const { path } = route;
    const { method, id } = route.endpoint.declaration;
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith(':')) {
        node.parameter ??= emptyNode();
        node = node.parameter;
      } else {
        const next = node.literal.get(segment) ?? emptyNode();
        node.literal.set(segment, next);
        node = next;
      }
    }
    const others = node.routes.get(method) ?? [];
    const taken = others.find(({ endpoint }) => wayOf(endpoint.declaration) === wayOf(route.endpoint.declaration));
    if (taken !== undefined) throw new Bug(`${id} and ${taken.endpoint.declaration.id} are both ${method} ${path}`);
    node.routes.set(method, [...others, route]);
    const places = segmentsOf(path).map((segment, at) => [segment, at] as const);
    this.#places.set(
      route,
      places.flatMap(([segment, at]) => (segment.startsWith(':') ? [[segment.slice(1), at] as const] : [])),
    );
  }

  find(path: string): Match | undefined {
    const segments = segmentsOf(path);
    const node = search(this.#root, segments, 0);
    if (node === undefined) return undefined;
    return { routes: node.routes, params: (route) => this.#paramsOf(route, segments) };
  }

  #paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
    const params: Record<string, string> = {};
    for (const [name, place] of this.#places.get(route) ?? []) params[name] = segments[place] ?? '';
    return params;
  }
}

const segmentsOf = (path: string): string[] => path.slice(1).split('/');

const search = (node: Node, segments: readonly string[], at: number): Node | undefined => {
  const segment = segments[at];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literal.get(segment);
  const found = literal === undefined ? undefined : search(literal, segments, at + 1);
  if (found !== undefined || segment === '' || node.parameter === undefined) return found;
  return search(node.parameter, segments, at + 1);
};
