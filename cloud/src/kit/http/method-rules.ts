import type { Pseudonymous } from './audit.ts';
import type { Caller, Method, MutatingMethod, OwnCall, ReadCall, Refused, UnitCall } from './call.ts';
import type { ReadMany } from './graph.ts';
import type { NoTool, OfferedTool } from './tool.ts';

/** One row an attempt: what was tried, and on what. `target` is read off the input, once that is valid. */
export interface Audit<Input> {
  readonly event: string;
  readonly target: (input: Input) => string | Pseudonymous | undefined;
}

/**
 * What a method asks of its endpoint. A mutating one has an audit event, a reading one may have one; it has no body. TypeScript
 * widens literals in what `handle` answers before it knows the schema: write `'done' as const` where it is a literal.
 */
export type MethodRule<Deps, C extends Caller, Input, A, P, R> =
  | Reads<Deps, C, Input, A, R>
  | Changes<Deps, C, Input, A, P, R>
  | Own<Deps, C, Input, A, R>;

/** What reads is a tool unless it says why not; what changes something is none unless it says why. */
type Get<Input> = {
  readonly method: 'GET';
  readonly audit?: Audit<Input>;
  readonly body?: undefined;
  readonly rawBody?: undefined;
  readonly bodyStream?: undefined;
  readonly readsOnly?: undefined;
} & ({ readonly writes?: undefined; readonly tool?: NoTool } | { readonly writes: true; readonly tool?: OfferedTool });

type Reads<Deps, C extends Caller, Input, A, R> = (
  | Get<Input>
  /** Changes nothing, and is a POST for its body's sake only: there is nothing to be done twice. */
  | { readonly method: 'POST'; readonly readsOnly: true; readonly audit: Audit<Input>; readonly tool?: NoTool }
) & {
  readonly unit?: undefined;
  readonly handle: (deps: Deps, input: Input, call: ReadCall<C, R>) => Promise<A>;
  readonly many?: ReadMany<Deps, C, Input, A>;
};

interface Changes<Deps, C extends Caller, Input, A, P, R> {
  readonly method: MutatingMethod;
  readonly readsOnly?: undefined;
  readonly audit: Audit<Input>;
  readonly tool?: OfferedTool;
  readonly unit?: undefined;
  readonly many?: undefined;
  /** Slow work before the unit: network, workers, hashing, objects. Runs once a request. */
  readonly prepare?: (deps: Deps, input: Input, call: ReadCall<C, R>) => Promise<P>;
  readonly handle: (deps: Deps, input: Input, call: UnitCall<C, P, R>) => Promise<A | Refused>;
}

/** As far as it says whether an endpoint changes something. */
export interface MethodOf {
  readonly method: Method;
  readonly readsOnly?: true | undefined;
  readonly writes?: true | undefined;
}

/** Whether an endpoint changes something: what is no GET, unless it says otherwise, and a GET that says so. */
export const changes = ({ method, readsOnly, writes }: MethodOf): boolean =>
  method === 'GET' ? writes === true : readsOnly !== true;

type Own<Deps, C extends Caller, Input, A, R> = (
  | Get<Input>
  | {
      readonly method: MutatingMethod;
      readonly readsOnly?: undefined;
      readonly audit: Audit<Input>;
      readonly tool?: OfferedTool;
    }
) & {
  /** What cannot be one unit of the kit's: unlock, ingest, streams, feeds, calls to providers, GETs that write. */
  readonly unit: 'own';
  readonly many?: undefined;
  readonly handle: (deps: Deps, input: Input, call: OwnCall<C, R>) => Promise<A>;
};
