import type { Fault, FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Tx } from '../db/unit-of-work.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Mutating = Exclude<Method, 'GET'>;

/** Who calls, as one surface knows it. `tenant` keys rate limits and logs; `actor` names the caller in the audit. */
export interface Caller {
  readonly actor: string;
  readonly tenant: string;
  /** Rate limits that this caller's account sets, by endpoint id. */
  readonly rateLimits?: Readonly<Record<string, number>>;
}

/** One request, as a handler sees it. The request object itself never gets here. */
export interface Call<C extends Caller = Caller> {
  readonly requestId: string;
  readonly caller: C;
  readonly remoteAddress: string;
  /** When the request had arrived, on the monotonic clock. */
  readonly startedMonoMs: number;
  readonly header: (name: string) => string | undefined;
  /** For handlers with units of their own: writes this request's audit row in the unit that decides it. At most once. */
  readonly audit: (tx: Tx, entry: AuditOutcome) => Promise<void>;
}

export interface AuditOutcome {
  /** `ok`, or the code of the fault. */
  readonly outcome: string;
  readonly target?: string;
}

/** What a handler answers when the plain body is not enough. */
export interface Reply<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `:name` parts of a path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Audit<Input> =
  | { readonly event: string; readonly target: (input: Input) => string | undefined }
  | 'not-audited';

export interface Inputs<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** What one surface (partner, device, …) gives to all its endpoints. */
export interface Surface<C extends Caller, Gate> {
  readonly name: string;
  /** All paths of the surface begin so; everything else on its listener is a 404. */
  readonly basePath: string;
  /** Finds out who calls. Throws the surface's 401 fault. `undefined` credentials are its own business. */
  readonly authenticate: (request: IncomingRequest, gate: Gate) => Promise<C>;
  /** Denies by default: throws the surface's 403 fault unless the gate lets this caller through. */
  readonly authorise: (caller: C, gate: Gate, method: Method) => void;
  /** The body of a fault in the surface's own shape. A fault with a `detail.body` of its own keeps that. */
  readonly renderFault: (fault: Fault, requestId: string) => unknown;
  /** Requests a second for each caller and endpoint, unless the caller's account says otherwise. */
  readonly requestsPerSecond: number;
  /** Every code that the kit itself may answer on this surface (401, 403, 404, 413, 415, 429, 500 …). */
  readonly faults: FaultCatalogue;
  /** For the document of the surface. */
  readonly document: { readonly title: string; readonly description: string; readonly security: SecurityScheme };
}

export type SecurityScheme =
  | { readonly name: string; readonly type: 'http'; readonly scheme: 'basic' | 'bearer'; readonly description: string };

/** What authentication may look at. */
export interface IncomingRequest {
  readonly method: Method;
  readonly remoteAddress: string;
  readonly header: (name: string) => string | undefined;
}

interface Common<Deps, C extends Caller, Gate, Path extends string, P, Q, B, S extends z.ZodType> {
  /** `doors.unlock`: the operation id, the metrics label, the rate limit's name, the log field. */
  readonly id: string;
  readonly path: Path;
  readonly summary: string;
  readonly description: string;
  readonly gate: Gate;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly success: { readonly status: number; readonly description: string; readonly schema: S };
  /** Every code the handler may throw. A fault outside the list fails the tests. */
  readonly faults: FaultCatalogue;
  /** Answered by the kit's own dispatcher, in front of Express. */
  readonly hot?: true;
  readonly bodyLimit?: { readonly bytes: number; readonly keys: number };
  readonly examples?: { readonly params?: P; readonly query?: Q; readonly body?: B };
  readonly handle: (
    deps: Deps,
    input: Inputs<P, Q, B>,
    call: Call<C>,
  ) => Promise<z.input<S> | Reply<z.input<S>>>;
}

/** A declared endpoint. A mutating one without an audit event does not compile; a reading one needs none. */
export type Endpoint<Deps, C extends Caller, Gate, Path extends string, P, Q, B, S extends z.ZodType> =
  | (Common<Deps, C, Gate, Path, P, Q, B, S> & { readonly method: 'GET'; readonly audit: 'not-audited' })
  | (Common<Deps, C, Gate, Path, P, Q, B, S> & {
      readonly method: Mutating;
      readonly audit: Exclude<Audit<Inputs<P, Q, B>>, 'not-audited'>;
    });
