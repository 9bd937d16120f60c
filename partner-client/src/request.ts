import { AnswerLostError, PartnerApiError } from './errors.ts';
import type { OPERATIONS } from './partner-api.gen.ts';
import { type Ended, type Repeatable, retryAfterMs, waitBeforeNext } from './retry.ts';
import type { Timing } from './timing.ts';

export interface RequestOptions {
  /** Ends the call, its waiting between attempts included. What was sent already may still be carried out. */
  readonly signal?: AbortSignal;
  /** For one attempt. 40 s unless given: longer than the longest confirmation of an unlock. */
  readonly timeoutMs?: number;
  /** For an unlock: the longest wait for its confirmation, in seconds, if that is to be shorter than the door's own. */
  readonly waitSeconds?: number;
}

/** One answer that arrived, for a log. It shows neither the key nor a body. */
export interface AnswerNote {
  readonly operation: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly attempt: number;
  /** The stored result of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** What `fetch` is asked for here: the platform's own fits, and so does any other with a certificate of its own. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'error';
    readonly signal: AbortSignal;
  },
) => Promise<Pick<Response, 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> }>;

export interface RequestDeps {
  /** Origin and path prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly authorization: string;
  readonly fetch: Fetch;
  readonly timing: Timing;
  readonly onAnswer: ((note: AnswerNote) => void) | undefined;
  /** Takes the key out of a text that came from elsewhere. */
  readonly redact: (text: string) => string;
}

export type OperationId = keyof typeof OPERATIONS;
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly keyed: boolean;
}
type Input = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 40_000;

/** Sends a request, again where that is safe, and resolves with the body of its answer. */
export const requestWith =
  (deps: RequestDeps) =>
  async (id: string, operation: Operation, input: Input = {}, options: RequestOptions = {}): Promise<unknown> => {
    const repeatable = repeatableOf(operation, input);
    for (let attempt = 1; ; attempt++) {
      const { body, ended, error } = await attemptOnce(deps, { id, operation, input, options, attempt });
      if (error === undefined) return body;
      const wait = waitBeforeNext(ended, repeatable, attempt);
      if (wait === undefined) throw error;
      await deps.timing.sleep(wait, options.signal);
    }
  };

const repeatableOf = ({ keyed }: Operation, input: Input): Repeatable => {
  if (!keyed) return 'freely';
  return typeof input.idempotency_key === 'string' && input.idempotency_key !== '' ? 'keyed' : 'never';
};

interface Attempt {
  readonly id: string;
  readonly operation: Operation;
  readonly input: Input;
  readonly options: RequestOptions;
  readonly attempt: number;
}
type Outcome =
  | { readonly body: unknown; readonly error?: undefined; readonly ended?: undefined }
  | { readonly body?: undefined; readonly error: Error; readonly ended: Ended };

const attemptOnce = async (
  deps: RequestDeps,
  { id, operation, input, options, attempt }: Attempt,
): Promise<Outcome> => {
  const { url, body } = addressOf(deps.baseUrl, operation, input);
  const deadline = deps.timing.deadline(options.timeoutMs ?? TIMEOUT_MS);
  const lost = (why: string): Outcome => ({
    error: new AnswerLostError(deps.redact(why), attempt),
    ended: { kind: 'lost' },
  });
  let answer: Awaited<ReturnType<Fetch>>;
  let text: string;
  try {
    answer = await deps.fetch(url, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        authorization: deps.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.waitSeconds === undefined ? {} : { prefer: `wait=${options.waitSeconds}` }),
      },
      ...(body === undefined ? {} : { body }),
      // A redirect would carry the key to wherever it points.
      redirect: 'error',
      signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    });
    text = await answer.text();
  } catch (error) {
    options.signal?.throwIfAborted();
    return lost(messageOf(error));
  }
  const { status, headers } = answer;
  const requestId = headers.get('x-request-id') ?? undefined;
  const replayed = headers.get('idempotent-replayed') === 'true';
  deps.onAnswer?.({ operation: id, status, requestId, attempt, replayed });
  const json = parsed(text);
  if (status >= 200 && status < 300)
    // Whoever answered so, it was not the partner API: the real answer got lost on the way.
    return json === undefined ? lost(`an answer ${status} that is not JSON`) : { body: json };
  const about = { attempts: attempt, ...(requestId === undefined ? {} : { requestId }) };
  const problem = new PartnerApiError(status, isObject(json) ? json : {}, about);
  const outcome = isObject(json) && json.status === 'failed';
  const pause = retryAfterMs(headers.get('retry-after'), deps.timing.nowMs());
  return { error: problem, ended: { kind: 'answer', status, outcome, retryAfterMs: pause } };
};

/** The address of an operation, and what is left for the body: members of the input go where the document says. */
const addressOf = (
  baseUrl: string,
  { method, path, query }: Operation,
  input: Input,
): { url: string; body?: string } => {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(input[name])));
  const search = new URLSearchParams();
  for (const name of query) if (input[name] !== undefined) search.append(name, String(input[name]));
  const url = `${baseUrl}${filled}${search.size === 0 ? '' : `?${search}`}`;
  if (method === 'GET') return { url };
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name) && !query.includes(name));
  return { url, body: JSON.stringify(Object.fromEntries(rest)) };
};

/** `fetch` says "fetch failed" and keeps the reason one level down. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
