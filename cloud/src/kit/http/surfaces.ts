import type { Fault, FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Via } from './asked.ts';
import type { Caller, IncomingRequest, Method, Place } from './call.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { JsonTypes } from './json-types.ts';
import type { PropertyWords } from './property-words.ts';

/**
 * What one surface (one kind of caller, one host, one error shape) gives to all its endpoints. Pure data and pure
 * functions, so that declarations can name it at load time; what needs a database joins it in `serveSurface`.
 */
export interface Surface<C extends Caller, Gate, Where = never> {
  readonly name: string;
  /** Every path of the surface begins so; anything else under it is a 404. `/` where nothing else is served beside it. */
  readonly basePath: `/${string}`;
  /**
   * Denies by default: throws the surface's 403 fault unless the gate lets this caller through. `stepUp`: the endpoint asks for
   * another proof of who somebody is, shortly before.
   */
  readonly authorise: (caller: C, gate: Gate, method: Method, stepUp?: boolean) => void;
  /** How its gates are asked about what an endpoint's `resource` finds, if they can be. */
  readonly resources?: ResourceRules<C, Gate, Where>;
  /** The body of a fault in the surface's own shape. The kit adds `request_id`; a fault's `detail.body` replaces it. */
  readonly renderFault: (fault: Fault, requestId: string) => Readonly<Record<string, unknown>>;
  /** Where nothing may be added to that shape: its schema, for the document. It says itself which request it was. */
  readonly wholeFault?: z.ZodType;
  /** What its JSON is called, `application/json` unless said otherwise: the first, or another one that a request would rather have. */
  readonly jsonTypes?: JsonTypes;
  /** Requests a second for each caller and endpoint, unless the caller's account says otherwise. */
  readonly requestsPerSecond: number;
  /**
   * What bodies may be that are no endpoint's own business: 64 kB and 10,000 keys unless said otherwise. Of what is larger
   * than that, most has to be in members that are kept (`keptObject`) or unknown: a thread beside reads it.
   */
  readonly bodyLimit?: { readonly bytes: number; readonly keys: number };
  /** Every access leaves an audit row, readings too: by their id where they declare no event. Elsewhere what changes something does. */
  readonly auditsEverything?: true;
  /** What is sent and answered is kept for a while beside the request log, redacted, of refusals and of dry-run keys: see `keptExchange`. */
  readonly keepsExchanges?: true;
  /** A member that is `true` in every answer to a caller with a dry-run key, refusals too: in `metadata` where there is one. */
  readonly dryRunFlag?: string;
  /** A POST may carry an `Idempotency-Key`: sent again, it gets the answer that it got. */
  readonly idempotencyKeys?: true;
  /** What authentication and authorisation throw here, beside the kit's own faults. */
  readonly faults: FaultCatalogue;
  /** Which of those can happen at an endpoint with this gate, if not all of them. */
  readonly faultsAt?: (gate: Gate, stepUp?: boolean) => FaultCatalogue;
  /** For the document of the surface. */
  readonly document: SurfaceDocument;
}

export interface ResourceRules<C extends Caller, Gate, Where> {
  /** Whether a gate says nothing without a resource: its endpoint must have one. */
  readonly isAskedFor: (gate: Gate) => boolean;
  /** After `authorise`: throws `missing` where the caller may not know of it, and the surface's 403 fault unless the gate lets them through there. */
  readonly authorise: (
    caller: C,
    gate: Gate,
    resource: { readonly found: Where; readonly missing: () => Fault },
  ) => void;
  /** Where an attempt on it belongs, for the audit. */
  readonly placeOf: (found: Where) => Place;
}

export interface SurfaceDocument {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly security: SecurityScheme;
  /** Its callers come with tokens that may be narrower than they are: each operation says what lets it through. */
  readonly scopes?: true;
  /** Request headers that every operation with a gate takes. */
  readonly headers?: readonly RequestHeader[];
  /** What its endpoints are grouped by, by the first part of their ids, in the words of people. */
  readonly tags: Readonly<Record<string, Tag>>;
  /** What properties are that do not say it themselves. */
  readonly words: PropertyWords;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A header of a request, as OpenAPI writes it. */
export interface RequestHeader {
  readonly name: string;
  readonly in: 'header';
  readonly required: false;
  readonly description: string;
  readonly schema: { readonly type: 'string'; readonly [key: string]: unknown };
}

/** An OpenAPI security scheme and the name it is referred to by. */
export type SecurityScheme = { readonly name: string; readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'basic' | 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'cookie'; readonly keyName: string }
);

/** A gate for endpoints that anybody may call. It takes a written reason, which the document shows. */
export interface PublicGate {
  readonly public: string;
}

export const isPublicGate = (gate: unknown): gate is PublicGate =>
  typeof gate === 'object' && gate !== null && 'public' in gate && typeof gate.public === 'string';

/** Finds out who calls; throws the surface's 401 fault if that is nobody. Called for public gates too. */
export type Authenticate<C extends Caller, Gate> = (request: IncomingRequest, gate: Gate) => Promise<C>;

/** Any surface, seen from the kit: it may be asked, but its gates and callers are its own. */
export type AnySurface = Surface<never, never>;

/**
 * Who sends what no endpoint takes, for the log alone: nothing is asked of a gate, and nobody is refused. Nothing where that is
 * not known.
 */
export type Identify = (request: Pick<IncomingRequest, 'header' | 'remoteAddress'>) => Promise<Caller | undefined>;

/** A surface with its authentication: what a server is made of. */
export interface ServedSurface {
  readonly surface: AnySurface;
  readonly authenticate: Authenticate<Caller, never>;
  readonly identify?: Identify;
  /** Where its endpoints are served under other paths than their own. */
  readonly mirror?: Mirror;
  /** Which projection of the declarations this is, where it is one. */
  readonly via?: Via;
  /** What is read may be trimmed by `fields`, and a single thing has an `ETag`. */
  readonly resources?: true;
  /** What its callers may ask of all its endpoints together, beside what each endpoint allows. */
  readonly quota?: Quota;
}

/** A surface's endpoints once more, under other paths: the same handlers, gates and faults, by the same one path. */
export interface Mirror {
  readonly basePath: `/${string}`;
  /** Where an endpoint is served here, with `:name` for its own parameters; nowhere, if it is not. */
  readonly pathsOf: (endpoint: AnyEndpoint) => readonly string[];
}

/** So many requests of one caller within so long, in any span of that length. */
export interface Quota {
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
}

/** Joins a surface with the authentication that its callers go through. */
export const serveSurface = <C extends Caller, Gate, Where>(
  surface: Surface<C, Gate, Where>,
  authenticate: Authenticate<C, Gate>,
  identify?: Identify,
): ServedSurface => ({ surface, authenticate, ...(identify && { identify }) });

/** Under which path requests belong to a surface, as it is served. */
export const basePathOf = ({ surface, mirror }: Pick<ServedSurface, 'surface' | 'mirror'>): string =>
  mirror?.basePath ?? surface.basePath;

/** Whether a path is that one or under it. */
export const isUnder = (basePath: string, path: string): boolean =>
  path === basePath || path.startsWith(basePath.endsWith('/') ? basePath : `${basePath}/`);
