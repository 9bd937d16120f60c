import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { takesIdempotencyKey } from '../../kit/http/replies.ts';
import { unfit } from '../graphql/graphql.module.ts';
import { unmirrored } from '../rest/rest.module.ts';

/** An endpoint as a tool: what its arguments are, by their names. */
export interface Tool {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
  readonly params: readonly string[];
  readonly query: readonly string[];
}

/** Of arguments that are neither in the path nor in the query. */
export const BODY = 'body';
export const KEY = 'idempotencyKey';
/** What model providers take for a name. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** `door-states.list` is `door-states_list`. Whoever calls it knows it by that: ids of operations do not change. */
export const toolName = ({ id }: Pick<AnyEndpoint, 'id'>): string => id.replaceAll('.', '_');

/** Why an endpoint of the platform API is no tool, if it is none. */
export const noToolBecause = (endpoint: AnyEndpoint): string | undefined => {
  const { tool } = endpoint;
  if (tool !== undefined && 'omit' in tool) return tool.omit;
  return unmirrored(endpoint) ?? (changes(endpoint) && tool === undefined ? 'it changes something' : undefined);
};

/** Whether it takes the name of an attempt that may be sent again. */
export const takesKey = (endpoint: AnyEndpoint): boolean =>
  takesIdempotencyKey(endpoint) || (endpoint.ownIdempotency === true && endpoint.surface.idempotencyKeys === true);

/**
 * All tools, by their names. Throws a `Bug` where an endpoint can be none and does not say so, and where two names or two
 * arguments would be one.
 */
export const toolsOf = (declared: readonly AnyEndpoint[]): ReadonlyMap<string, Tool> => {
  const tools = declared
    .filter((endpoint) => endpoint.surface.name === 'platform' && noToolBecause(endpoint) === undefined)
    .map(toolOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Bug('two tools have one name');
  return byName;
};

const toolOf = (endpoint: AnyEndpoint): Tool => {
  const why = unfit(endpoint);
  if (why !== undefined) throw new Bug(`${endpoint.id} ${why}: let its tool say why it is omitted`);
  const name = toolName(endpoint);
  if (!NAME.test(name)) throw new Bug(`${endpoint.id} is no name for a tool`);
  const params = endpoint.path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
  const query = namesIn(endpoint);
  const all = [...params, ...query, BODY, KEY];
  if (new Set(all).size < all.length) throw new Bug(`${endpoint.id}: two arguments have one name`);
  return { name, endpoint, params, query };
};

const namesIn = ({ id, query }: AnyEndpoint): readonly string[] => {
  if (query === undefined) return [];
  if (query instanceof z.ZodObject) return Object.keys(query.shape);
  throw new Bug(`${id}: nobody knows what its query takes`);
};
