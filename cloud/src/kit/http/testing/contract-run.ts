import type { AuditEntry } from '../audit.ts';
import type { Client, ClientAnswer } from './https-client.ts';

export type Headers = Readonly<Record<string, string>>;

/** A running server that holds what a valid request needs, as one contract run sees it. */
export interface World {
  /** Speaks to the server over a real TLS socket. */
  readonly send: Client;
  /** Credentials of a caller that every gate lets through. */
  readonly allowed: Headers;
  /** Credentials of one that the gate of this endpoint denies; nothing if it denies nobody. */
  readonly denied?: Headers;
  /** Credentials that are well-formed or not, and nobody's. */
  readonly garbage: readonly Headers[];
  /** Requests a second that the allowed caller has here. */
  readonly requestsPerSecond: number;
  /** The audit rows that a request left. */
  readonly auditedOf: (requestId: string) => Promise<readonly AuditEntry[]>;
  /** Whether the kit wrote a request's audit row after its handler, in a unit of its own. For the rule `auditedWithin`. */
  readonly auditedAfter?: (requestId: string) => boolean;
  /** How many processes take turns: each counts strangers for itself. One unless said otherwise. */
  readonly replicas?: number;
  /** Lets a second pass on the server's clock, so that no earlier request counts against the limit. */
  readonly moveOn: () => Promise<void>;
}

/** A request that succeeds. */
export interface Valid {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Beside the credentials of whoever sends it. */
  readonly headers?: Headers;
  /** Credentials of the caller that it succeeds for, where that is not the one that every gate lets through. */
  readonly allowed?: Headers;
  /** Where the body is streamed: bytes, or a form. */
  readonly streamed?: { readonly type: string; readonly bytes: Uint8Array };
}

/** What the surfaces do not have in common. */
export interface HouseRules {
  /** A field of the query or the body that nobody declared; where it is refused, every field has bounds as well. */
  readonly unknownFields: 'ignored' | 'refused';
  /** Fields of the query that the gate has looked at before anybody sees that they are malformed: it answers 404. */
  readonly seenByGate?: readonly string[];
  /** The gate lets every caller through that its surface knows. */
  readonly deniesNobody?: true;
  /** Parts of the path that name no thing but what a list is narrowed by: of a word that nothing has, it is empty. */
  readonly narrowedBy?: readonly string[];
  /** Whatever changes something writes its audit row in the unit that does: a crash between would hide who did it. */
  readonly auditedWithin?: true;
}

export interface Sent extends ClientAnswer {
  /** The audit rows that this request left. */
  readonly audited: readonly AuditEntry[];
}

/** One run of the contract, as a part of it sees it. */
export interface Contract {
  readonly send: (
    headers: Headers,
    overrides?: { params?: Valid['params']; query?: Valid['query']; body?: unknown },
  ) => Promise<Sent>;
  readonly expectRefusal: (answer: Sent, status: number) => void;
  readonly current: () => Valid;
  readonly world: () => World;
  readonly rules: HouseRules;
}

/**
 * What has to be proven how often. `endpoint`: of every endpoint, on every engine. `input`: of every endpoint on one
 * engine, for it is decided before any SQL of its own runs. `kit`: once for each way in which endpoints are served.
 */
export type Part = 'endpoint' | 'input' | 'kit';

/** One house rule, as one endpoint keeps it. */
export interface Rule {
  readonly name: string;
  readonly part: Part;
  /** Rejects where the endpoint breaks it. */
  readonly keep: () => Promise<void>;
}
