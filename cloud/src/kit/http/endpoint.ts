import { Bug, type FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Caller, Method, ReadCall } from './call.ts';
import type { GraphPlace } from './graph.ts';
import type { Audit, MethodRule } from './method-rules.ts';
import type { Act, ActByInput } from './narrowing.ts';
import type { AnyResource, Resource } from './resource.ts';
import { checkBody, type StreamedBody, type StreamedRule } from './streamed-body.ts';
import { type Answer, checkSuccess, type NoJson, type Success } from './success.ts';
import { type AnySurface, isUnder, type Surface } from './surfaces.ts';
import type { NoTool, OfferedTool } from './tool.ts';

export {
  type AuditOutcome,
  type Call,
  type Caller,
  decided,
  type Ended,
  endOf,
  type IncomingRequest,
  type Method,
  type OwnCall,
  type ReadCall,
  type Reply,
  refused,
  reply,
  type UnitCall,
  undecided,
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
type InputsOf<
  PS extends z.ZodType,
  QS extends z.ZodType,
  BS extends z.ZodType,
  RS extends z.ZodType,
  T extends StreamedRule | undefined,
> = Inputs<
  z.output<PS>,
  z.output<QS>,
  T extends StreamedRule ? StreamedBody<T> : RS extends z.ZodUndefined ? z.output<BS> : Uint8Array
>;

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
  R,
  T extends StreamedRule | undefined,
> {
  /** `doors.unlock`: the operation id, the metrics label, the rate limit's name, the log field. */
  readonly id: string;
  /** The whole path, the surface's base included, with `:name` for parameters. */
  readonly path: Path;
  readonly summary: string;
  readonly description: string;
  readonly gate: Gate;
  /**
   * A grave act: whoever signed in proves once more, and shortly before, who they are. The surface's gate asks for it; where
   * only some input makes it grave, once that is known.
   */
  readonly stepUp?: true | ((input: InputsOf<PS, QS, BS, RS, T>) => boolean);
  /** What a call of it is to tokens that are narrower than their holder: of what is about locks, rights or money, by name. */
  readonly act?: Act | ActByInput<InputsOf<PS, QS, BS, RS, T>>;
  /** What the gate is asked about, where only the input says what that is: the handler gets it as `call.resource`. */
  readonly resource?: Resource<Deps, C, InputsOf<PS, QS, BS, RS, T>, R>;
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
  /** Instead of `body`, where it is never to be in memory: the handler gets the bytes, or the parts of a form, as they arrive. */
  readonly bodyStream?: T;
  readonly success: Success<S>;
  readonly graph?: GraphPlace<z.output<PS>, z.output<QS>>;
  /** A GET that changes something all the same: no projection treats it as one that reads. */
  readonly writes?: true;
  /** Since when it is to be used no more, and what instead: every document shows it. */
  readonly deprecated?: string;
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
   * Where a body says what is given to somebody, which no place decides: throws as the handler would if the caller may not.
   * Asked before a request that is sent again gets the answer that it got, for rights are taken away.
   */
  readonly admit?: (deps: Deps, input: InputsOf<PS, QS, BS, RS, T>, call: ReadCall<C>) => Promise<unknown>;
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

/** A declared endpoint, still without its dependencies: what `mount` takes. */
export interface Endpoint<Deps> extends AnyEndpoint {
  readonly handle: (deps: Deps, input: never, call: never) => Promise<unknown>;
  readonly prepare?: (deps: Deps, input: never, call: never) => Promise<unknown>;
  readonly admit?: (deps: Deps, input: never, call: never) => Promise<unknown>;
  readonly many?: ((deps: Deps, inputs: never, call: never) => Promise<readonly unknown[]>) | undefined;
  readonly resource?: AnyResource & { readonly find: (deps: Deps, input: never, asked: never) => Promise<unknown> };
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
  readonly stepUp?: true | ((input: never) => boolean);
  readonly act?: Act | ActByInput<never>;
  readonly resource?: AnyResource;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly rawBody?: z.ZodType;
  readonly bodyTypes?: readonly string[];
  readonly bodyStream?: StreamedRule | undefined;
  readonly success: Success<z.ZodType>;
  readonly graph?: GraphPlace<Record<string, unknown>, Record<string, unknown>>;
  readonly many?: unknown;
  readonly deprecated?: string;
  readonly faults: FaultCatalogue;
  readonly faultBodies?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: object }>>;
  readonly audit?: Audit<never>;
  readonly hot?: true;
  readonly compress?: true;
  readonly ownIdempotency?: true;
  readonly prefersWait?: string;
  readonly readsOnly?: true | undefined;
  readonly writes?: true | undefined;
  readonly tool?: NoTool | OfferedTool;
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
  <C extends Caller, Gate, Where>(surface: Surface<C, Gate, Where>) =>
  <Deps>() =>
  <
    const Path extends string,
    S extends z.ZodType = NoJson,
    PS extends z.ZodType = z.ZodUndefined,
    QS extends z.ZodType = z.ZodUndefined,
    BS extends z.ZodType = z.ZodUndefined,
    RS extends z.ZodType = z.ZodUndefined,
    P = undefined,
    R extends Where | undefined = undefined,
    T extends StreamedRule | undefined = undefined,
  >(
    declaration: Common<Deps, C, Gate, Path, PS, QS, BS, RS, S, R, T> &
      MethodRule<Deps, C, InputsOf<PS, QS, BS, RS, T>, Answer<S>, P, R> &
      ParamsRule<Path, PS>,
  ): Endpoint<Deps> => {
    if (!isUnder(surface.basePath, declaration.path))
      throw new Bug(`${declaration.id}: the path does not begin with ${surface.basePath}/`);
    if (surface.resources?.isAskedFor(declaration.gate) && declaration.resource === undefined)
      throw new Bug(`${declaration.id}: the gate is asked about a resource, and nothing finds it`);
    if (declaration.many !== undefined && declaration.resource !== undefined)
      throw new Bug(`${declaration.id}: many are read at once, and nobody asks the gate about each`);
    if (declaration.stepUp !== undefined && declaration.act === undefined)
      throw new Bug(`${declaration.id}: it is grave, and no act names it`);
    if (surface.resources === undefined && declaration.resource !== undefined)
      throw new Bug(`${declaration.id}: no gate of this surface is asked about a resource`);
    const endpoint = { ...declaration, surface } as Endpoint<Deps>;
    checkBody(endpoint);
    checkSuccess(endpoint);
    return endpoint;
  };
