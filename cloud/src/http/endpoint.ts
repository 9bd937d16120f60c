import { Bug, type FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Pseudonymous } from './audit.ts';
import type { Caller, Method, MutatingMethod, OwnCall, ReadCall, Refused, Reply, UnitCall } from './call.ts';
import type { AnySurface, Surface } from './surfaces.ts';

export {
  type AuditOutcome,
  type Call,
  type Caller,
  type IncomingRequest,
  type Method,
  type OwnCall,
  type ReadCall,
  type Reply,
  refused,
  reply,
  type UnitCall,
} from './call.ts';

/** The `:name` parts of a path. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a request carries, parsed. A part that the declaration has no schema for is `undefined`. */
export interface Inputs<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}
type InputsOf<PS extends z.ZodType, QS extends z.ZodType, BS extends z.ZodType, RS extends z.ZodType> = Inputs<
  z.output<PS>,
  z.output<QS>,
  RS extends z.ZodUndefined ? z.output<BS> : Uint8Array
>;

/** One row an attempt: what was tried, and on what. `target` is read off the input, once that is valid. */
export interface Audit<Input> {
  readonly event: string;
  readonly target: (input: Input) => string | Pseudonymous | undefined;
}

/** A body that fits the schema, or one with headers. */
type Answer<S extends z.ZodType> = z.output<S> | Reply<z.output<S>>;

interface Success<S extends z.ZodType> {
  readonly status: number;
  readonly description: string;
  readonly schema: S;
  /** Another status for some successes: `reply` names it. The body has the same shape. */
  readonly also?: { readonly status: number; readonly description: string };
}

interface Common<
  Deps,
  C extends Caller,
  Gate,
  Path extends string,
  PS extends z.ZodType,
  QS extends z.ZodType,
  BS extends z.ZodType,
  RS extends z.ZodType,
  S extends z.ZodType,
> {
  /** `doors.unlock`: the operation id, the metrics label, the rate limit's name, the log field. */
  readonly id: string;
  /** The whole path, the surface's base included, with `:name` for parameters. */
  readonly path: Path;
  readonly summary: string;
  readonly description: string;
  readonly gate: Gate;
  readonly params?: PS;
  /** Query values are text; one that is repeated arrives as an array of texts. */
  readonly query?: QS;
  readonly body?: BS;
  /**
   * Instead of `body`, where it may be large: the handler gets the bytes, of the right type and within `bodyLimit`, and
   * sees to it that they are JSON and fit. The schema is for the document, and it must be `invalid_request` that refuses.
   */
  readonly rawBody?: RS;
  /** The media types of a raw body that is no JSON. What it really is, the handler finds out: a header proves nothing. */
  readonly bodyTypes?: readonly string[];
  readonly success: Success<S>;
  /** Every code the handler may throw. A fault outside the list fails the tests. */
  readonly faults: FaultCatalogue;
  /** The shape of those faults that bring a body of their own, by code: for the document. `request_id` is added. */
  readonly faultBodies?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: object }>>;
  /** Answered by the kit's own dispatcher, in front of Express; its large bodies have a share of the memory, and come first. */
  readonly hot?: true;
  /** The answer goes compressed (gzip) to whoever takes that. Not where one caller's answer holds secrets of another's making. */
  readonly compress?: true;
  /** The handler looks after idempotency keys itself, and marks what it answers again. */
  readonly ownIdempotency?: true;
  /** The handler goes by `Prefer: wait=N`: what comes of it, for the document. */
  readonly prefersWait?: string;
  /**
   * Where the gate lets callers through who may do it somewhere, and only the input says where: throws as the handler would
   * if they may not there. Asked before a request that is sent again gets the answer that it got, for rights are taken away.
   */
  readonly admit?: (deps: Deps, input: InputsOf<PS, QS, BS, RS>, call: ReadCall<C>) => Promise<unknown>;
  /** The answer holds a secret that is shown once: it is not kept for a request that is sent again. */
  readonly answersSecret?: true;
  /** Requests a second of each caller, where the surface's number is too many: of what could be guessed. */
  readonly requestsPerSecond?: number;
  /** What the surface says unless said otherwise. A `body` is parsed where it arrives then. */
  readonly bodyLimit?: { readonly bytes: number; readonly keys: number };
  readonly examples?: {
    readonly params?: z.input<PS>;
    readonly query?: z.input<QS>;
    readonly body?: RS extends z.ZodUndefined ? z.input<BS> : z.input<RS>;
    readonly success?: z.input<S>;
  };
}

/** A path with parameters needs a schema of exactly those; a path without has none. */
type ParamsRule<Path extends string, PS extends z.ZodType> = [PathParams<Path>] extends [never]
  ? { readonly params?: undefined }
  : [PathParams<Path>, keyof z.output<PS>] extends [keyof z.output<PS>, PathParams<Path>]
    ? { readonly params: PS }
    : { readonly params: { readonly 'must have exactly these keys': PathParams<Path> } };

/**
 * What a method asks of its endpoint. A mutating one has an audit event, a reading one may have one; it has no body. TypeScript
 * widens literals in what `handle` answers before it knows the schema: write `'done' as const` where it is a literal.
 */
type MethodRule<Deps, C extends Caller, Input, A, P> =
  | Reads<Deps, C, Input, A>
  | Changes<Deps, C, Input, A, P>
  | Own<Deps, C, Input, A>;

type Reads<Deps, C extends Caller, Input, A> = (
  | {
      readonly method: 'GET';
      readonly audit?: Audit<Input>;
      readonly body?: undefined;
      readonly rawBody?: undefined;
      readonly readsOnly?: undefined;
    }
  /** Changes nothing, and is a POST for its body's sake only: there is nothing to be done twice. */
  | { readonly method: 'POST'; readonly readsOnly: true; readonly audit: Audit<Input> }
) & {
  readonly unit?: undefined;
  readonly handle: (deps: Deps, input: Input, call: ReadCall<C>) => Promise<A>;
};

interface Changes<Deps, C extends Caller, Input, A, P> {
  readonly method: MutatingMethod;
  readonly readsOnly?: undefined;
  readonly audit: Audit<Input>;
  readonly unit?: undefined;
  /** Slow work before the unit: network, workers, hashing, objects. Runs once a request. */
  readonly prepare?: (deps: Deps, input: Input, call: ReadCall<C>) => Promise<P>;
  readonly handle: (deps: Deps, input: Input, call: UnitCall<C, P>) => Promise<A | Refused>;
}

type Own<Deps, C extends Caller, Input, A> = (
  | {
      readonly method: 'GET';
      readonly audit?: Audit<Input>;
      readonly body?: undefined;
      readonly rawBody?: undefined;
      readonly readsOnly?: undefined;
    }
  | { readonly method: MutatingMethod; readonly readsOnly?: undefined; readonly audit: Audit<Input> }
) & {
  /** What cannot be one unit of the kit's: unlock, ingest, streams, feeds, calls to providers, GETs that write. */
  readonly unit: 'own';
  readonly handle: (deps: Deps, input: Input, call: OwnCall<C>) => Promise<A>;
};

/** A declared endpoint, still without its dependencies: what `mount` takes. */
export interface Endpoint<Deps> extends AnyEndpoint {
  readonly handle: (deps: Deps, input: never, call: never) => Promise<unknown>;
  readonly prepare?: (deps: Deps, input: never, call: never) => Promise<unknown>;
  readonly admit?: (deps: Deps, input: never, call: never) => Promise<unknown>;
}

/** Any endpoint, as far as the kit reads it. */
export interface AnyEndpoint {
  readonly surface: AnySurface;
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly gate: unknown;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly rawBody?: z.ZodType;
  readonly bodyTypes?: readonly string[];
  readonly success: Success<z.ZodType>;
  readonly faults: FaultCatalogue;
  readonly faultBodies?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: object }>>;
  readonly audit?: Audit<never>;
  readonly hot?: true;
  readonly compress?: true;
  readonly ownIdempotency?: true;
  readonly prefersWait?: string;
  readonly readsOnly?: true | undefined;
  readonly unit?: 'own' | undefined;
  readonly answersSecret?: true;
  readonly requestsPerSecond?: number;
  readonly bodyLimit?: { readonly bytes: number; readonly keys: number };
  readonly examples?: {
    readonly params?: unknown;
    readonly query?: unknown;
    readonly body?: unknown;
    readonly success?: unknown;
  };
}

/**
 * The way to declare endpoints of one surface: `const partnerEndpoint = endpointsFor(partnerSurface)`, then
 * `partnerEndpoint<Deps>()({ … })`. The second pair of brackets lets TypeScript infer everything but the dependencies.
 */
export const endpointsFor =
  <C extends Caller, Gate>(surface: Surface<C, Gate>) =>
  <Deps>() =>
  <
    const Path extends string,
    S extends z.ZodType,
    PS extends z.ZodType = z.ZodUndefined,
    QS extends z.ZodType = z.ZodUndefined,
    BS extends z.ZodType = z.ZodUndefined,
    RS extends z.ZodType = z.ZodUndefined,
    P = undefined,
  >(
    declaration: Common<Deps, C, Gate, Path, PS, QS, BS, RS, S> &
      MethodRule<Deps, C, InputsOf<PS, QS, BS, RS>, Answer<S>, P> &
      ParamsRule<Path, PS>,
  ): Endpoint<Deps> => {
    if (declaration.body !== undefined && declaration.rawBody !== undefined)
      throw new Bug(`${declaration.id}: a body is either parsed or raw`);
    if (declaration.bodyTypes !== undefined && declaration.rawBody === undefined)
      throw new Bug(`${declaration.id}: only a raw body has media types of its own`);
    if (!declaration.path.startsWith(`${surface.basePath}/`))
      throw new Bug(`${declaration.id}: the path does not begin with ${surface.basePath}/`);
    return { ...declaration, surface } as Endpoint<Deps>;
  };
