import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Caller, ReadCall, Reply } from './call.ts';

/**
 * What a declaration says of its place in a graph of the same data; `P` and `Q` are its parsed parameters and query. One that
 * says nothing is a plain field of the graph: of its queries where it reads, of its mutations where it changes something.
 */
export type GraphPlace<P, Q> =
  /**
   * Reads one node, by the parameter that holds its id. The answer is a type of this name, and its other shapes (`of`) are
   * parts of it: what one lacks is read here.
   */
  | {
      readonly node: string;
      readonly key: keyof P & string;
      /** How ids of this type begin. One that ends with a colon is put in front of what is a UUID: `box:`. */
      readonly prefix: string;
      /** The property of the answer that holds the id, where it is not called as the parameter is. */
      readonly id?: string;
      /** Properties that have another name in the graph, because an edge has theirs. */
      readonly called?: Readonly<Record<string, string>>;
    }
  /** An edge of a node: its field is called `as`, and each input named in `with` is taken from that property of the node. */
  | {
      readonly on: string;
      readonly as: string;
      readonly with: Readonly<Partial<Record<(keyof P | keyof Q) & string, string>>>;
      readonly of?: string;
    }
  /** A plain field by this name, or one that answers or lists nodes. */
  | { readonly as: string; readonly of?: string; readonly on?: undefined }
  | { readonly of: string; readonly as?: undefined; readonly on?: undefined }
  /** No field, for a written reason: secrets that are shown once, files, streams. */
  | { readonly omit: string };

/**
 * What reads may be asked for many inputs at once, 200 of them at most: `many` answers each as `handle` would, in their order,
 * in one unit and by as few statements as it can. What is refused is a fault in its place. It has no headers to add. The gate
 * has been asked about the place of each input; the call is that of the first.
 */
export type ReadMany<Deps, C extends Caller, Input, A> = (
  deps: Deps,
  inputs: readonly Input[],
  call: ReadCall<C>,
) => Promise<readonly (Exclude<A, Reply<unknown>> | Fault)[]>;
