import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { Further } from './asked.ts';
import type { Pseudonymous } from './audit.ts';
import type { MountedEndpoint } from './mount.ts';
import type { Narrowing } from './narrowing.ts';
import type { Ran } from './run-declared.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type MutatingMethod = Exclude<Method, 'GET'>;

/** Who calls, as one surface knows it. `tenant` keys rate limits and logs; `actor` names the caller in the audit. */
export interface Caller {
  readonly actor: string;
  readonly tenant: string;
  /** Which of the caller's keys it used, for the request log. */
  readonly keyId?: string;
  /** Or the session that it came in, for the request log and the audit. */
  readonly sessionId?: string;
  /** Requests a second that this caller's account sets, by endpoint id. */
  readonly rateLimits?: Readonly<Record<string, number>>;
  /** Nothing this caller asks for is carried out, so no audit says that it was: its attempts are in the request log only. */
  readonly isDryRun?: boolean;
  /** What their token lets through of what they may do, where it is less than all. */
  readonly narrowing?: Narrowing;
  /** Whom the caller acts as, where that is somebody else: the audit names both. */
  readonly actingAs?: string;
  /** Nobody in particular, at a public gate: its limits are those of its network, and the audit has one row a minute of it. */
  readonly stranger?: true;
  /** Where the request belongs, as far as its path says: decides who may read its audit row. */
  readonly place?: Place;
  /** The same caller with what they may do by now. Where a surface has it, gates are asked again in the unit that changes something. */
  readonly renewed?: (tx: Tx) => Promise<Caller>;
}

/** A realm is what one customer owns, a site one of its addresses. */
export interface Place {
  readonly realm?: string;
  readonly site?: string;
}

/** What authentication may look at. */
export interface IncomingRequest {
  readonly method: Method;
  readonly remoteAddress: string;
  /** The value of a request header, by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The `:name` parts of the path, decoded and not yet checked. */
  readonly params: Readonly<Record<string, string>>;
  /** The first value of a query parameter, not yet checked. */
  readonly query: (name: string) => string | undefined;
}

/** One request, as every handler sees it. The request object itself never gets here. */
export interface Call<C extends Caller = Caller> {
  readonly requestId: string;
  readonly caller: C;
  readonly remoteAddress: string;
  /** When the request had arrived, on the monotonic clock. */
  readonly startedMonoMs: number;
  readonly header: (name: string) => string | undefined;
  /** Says where the request belongs, once that is known: its audit row has it, however the request ends. */
  readonly at: (place: Place) => void;
  /** Says what the request turned out to be about: wins over what the declaration reads off the input. */
  readonly about: (target: string | Pseudonymous) => void;
}

/** Of what changes nothing, and of what `prepare`s: short reads of what is committed, never across a wait. */
export interface ReadCall<C extends Caller = Caller, R = unknown> extends Call<C> {
  readonly read: Database['read'];
  /** What the declaration's `resource` found. */
  readonly resource: R;
}

/**
 * Of what changes something: the kit has opened a unit. What the handler writes commits together with the audit row and the
 * answer that is kept for its idempotency key. A unit may run twice: it has no effect but by `tx` and `afterCommit`. What it
 * throws undoes all; what has to be remembered although it is refused, it answers as `refused(fault)`.
 */
export interface UnitCall<C extends Caller = Caller, P = undefined, R = unknown> extends Call<C> {
  readonly tx: Tx;
  /** What `prepare` resolved with. The unit checks again whatever may have changed since. */
  readonly prepared: P;
  /** What the declaration's `resource` found, in this unit. */
  readonly resource: R;
}

/** Of `unit: 'own'`: what cannot be one unit, because it waits for a box, a provider or a stream. */
export interface OwnCall<C extends Caller = Caller, R = unknown> extends ReadCall<C, R> {
  /**
   * The unit that decides the request: its audit row commits with what `work` writes, and it is not carried out twice. At most
   * one. What `work` resolves with is a success, unless it says otherwise: `decided(value, outcome)` for an unlock that was
   * refused or answered before, `undecided(value)` where it turned out that another unit decides. Where none does, the kit
   * writes the row itself, right after.
   */
  readonly write: <T>(work: (tx: Tx) => Promise<T | Ended<T>>) => Promise<T>;
  /**
   * Of a door that speaks another protocol: what the request asks of another endpoint, by the one path. The audit row of that is
   * the row of the request. At most one.
   */
  readonly ask: (endpoint: MountedEndpoint, further: Further) => Promise<Ran>;
}

export interface AuditOutcome {
  /** `ok`, the code of the fault, or `replayed`: what an earlier request with the same idempotency key was answered. */
  readonly outcome: string;
  /** Where the outcome does not say it: what was replayed counts as the success or the failure that it is. */
  readonly status?: number;
  /** Wins over the target that the declaration reads off the input. */
  readonly target?: string;
  /** Wins over the caller's. */
  readonly place?: Place;
}

/** Headers that an answer has beside those of every answer; one that may come again has a list. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

const REPLY = Symbol('reply');

/** What a handler answers when the plain body is not enough. Made by `reply` only. */
export interface Reply<Body> {
  readonly [REPLY]: true;
  readonly body: Body;
  readonly headers: AnswerHeaders;
  /** Where it is the other success that the endpoint declares. */
  readonly status?: number;
}

/** A body with extra response headers, or with the other status that the endpoint declares for a success. */
export const reply = <Body>(body: Body, headers: AnswerHeaders, status?: number): Reply<Body> => ({
  [REPLY]: true,
  body,
  headers,
  ...(status !== undefined && { status }),
});

export const isReply = (answer: unknown): answer is Reply<unknown> =>
  typeof answer === 'object' && answer !== null && REPLY in answer;

const REFUSED = Symbol('refused');

/** A refusal of which something has to be remembered. Made by `refused` only. */
export interface Refused {
  readonly [REFUSED]: Fault;
}

/** For units: commits what was written, and answers with the fault all the same. */
export const refused = (fault: Fault): Refused => ({ [REFUSED]: fault });

export const refusalIn = (answer: unknown): Fault | undefined =>
  typeof answer === 'object' && answer !== null && REFUSED in answer ? (answer as Refused)[REFUSED] : undefined;

const ENDED = Symbol('ended');

/** What came of a unit, said by itself. Made by `decided` and `undecided` only. */
export interface Ended<T> {
  readonly [ENDED]: AuditOutcome | undefined;
  readonly value: T;
}

/** For units of their own: what the audit is to say. */
export const decided = <T>(value: T, outcome: AuditOutcome): Ended<T> => ({ [ENDED]: outcome, value });

/** For units of their own: the request goes on, and nothing is said yet. */
export const undecided = <T>(value: T): Ended<T> => ({ [ENDED]: undefined, value });

/** What a unit resolved with, and what the audit says of it. */
export const endOf = <T>(ended: T | Ended<T>): { readonly value: T; readonly outcome: AuditOutcome | undefined } =>
  typeof ended === 'object' && ended !== null && ENDED in ended
    ? { value: ended.value, outcome: ended[ENDED] }
    : { value: ended, outcome: { outcome: 'ok' } };
