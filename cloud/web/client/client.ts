import type { ErrorBody, Operations } from './platform-api.gen.ts';
import { RefusedError, UnreachableError } from './request-errors.ts';

export type OperationName = keyof Operations;
export type Answer<Name extends OperationName> = AnswerOf<Operations[Name]>;
type AnswerOf<Operation> = Operation extends { readonly answer: infer A } ? A : never;

type PartOf<Operation, Part extends string> = Operation extends { readonly [P in Part]: infer Value }
  ? { readonly [P in Part]: Value }
  : Operation extends { readonly [P in Part]?: infer Value }
    ? { readonly [P in Part]?: Value }
    : unknown;
/** What an operation takes: what is required of it here is required by its declaration. */
type InputOf<Operation> = PartOf<Operation, 'path'> & PartOf<Operation, 'query'> & PartOf<Operation, 'body'>;
export type Input<Name extends OperationName> = InputOf<Operations[Name]>;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Of a POST: sent again with the same key, it does nothing twice. */
  readonly idempotencyKey?: string | undefined;
  /** Sent in place of a body: a form with files, or one file as it is. */
  readonly form?: FormData | Blob | undefined;
}

/** `fetch`, as far as it is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientDeps {
  readonly fetch: Fetch;
  /** The session is over, or there was none: the caller has been told as well. */
  readonly onSignedOut: () => void;
  /** The server's clock as of an answer, in milliseconds since 1970, to the second. */
  readonly onServerTime: (wallMs: number) => void;
  /** Paths that ask who somebody is, or let them in: their 401 is an answer to that, and no end of a session. */
  readonly signsIn?: RegExp;
}

interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/**
 * An API as its console asks it, that of the platform unless said otherwise: by method and path, typed by the document. Throws a `RefusedError` for an answer
 * that is no success, and an `UnreachableError` where none came.
 */
export const createClient = <Api = Operations>({
  fetch,
  onSignedOut,
  onServerTime,
  signsIn = SIGNS_IN,
}: ClientDeps) => ({
  ask: async <Name extends keyof Api & string>(
    name: Name,
    input: InputOf<Api[Name]>,
    options: AskOptions = {},
  ): Promise<AnswerOf<Api[Name]>> => {
    const [method = '', template = ''] = name.split(' ');
    const { body, ...parts } = input as Parts;
    const response = await fetch(addressOf(template, parts), requestOf(method, body, options)).catch((error) => {
      if (options.signal?.aborted === true) throw error;
      throw new UnreachableError({ cause: error });
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) onServerTime(date);
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Api[Name]>;
    const refusal = await refusalOf(response);
    if (response.status === 401 && !signsIn.test(template)) onSignedOut();
    throw refusal;
  },
});
export type Client<Api = Operations> = ReturnType<typeof createClient<Api>>;

/** What asks who somebody is, or lets them in: its 401 is an answer to that, and no end of a session. */
const SIGNS_IN = /^\/api\/session(?:\/(?:codes|link|passkey|passkey-options|desk))?$/;

const addressOf = (template: string, { path = {}, query = {} }: Parts): string => {
  const address = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? address : `${address}?${search}`;
};

const requestOf = (method: string, body: unknown, { signal, idempotencyKey, form }: AskOptions): RequestInit => {
  const headers: Record<string, string> = { accept: 'application/json' };
  // A form of another site can send neither of these: a cookie alone changes nothing.
  if (method !== 'GET') headers['x-console'] = '1';
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  return {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...(signal !== undefined && { signal }),
  };
};

/** Bodies of refusals name their code as `error`, those of unlocks that failed as `reason`; a proxy's may be anything. */
const refusalOf = async (response: Response): Promise<RefusedError> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody> & Readonly<Record<string, unknown>>;
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return new RefusedError({
    status: response.status,
    code: text(body.error ?? body.reason, 'unexpected_answer'),
    message: text(body.message, ''),
    requestId: text(body.request_id, response.headers.get('x-request-id') ?? '') || undefined,
    fields: body.errors ?? [],
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    body,
  });
};
