import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../../kit/http/endpoint-contract.ts';
import type { PlatformCase } from '../../testing/platform-case.ts';
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

/** The mirror, by a token of that key that is for everything. */
export const restDoor = (api: UnifiedApi, declared: readonly AnyEndpoint[]): Door => {
  const mirror = mirrorOf(declared);
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = ({ kind, headers }: Asking): Promise<string> => {
    const made = tokens.get(kind) ?? api.tokenOf(headers, everyScope(api));
    tokens.set(kind, made);
    return made;
  };
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
      const [here, there] = [came, expected].map((one) => JSON.stringify(like(one)));
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

/** What a door answers somebody about a thing of others, and about one that there is not: nothing where a request names no such thing. */
export const hidden = async (
  endpoint: AnyEndpoint,
  { door, by, of }: { readonly door: Door; readonly by: Asking; readonly of: PlatformCase },
): Promise<readonly [foreign: string, missing: string] | undefined> => {
  const { foreign, missing, params } = of;
  if (foreign === undefined || missing === undefined) return undefined;
  /** A refusal may repeat what was sent. */
  const ask = async (named: Readonly<Record<string, string>>) => {
    const text = JSON.stringify(await door.ask(endpoint, by, { ...of, params: { ...params, ...named } }));
    return Object.entries(named).reduce((left, [name, id]) => left.replaceAll(id, `{${name}}`), text);
  };
  return [await ask(foreign), await ask(missing)];
};
