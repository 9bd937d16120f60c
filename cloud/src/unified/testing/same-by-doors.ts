import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../../kit/http/endpoint-contract.ts';
import type { PlatformCase } from '../../testing/platform-case.ts';
import { documentOf } from '../graphql/testing/document-of.ts';
import { inItsWords, selectionOf } from '../graphql/testing/selection-of.ts';
import { MCP_PATH } from '../mcp/mcp-surface.ts';
import { calling } from '../mcp/testing/mcp-client.ts';
import { toolName, toolsOf } from '../mcp/tools.ts';
import { mirrorOf } from '../rest/mirror.ts';
import { bearer, everyScope, type UnifiedApi } from './unified-api.ts';

/** Somebody who asks, by the key that they have; nobody, where they have none. */
export interface Asking {
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of a request, as it can be compared. */
export interface Came {
  readonly status: number;
  /** Of a refusal. */
  readonly code: unknown;
  /** Without the id of the request. */
  readonly data: unknown;
}

/** A body that tells who gets through, and with which nothing is carried out. */
const NO_JSON = '{';
type Request = Omit<Valid, 'body'> & { readonly body?: Valid['body'] | typeof NO_JSON };

/** A way to the endpoints. */
export interface Door {
  readonly name: string;
  /** Nothing but what fits a declaration can be sent: who gets through is found out by carrying out. */
  readonly fittingOnly?: true;
  /** Resolves with nothing where it does not lead to this one. `first`: what came of the same request at the first door. */
  readonly ask: (endpoint: AnyEndpoint, by: Asking, request: Request, first?: Came) => Promise<Came | undefined>;
}

/** A file is compared as the text that it is taken for. */
const isJson = (type = ''): boolean => type.includes('json');

const cameOf = (answer: Awaited<ReturnType<UnifiedApi['send']>>): Came => {
  const { status, text } = answer;
  const json = isJson(answer.headers['content-type']) ? answer.json : undefined;
  if (json === undefined || json === null || typeof json !== 'object') return { status, code: undefined, data: text };
  const { request_id: _request, ...data } = json;
  return { status, code: status < 400 ? undefined : data.error, data };
};

/** The platform API itself, by the key. */
export const platformDoor = (api: UnifiedApi): Door => ({
  name: 'platform API',
  ask: async (endpoint, by, request) => {
    const { method } = endpoint;
    const headers = { ...by.headers, ...request.headers };
    return cameOf(await api.send({ method, path: pathOf(endpoint, request), headers, body: request.body }));
  },
});

/** Whoever has a key shows a token of it that is for everything. */
const shownTo = (api: UnifiedApi) => {
  const tokens = new Map<string, Promise<string>>();
  return async ({ kind, headers }: Asking): Promise<Readonly<Record<string, string>>> => {
    if (headers['x-api-key'] === undefined) return {};
    const made = tokens.get(kind) ?? api.tokenOf(headers, everyScope(api));
    tokens.set(kind, made);
    return bearer(await made);
  };
};

/** The mirror, by a token. */
export const restDoor = (api: UnifiedApi, declared: readonly AnyEndpoint[]): Door => {
  const mirror = mirrorOf(declared);
  const shownBy = shownTo(api);
  return {
    name: 'REST mirror',
    ask: async (endpoint, by, request) => {
      const [mirrored] = mirror.pathsOf(endpoint);
      if (mirrored === undefined) return undefined;
      const { method } = endpoint;
      const path = pathOf({ ...endpoint, path: mirrored }, request);
      const headers = { ...(await shownBy(by)), ...request.headers };
      return cameOf(await api.send({ method, path, headers, body: request.body }));
    },
  };
};

/** The graph over HTTP, by a token: a field is asked for all that the first door answered, and told in its words. */
export const graphDoor = (api: UnifiedApi): Door => {
  const shownBy = shownTo(api);
  return {
    name: 'graph',
    fittingOnly: true,
    ask: async (endpoint, by, request, first) => {
      const { schema } = await api.world.graph.ready();
      const body = endpoint.body === undefined ? undefined : (request.body ?? {});
      const asked = documentOf(schema, endpoint, { ...request, body } as Valid, (type) =>
        selectionOf(type, [first?.data ?? {}]),
      );
      if (asked === undefined) return undefined;
      const { document: query, variables, type } = asked;
      const accept = 'application/graphql-response+json';
      const headers = { ...(await shownBy(by)), ...request.headers, accept };
      const { json } = await api.send({ method: 'POST', path: '/graphql', headers, body: { query, variables } });
      if (json.errors === undefined) {
        const data = inItsWords(type, json.data.asked, first?.data);
        return { status: successLike(endpoint, first), code: undefined, data };
      }
      const [{ message, extensions }] = json.errors;
      const { code, status, errors } = extensions;
      return { status, code, data: { error: code, message, ...(errors && { errors }) } };
    },
  };
};

/** Tools, by a token. */
export const mcpDoor = (api: UnifiedApi, declared: readonly AnyEndpoint[]): Door => {
  const tools = toolsOf(declared);
  const shownBy = shownTo(api);
  return {
    name: 'tools',
    fittingOnly: true,
    ask: async (endpoint, by, { params = {}, query = {}, body, headers }, first) => {
      const tool = tools.get(toolName(endpoint));
      if (tool === undefined) return undefined;
      const inPath = Object.fromEntries(tool.params.flatMap((name) => (name in params ? [[name, params[name]]] : [])));
      const given = { ...inPath, ...query, ...(endpoint.body !== undefined && { body }) };
      const { status: refused, json } = await api.send({
        method: 'POST',
        path: MCP_PATH,
        headers: { ...(await shownBy(by)), ...headers },
        body: calling(tool.name, given),
      });
      if (json.result === undefined) return { status: refused, code: json.error?.data?.code, data: json };
      const { isError, structuredContent } = json.result;
      if (isError !== true) return { status: successLike(endpoint, first), code: undefined, data: structuredContent };
      const { code, status, message, detail, errors } = structuredContent;
      return { status, code, data: detail ?? { error: code, message, ...(errors && { errors }) } };
    },
  };
};

/** Neither what the graph nor what a tool answers has a status of its own where it succeeds. */
const successLike = ({ success }: AnyEndpoint, first: Came | undefined): number =>
  first !== undefined && first.status === success.also?.status ? first.status : success.status;

const hasBody = ({ body, rawBody }: AnyEndpoint): boolean => (body ?? rawBody) !== undefined;

/** What an answer that tells of requests has in any case: which members. */
const membersOf = (data: unknown): unknown => (typeof data === 'object' && data !== null ? Object.keys(data) : data);

/**
 * In what doors differ at an endpoint, for whoever asks: none of them may. What carries something out is asked with a body that is
 * no JSON, which tells who gets through, and once as it succeeds; where a door takes no such body, by `some` as it succeeds.
 * `ownTrace`: the endpoint tells of requests, its own among them.
 */
export const differences = async (
  endpoint: AnyEndpoint,
  {
    doors,
    askers,
    some,
    caseOf,
    ownTrace,
  }: {
    readonly doors: readonly [Door, ...(readonly Door[])];
    readonly askers: readonly Asking[];
    readonly some: (by: Asking) => boolean;
    readonly caseOf: () => Promise<PlatformCase>;
    readonly ownTrace: boolean;
  },
): Promise<readonly string[]> => {
  const found: string[] = [];
  const [first, ...others] = doors;
  const compare = async (
    by: Asking,
    at: readonly Door[],
    { requestOf, like }: { readonly requestOf: () => Promise<Request>; readonly like: (came: Came) => unknown },
  ) => {
    if (at.length === 0) return;
    const expected = await first.ask(endpoint, by, await requestOf());
    for (const door of at) {
      const came = await door.ask(endpoint, by, await requestOf(), expected);
      if (came === undefined || expected === undefined) continue;
      const [here, there] = [came, expected].map((one) => JSON.stringify(like(one)));
      if (here !== there)
        found.push(`${by.kind}: ${door.name} ${here?.slice(0, 300)}, ${first.name} ${there?.slice(0, 300)}`);
    }
  };
  const outcome = ({ status, code }: Came) => ({ status, code });
  const members = (came: Came) => ({ ...outcome(came), data: membersOf(came.data) });
  // Whoever shows nothing learns what to show, and that is not the same.
  const whole = (came: Came) => (came.status === 401 ? outcome(came) : ownTrace ? members(came) : came);
  const anyBody = others.filter(({ fittingOnly }) => !fittingOnly);
  const fitting = others.filter(({ fittingOnly }) => fittingOnly);
  const { allowed, ...same } = await caseOf();
  for (const by of askers) {
    if (endpoint.method === 'GET') await compare(by, others, { requestOf: async () => same, like: whole });
    else if (!hasBody(endpoint)) await compare(by, others, { requestOf: caseOf, like: outcome });
    else {
      await compare(by, anyBody, { requestOf: async () => ({ ...same, body: NO_JSON }), like: whole });
      if (some(by)) await compare(by, fitting, { requestOf: caseOf, like: outcome });
    }
  }
  const [mightiest] = askers;
  // Those that only a session may ask are asked by nobody who has a key.
  if (mightiest !== undefined && hasBody(endpoint) && allowed === undefined)
    await compare(mightiest, others, { requestOf: caseOf, like: members });
  return found;
};

/** What a door answers somebody about a thing of others, and about one that there is not: nothing where a request names no such thing, or where it does not lead. */
export const hidden = async (
  endpoint: AnyEndpoint,
  { door, by, of }: { readonly door: Door; readonly by: Asking; readonly of: PlatformCase },
): Promise<readonly [foreign: string, missing: string] | undefined> => {
  const { foreign, missing, params } = of;
  if (foreign === undefined || missing === undefined) return undefined;
  /** A refusal may repeat what was sent. */
  const ask = async (named: Readonly<Record<string, string>>) => {
    const came = await door.ask(endpoint, by, { ...of, params: { ...params, ...named } });
    if (came === undefined) return undefined;
    return Object.entries(named).reduce((left, [name, id]) => left.replaceAll(id, `{${name}}`), JSON.stringify(came));
  };
  const answers = [await ask(foreign), await ask(missing)] as const;
  return answers[0] === undefined || answers[1] === undefined ? undefined : [answers[0], answers[1]];
};
