import { Bug, Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { auditAlone, auditEntry, type Progress } from './attempt-audit.ts';
import type { AuditLog } from './audit.ts';
import { bodyLimitOf, Disconnected, discardRest, parseJsonBody, readBody, readsBeside, SMALL_BODY } from './body.ts';
import type { BodyBudgets } from './byte-budget.ts';
import { type Call, type Caller, isReply } from './call.ts';
import { compressed } from './compress.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import { type Answer, type Exchange, headerOf, sendJson } from './exchange.ts';
import { asFault, faultAnswer, flagged } from './fault-response.ts';
import { kitFault, kitFaults } from './kit-faults.ts';
import { bodyShapeOf, type LargeBodies } from './large-bodies.ts';
import type { Log } from './log.ts';
import { logRequest } from './log-request.ts';
import type { MountedEndpoint } from './mount.ts';
import { type RateLimiter, rateLimitHeaders, rateLimitPolicy } from './rate-limit.ts';
import { type Attempt, type ReplyStore, takesIdempotencyKey } from './replies.ts';
import type { RequestLog } from './request-log.ts';
import { recognisedIn, type Strangers } from './strangers.ts';
import type { ServedSurface } from './surfaces.ts';
import { invalidRequest, parseInput, type RawInput, readableParams } from './validate.ts';

/** What the kit itself works with. */
export interface Kit {
  readonly clock: Clock;
  readonly log: Log;
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
}

/** The status a client that went away is logged with; it is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Takes one request through its endpoint. INVARIANT, the order: who calls (401), may they (403), how often (429), what
 * they sent (413, 415, 400), and only then the handler. Never throws, and always answers exactly once.
 */
export const runEndpoint = async (
  kit: Kit,
  route: Route,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<void> => {
  const progress: Progress = { rateHeaders: {} };
  let answer: Answer | undefined;
  try {
    answer = await attempt(kit, route, { exchange, params, progress });
  } catch (thrown) {
    if (!(thrown instanceof Disconnected)) answer = await refuse(kit, route, { exchange, progress, thrown });
  }
  progress.held?.close();
  if (answer !== undefined) {
    send(kit, exchange, { ...answer, headers: { ...progress.rateHeaders, ...answer.headers } });
    discardRest(exchange.request);
  }
  logRequest(kit, exchange, {
    status: answer?.status ?? CLIENT_CLOSED_REQUEST,
    endpoint: route.endpoint.declaration,
    ...(progress.caller === undefined ? {} : { caller: progress.caller }),
  });
};

/** A header that HTTP cannot carry is found only here, after everything else went well. */
const send = (kit: Kit, exchange: Exchange, answer: Answer): void => {
  try {
    sendJson(exchange, answer);
  } catch (cause) {
    kit.log.error({ err: cause, request_id: exchange.requestId }, 'an answer could not be sent');
    sendJson(exchange, faultAnswer(asFault(cause), exchange.requestId));
  }
};

const attempt = async (
  kit: Kit,
  { endpoint, served }: Route,
  { exchange, params, progress }: { exchange: Exchange; params: Readonly<Record<string, string>>; progress: Progress },
): Promise<Answer> => {
  const { declaration } = endpoint;
  const { remoteAddress } = exchange;
  const header = headerOf(exchange.request);
  const query = (name: string) => new URLSearchParams(exchange.search).get(name) ?? undefined;
  const incoming = { method: declaration.method, remoteAddress, header, params: readableParams(params), query };
  const caller = await served.authenticate(incoming, declaration.gate as never);
  progress.caller = caller;
  if (caller.stranger !== true) exchange.recognised?.();
  const limit =
    caller.rateLimits?.[declaration.id] ?? declaration.requestsPerSecond ?? declaration.surface.requestsPerSecond;
  progress.rateHeaders = rateLimitPolicy(limit);
  served.surface.authorise(caller as never, declaration.gate as never, declaration.method);
  progress.rateHeaders = await takeTurn(kit, { endpoint: declaration, caller, limit });
  const sent = await bodyOf(kit, declaration, { exchange, progress, tenant: caller.tenant });
  const input = parseInput(declaration, { params, search: exchange.search, ...sent });
  progress.input = input;
  let decided: Attempt['decided'] | undefined;
  const audit: Call['audit'] = async (tx, outcome) => {
    // A unit that ran again after a conflict comes with another handle; its first row is gone with the first run.
    if (progress.auditedIn === tx) throw new Bug(`${declaration.id} wrote its audit row twice`);
    progress.auditedIn = tx;
    const row = auditEntry(kit, declaration, { exchange, progress, outcome });
    if (row !== undefined) await kit.audit.add(tx, row.entry, row.target);
    if (outcome.outcome === 'ok') await decided?.(tx);
  };
  const call: Call = {
    requestId: exchange.requestId,
    caller,
    remoteAddress,
    startedMonoMs: exchange.startedMonoMs,
    header,
    at: (place) => {
      progress.place = place;
    },
    audit,
    decided: (tx) => audit(tx, { outcome: 'ok' }),
  };
  const { answer, replayed } = await onceByKey(kit, endpoint, { input, call }, async (once) => {
    decided = once?.decided;
    return checkedAnswer(kit, declaration, caller, await endpoint.handle(input, call));
  });
  if (progress.auditedIn === undefined) {
    const outcome = replayed ? { outcome: 'replayed', status: answer.status } : { outcome: 'ok' };
    await auditAlone(kit, declaration, { exchange, progress, outcome });
  }
  return declaration.compress ? compressed(exchange, answer) : answer;
};

/** Runs what a request asks for; where it brings an idempotency key that the kit looks after, once for that key. */
const onceByKey = async (
  kit: Kit,
  { declaration: endpoint, admit }: MountedEndpoint,
  { input, call }: { input: Inputs<unknown, unknown, unknown>; call: Call },
  run: (attempt?: Attempt) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> => {
  const { caller, header } = call;
  const key = takesIdempotencyKey(endpoint) ? header('idempotency-key') : undefined;
  if (key === undefined) return { answer: await run(), replayed: false };
  await admit?.(input, call);
  if (kit.replies === undefined) throw new Bug('a surface takes idempotency keys, and nothing keeps them');
  // Who acts as somebody else asks for something else than they do themselves.
  const content = [endpoint.id, input, caller.actingAs];
  return kit.replies.once({ key, caller: caller.tenant, content, keep: endpoint.answersSecret !== true }, run);
};

const bodyOf = async (
  kit: Kit,
  endpoint: AnyEndpoint,
  { exchange, progress, tenant }: { exchange: Exchange; progress: Progress; tenant: string },
): Promise<Pick<RawInput, 'body' | 'kept'>> => {
  const { body, rawBody, bodyTypes, hot = false } = endpoint;
  const limit = bodyLimitOf(endpoint);
  if (rawBody !== undefined) {
    const budget = kit.bodies.others.open(tenant);
    progress.held = budget;
    return { body: await readBody(exchange, limit, { budget, types: bodyTypes }) };
  }
  if (body === undefined) return { body };
  if (!readsBeside(endpoint)) return { body: parseJsonBody(await readBody(exchange, limit), limit, body) };
  const budget = kit.bodies[hot ? 'hot' : 'others'].open(tenant);
  progress.held = budget;
  const bytes = await readBody(exchange, limit, { budget, free: SMALL_BODY.bytes });
  if (bytes.length <= SMALL_BODY.bytes) return { body: parseJsonBody(bytes, SMALL_BODY, body) };
  if (kit.largeBodies === undefined) throw new Bug('a surface takes large bodies, and nothing reads them');
  const read = await kit.largeBodies.read(bytes, { limit, shape: bodyShapeOf(body), hot });
  if ('problems' in read) throw invalidRequest(read.problems);
  return { body: JSON.parse(read.text), kept: read.kept };
};

const takeTurn = async (
  kit: Kit,
  { endpoint, caller, limit }: { endpoint: AnyEndpoint; caller: Caller; limit: number },
): Promise<Record<string, string>> => {
  const limiter = caller.stranger ? kit.strangers : kit.limiter;
  const taken = await limiter.take(`${endpoint.surface.name} ${caller.tenant} ${endpoint.id}`, limit);
  const headers = rateLimitHeaders(limit, taken);
  if (taken.ok) return headers;
  throw kitFault('rate_limit_exceeded', `More than ${limit} requests within one second.`, { headers });
};

const checkedAnswer = (kit: Kit, endpoint: AnyEndpoint, caller: Caller, result: unknown): Answer => {
  const { success } = endpoint;
  const { body, headers, status = success.status } = isReply(result) ? result : { body: result, headers: {} };
  const parsed = success.schema.safeParse(body);
  if (!parsed.success) undeclared(kit, `${endpoint.id} answered what it does not declare`, parsed.error);
  if (status !== success.status && status !== success.also?.status)
    undeclared(kit, `${endpoint.id} answered with a status that it does not declare`, status);
  const told = flagged(parsed.success ? parsed.data : body, endpoint.surface, caller);
  return { status, text: JSON.stringify(told), headers };
};

const undeclared = (kit: Kit, message: string, cause: unknown): void => {
  if (kit.undeclared === 'throw') throw new Bug(message, { cause });
  kit.log.error({ err: cause }, message);
};

/** The answer to what was thrown; writes the attempt down first if its caller is known. Never throws. */
const refuse = async (
  kit: Kit,
  { endpoint: { declaration }, served }: Route,
  { exchange, progress, thrown }: { exchange: Exchange; progress: Progress; thrown: unknown },
): Promise<Answer> => {
  const { requestId } = exchange;
  const { caller } = progress;
  const answer = (fault: Fault) => faultAnswer(fault, requestId, served.surface, caller);
  try {
    const fault = asFault(thrown);
    report(kit, { fault, thrown, requestId, endpoint: declaration.id });
    const known = recognisedIn(fault);
    if (known !== undefined && kit.strangers.isToldSingly(known.tenant)) progress.caller = known;
    await auditAlone(kit, declaration, { exchange, progress, outcome: { outcome: fault.code }, fault });
    const isDeclared = [declaration.faults, served.surface.faults, kitFaults].some((faults) => fault.code in faults);
    if (!isDeclared) undeclared(kit, `${declaration.id} threw ${fault.code}, which it does not declare`, thrown);
    return answer(fault);
  } catch (cause) {
    kit.log.error({ err: cause, request_id: requestId, endpoint: declaration.id }, 'a refusal failed');
    return answer(asFault(cause instanceof Fault ? undefined : cause));
  }
};

const report = (
  { log }: Kit,
  { fault, thrown, requestId, endpoint }: { fault: Fault; thrown: unknown; requestId: string; endpoint: string },
): void => {
  if (fault.spec.blame === 'caller') return; // The request log has it.
  const fields = { request_id: requestId, endpoint, code: fault.code, ...fault.detail.internal };
  if (fault.spec.blame === 'us') log.error({ ...fields, err: thrown }, fault.message);
  else log.warn(fields, fault.message);
};
