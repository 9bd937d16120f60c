import { Bug, type Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database } from '../db/unit-of-work.ts';
import { acceptSocket, expectUpgrade } from './accept-socket.ts';
import { askAgain } from './ask-again.ts';
import type { AuditLog } from './audit.ts';
import { bodyLimitOf, discardRest, parseJsonBody, readBody, readsBeside, SMALL_BODY } from './body.ts';
import type { BodyBudgets, HeldBytes } from './byte-budget.ts';
import type { Caller } from './call.ts';
import { compressed } from './compress.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type Answer, type Exchange, headerOf, sendJson } from './exchange.ts';
import { asFault, faultAnswer } from './fault-response.ts';
import { jsonTypeHeader } from './json-types.ts';
import { keptExchange, type Sent, sentBody } from './kept-exchange.ts';
import { bodyShapeOf, type LargeBodies } from './large-bodies.ts';
import type { Log } from './log.ts';
import { logRequest } from './log-request.ts';
import type { MountedEndpoint } from './mount.ts';
import type { OpenMedia } from './open-media.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ReplyStore } from './replies.ts';
import type { RequestLog } from './request-log.ts';
import { selectionIn, trimmed, validated, type Wanted } from './resource-view.ts';
import { type Outcome, type Ran, runDeclared } from './run-declared.ts';
import { sendMedia } from './send-media.ts';
import type { Strangers } from './strangers.ts';
import { type OpenStreamedBody, openStreamedBody } from './streamed-body.ts';
import type { ServedSurface } from './surfaces.ts';
import { invalidRequest, parseInput, type RawInput, readableParams } from './validate.ts';

/** What the kit itself works with. */
export interface Kit {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Pick<Database, 'engine' | 'read' | 'write'>;
  readonly limiter: RateLimiter;
  /** What nobody in particular may cost. */
  readonly strangers: Strangers;
  readonly audit: AuditLog;
  readonly requests: RequestLog;
  /** Needed by surfaces that take idempotency keys. */
  readonly replies?: ReplyStore;
  /** What large bodies may take of the memory. */
  readonly bodies: BodyBudgets;
  /** Needed by surfaces whose bodies may be large. */
  readonly largeBodies?: Pick<LargeBodies, 'read'>;
  /** An answer or a fault that the declaration does not know: `throw` in tests, `log` in production. */
  readonly undeclared: 'throw' | 'log';
}

/** An endpoint as one surface serves it. */
export interface Route {
  readonly endpoint: MountedEndpoint;
  readonly served: ServedSurface;
  /** Its own path, or that of a mirror. */
  readonly path: string;
}

/** Where a surface serves an endpoint: under its own path, or wherever its mirror says. */
export const routesOf = (endpoint: MountedEndpoint, served: ServedSurface): readonly Route[] => {
  const { declaration } = endpoint;
  const paths = served.mirror === undefined ? [declaration.path] : served.mirror.pathsOf(declaration);
  return paths.map((path) => ({ endpoint, served, path }));
};

/** The status a client that went away is logged with; it is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** Takes one HTTP request through its endpoint. Never throws, and always answers exactly once. */
export const runEndpoint = async (
  kit: Kit,
  { endpoint, served, path }: Route,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<void> => {
  const { declaration } = endpoint;
  const { requestId, remoteAddress, startedMonoMs, startedWallMs, search } = exchange;
  const header = headerOf(exchange.request);
  const held: Held = {};
  const { caller, headers, result } = await runDeclared(kit, endpoint, {
    via: served.via ?? 'http',
    quota: served.quota,
    requestId,
    remoteAddress,
    startedMonoMs,
    startedWallMs,
    header,
    bodiless: exchange.request.method === 'HEAD',
    authenticate: async () => {
      const query = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
      const incoming = { method: declaration.method, remoteAddress, header, params: readableParams(params), query };
      const found = await served.authenticate(incoming, declaration.gate as never);
      if (found.stranger !== true) exchange.recognised?.();
      return found;
    },
    input: async ({ tenant }) => {
      const selection = served.resources ? selectionIn(declaration, search) : { search };
      held.wanted = selection.wanted;
      const sent = await bodyOf(kit, declaration, { exchange, held, tenant });
      return parseInput(declaration, { params, search: selection.search, ...sent });
    },
  });
  held.budget?.close();
  held.stream?.close();
  const isJson = declaration.success.schema !== undefined || result === undefined || 'fault' in result;
  const shape = served.resources ? { wanted: held.wanted } : undefined;
  const answer = isJson && result ? await answerTo(kit, exchange, { declaration, caller, result, shape }) : undefined;
  const status = isJson
    ? sendAnswer(kit, exchange, headers, answer)
    : await answerMedia(
        kit,
        exchange,
        { endpoint, served, path },
        { ...result, headers: { ...headers, ...result.headers } },
      );
  const fault = result && 'fault' in result ? result.fault : undefined;
  const { sent } = held;
  const kept = keptExchange(declaration, { caller, search, sent, answer: answer?.text, status, fault });
  logRequest(kit, exchange, { status, endpoint: { id: declaration.id, path }, caller, kept });
};

/** A body, for as long as its request runs. */
interface Held {
  budget?: HeldBytes;
  stream?: OpenStreamedBody;
  wanted?: Wanted | undefined;
  /** On surfaces that keep exchanges. */
  sent?: Sent;
}

/** Sends what came of a request, unless nobody is there any more; says with what status it is logged. */
const sendAnswer = (kit: Kit, exchange: Exchange, headers: Ran['headers'], answer: Answer | undefined): number => {
  if (answer === undefined) return CLIENT_CLOSED_REQUEST;
  send(kit, exchange, { ...answer, headers: { ...headers, ...answer.headers } });
  discardRest(exchange.request);
  return answer.status;
};

/** The same of bytes, which takes as long as they take, and of a WebSocket, which is then its handler’s. */
const answerMedia = async (
  kit: Kit,
  exchange: Exchange,
  { endpoint, served }: Route,
  { status, headers, value }: Outcome,
): Promise<number> => {
  const { socket } = endpoint.declaration.success;
  try {
    if (socket !== undefined) {
      acceptSocket(kit, exchange, { rule: socket, headers, answer: value, ask: askAgain(kit, served, exchange) });
      return status;
    }
    await sendMedia(kit, exchange, { status, headers, media: value as OpenMedia });
    discardRest(exchange.request);
    return status;
  } catch (cause) {
    return unsendable(kit, exchange, cause);
  }
};

const answerTo = async (
  kit: Kit,
  exchange: Exchange,
  {
    declaration,
    caller,
    result,
    shape,
  }: {
    declaration: AnyEndpoint;
    caller: Caller | undefined;
    result: NonNullable<Ran['result']>;
    /** Where answers are resources: what is wanted of this one. */
    shape: { readonly wanted: Wanted | undefined } | undefined;
  },
): Promise<Answer> => {
  const { requestId } = exchange;
  const { surface, compress } = declaration;
  const type = jsonTypeHeader(surface, exchange.request.headers.accept);
  const refusal = (fault: Fault): Answer => {
    const answer = faultAnswer(fault, requestId, surface, caller);
    return { ...answer, headers: { ...type, ...answer.headers } };
  };
  if ('fault' in result) return refusal(result.fault);
  const { status, value, headers } = result;
  try {
    const written = { status, text: JSON.stringify(trimmed(value, shape?.wanted)), headers: { ...type, ...headers } };
    const answer = shape === undefined ? written : validated(exchange, declaration, written);
    return compress ? await compressed(exchange, answer) : answer;
  } catch (cause) {
    kit.log.error({ err: cause, request_id: requestId }, 'an answer could not be written');
    return refusal(asFault(undefined));
  }
};

const send = (kit: Kit, exchange: Exchange, answer: Answer): void => {
  try {
    sendJson(exchange, answer);
  } catch (cause) {
    unsendable(kit, exchange, cause);
  }
};

/** A header that HTTP cannot carry is found only here, after everything else went well. */
const unsendable = (kit: Kit, exchange: Exchange, cause: unknown): number => {
  kit.log.error({ err: cause, request_id: exchange.requestId }, 'an answer could not be sent');
  const answer = faultAnswer(asFault(cause), exchange.requestId);
  sendJson(exchange, answer);
  return answer.status;
};

const bodyOf = async (
  kit: Kit,
  endpoint: AnyEndpoint,
  { exchange, held, tenant }: { exchange: Exchange; held: Held; tenant: string },
): Promise<Pick<RawInput, 'body' | 'kept'>> => {
  const { body, rawBody, bodyTypes, hot = false } = endpoint;
  const limit = bodyLimitOf(endpoint);
  const note = (bytes: Buffer, handedOver = false): Buffer => {
    if (endpoint.surface.keepsExchanges) held.sent = sentBody(bytes, handedOver);
    return bytes;
  };
  if (rawBody !== undefined) {
    const budget = kit.bodies.others.open(tenant);
    held.budget = budget;
    return { body: note(await readBody(exchange, limit, { budget, types: bodyTypes }), true) };
  }
  if (endpoint.bodyStream !== undefined) {
    const stream = openStreamedBody(kit.clock, exchange, endpoint.bodyStream);
    held.stream = stream;
    return { body: stream };
  }
  if (body === undefined) {
    if (endpoint.success.socket !== undefined) expectUpgrade(exchange, endpoint.success.socket);
    return { body };
  }
  if (!readsBeside(endpoint)) return { body: parseJsonBody(note(await readBody(exchange, limit)), limit, body) };
  const budget = kit.bodies[hot ? 'hot' : 'others'].open(tenant);
  held.budget = budget;
  const bytes = await readBody(exchange, limit, { budget, free: SMALL_BODY.bytes });
  const isSmall = bytes.length <= SMALL_BODY.bytes;
  note(bytes, !isSmall);
  if (isSmall) return { body: parseJsonBody(bytes, SMALL_BODY, body) };
  if (kit.largeBodies === undefined) throw new Bug('a surface takes large bodies, and nothing reads them');
  const read = await kit.largeBodies.read(bytes, { limit, shape: bodyShapeOf(body), hot });
  if ('problems' in read) throw invalidRequest(read.problems);
  return { body: JSON.parse(read.text), kept: read.kept };
};
