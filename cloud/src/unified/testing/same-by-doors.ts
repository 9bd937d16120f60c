import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../../kit/http/endpoint-contract.ts';
import type { PlatformCase } from '../../testing/platform-case.ts';
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
  /** Without the id of the request. Undefined where a door says it in words of its own. */
  readonly data: unknown;
}

/** A body that tells who gets through, and with which nothing is carried out. */
const NO_JSON = '{';
type Request = Omit<Valid, 'body'> & { readonly body?: Valid['body'] | typeof NO_JSON };

/** A way to the endpoints. `ask` resolves with nothing where it does not lead to this one. */
export interface Door {
  readonly name: string;
  readonly ask: (endpoint: AnyEndpoint, by: Asking, request: Request) => Promise<Came | undefined>;
}

const cameOf = ({ status, json, text }: Awaited<ReturnType<UnifiedApi['send']>>): Came => {
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

/** A token of somebody’s key that is for everything, made once. */
const tokensOf = (api: UnifiedApi) => {
  const tokens = new Map<string, Promise<string>>();
  return ({ kind, headers }: Asking): Promise<string> => {
    const made = tokens.get(kind) ?? api.tokenOf(headers, everyScope(api));
    tokens.set(kind, made);
    return made;
  };
};

/** The mirror, by a token of that key that is for everything. */
export const restDoor = (api: UnifiedApi, declared: readonly AnyEndpoint[]): Door => {
  const mirror = mirrorOf(declared);
  const tokenOf = tokensOf(api);
  return {
    name: 'REST mirror',
    ask: async (endpoint, by, request) => {
      const [mirrored] = mirror.pathsOf(endpoint);
      if (mirrored === undefined) return undefined;
      const { method } = endpoint;
      const shown = by.headers['x-api-key'] === undefined ? {} : bearer(await tokenOf(by));
      const path = pathOf({ ...endpoint, path: mirrored }, request);
      return cameOf(await api.send({ method, path, headers: { ...shown, ...request.headers }, body: request.body }));
    },
  };
};

/** Tools, by such a token. What a body that is no JSON is refused with, this door says of arguments. */
export const mcpDoor = (api: UnifiedApi, declared: readonly AnyEndpoint[]): Door => {
  const tools = toolsOf(declared);
  const tokenOf = tokensOf(api);
  return {
    name: 'tools',
    ask: async (endpoint, by, { params = {}, query = {}, body, headers }) => {
      const tool = tools.get(toolName(endpoint));
      if (tool === undefined) return undefined;
      const shown = by.headers['x-api-key'] === undefined ? {} : bearer(await tokenOf(by));
      const inPath = Object.fromEntries(tool.params.flatMap((name) => (name in params ? [[name, params[name]]] : [])));
      const given = { ...inPath, ...query, ...(endpoint.body !== undefined && { body }) };
      const answer = await api.send({
        method: 'POST',
        path: MCP_PATH,
        headers: { ...shown, ...headers },
        body: calling(tool.name, given),
      });
      if (answer.json.result === undefined)
        return { status: answer.status, code: answer.json.error?.data?.code, data: answer.json };
      const { isError, structuredContent } = answer.json.result;
      if (isError !== true) return { status: endpoint.success.status, code: undefined, data: structuredContent };
      const { code, status, message, detail, errors } = structuredContent;
      if (body === NO_JSON) return { status, code, data: undefined };
      return { status, code, data: detail ?? { error: code, message, ...(errors && { errors }) } };
    },
  };
};

const hasBody = ({ body, rawBody }: AnyEndpoint): boolean => (body ?? rawBody) !== undefined;

/** What an answer that tells of requests has in any case: which members. */
const membersOf = (data: unknown): unknown => (typeof data === 'object' && data !== null ? Object.keys(data) : data);

/**
 * In what doors differ at an endpoint, for whoever asks: none of them may. What carries something out is asked with a body that is
 * no JSON, which tells who gets through, and once as it succeeds. `ownTrace`: the endpoint tells of requests, its own among them.
 */
export const differences = async (
  endpoint: AnyEndpoint,
  {
    doors,
    askers,
    caseOf,
    ownTrace,
  }: {
    readonly doors: readonly [Door, ...(readonly Door[])];
    readonly askers: readonly Asking[];
    readonly caseOf: () => Promise<PlatformCase>;
    readonly ownTrace: boolean;
  },
): Promise<readonly string[]> => {
  const found: string[] = [];
  const compare = async (by: Asking, requestOf: () => Promise<Request>, like: (came: Came) => unknown) => {
    const [first, ...others] = doors;
    const expected = await first.ask(endpoint, by, await requestOf());
    for (const door of others) {
      const came = await door.ask(endpoint, by, await requestOf());
      if (came === undefined || expected === undefined) continue;
      const compared = came.data === undefined ? outcome : like;
      const [here, there] = [came, expected].map((one) => JSON.stringify(compared(one)));
      if (here !== there)
        found.push(`${by.kind}: ${door.name} ${here?.slice(0, 300)}, ${first.name} ${there?.slice(0, 300)}`);
    }
  };
  const outcome = ({ status, code }: Came) => ({ status, code });
  // Whoever shows nothing learns what to show, and that is not the same.
  const whole = (came: Came) =>
    came.status === 401 ? outcome(came) : ownTrace ? { ...outcome(came), data: membersOf(came.data) } : came;
  const { allowed, ...same } = await caseOf();
  for (const by of askers) {
    if (endpoint.method === 'GET') await compare(by, async () => same, whole);
    else if (hasBody(endpoint)) await compare(by, async () => ({ ...same, body: NO_JSON }), whole);
    else await compare(by, caseOf, outcome);
  }
  const [mightiest] = askers;
  // Those that only a session may ask are asked by nobody who has a key.
  if (mightiest !== undefined && hasBody(endpoint) && allowed === undefined)
    await compare(mightiest, caseOf, (came) => ({ ...outcome(came), data: membersOf(came.data) }));
  return found;
};

/** What a door answers somebody about a thing of others, and about one that there is not: nothing where a request names no such thing, or the door does not lead there. */
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
