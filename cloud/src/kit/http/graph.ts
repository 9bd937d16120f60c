import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Caller, ReadCall, Reply } from './call.ts';

/** What a declaration says of its place in a graph of the same data; `P` and `Q` are its parsed parameters and query. */
export type GraphPlace<P, Q> =
  /** Reads one node, by the parameter that holds its id. */
  | { readonly node: string; readonly key: keyof P & string }
  /** An edge of a node: its field is called `as`, and each input named in `with` is taken from that field of the node. */
  | {
      readonly on: string;
      readonly as: string;
      readonly with: Readonly<Partial<Record<(keyof P | keyof Q) & string, string>>>;
    }
  /** No field, for a written reason: secrets that are shown once, files, streams. */
  | { readonly omit: string };

/**
 * What reads may be asked for many inputs at once: `many` answers each as `handle` would, in their order, by as few
 * statements as it can. What is refused is a fault in its place. It has no headers to add.
 */
export type ReadMany<Deps, C extends Caller, Input, A> = (
  deps: Deps,
  inputs: readonly Input[],
  call: ReadCall<C>,
) => Promise<readonly (Exclude<A, Reply<unknown>> | Fault)[]>;
