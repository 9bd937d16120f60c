import type { z } from 'zod';
import type { FieldPlace } from './mend-item.ts';

/** One thing that refuses the whole request: in which field of the item, by which rule, in words. */
export interface BatchProblem {
  /** Within the item, such as `access_time_windows[3].from`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What the rules of a kind may ask about the item in hand. */
export interface ItemContext {
  /**
   * Paths, within the item, of numbers that stand where one of the kind's `shapes` wants an integer and are not written
   * as one (`1.0`, `1e3`, `-0`, beyond ±(2^53 − 1)).
   */
  readonly notIntegers: ReadonlySet<string>;
  /** Paths, within the item, of keys that come twice in their object. */
  readonly repeated: ReadonlySet<string>;
}

/** A field of an item that is not taken, because of what is wrong with it: the stored value stays. */
export interface FieldFault {
  /** Within the item, such as `membership_plans[0].end_date`. */
  readonly path: string;
  /** Names field and rule. */
  readonly reason: string;
}

/** A text that left something open, and what it was taken for. */
export interface Guess {
  /** Such as `membership_plans[].end_date`: once for all items of a batch. */
  readonly path: string;
  readonly guess: string;
}

/** An item as JSON has it. */
export type RawItem = Readonly<Record<string, unknown>>;

/** What the rules say of an item whose fields have the right shapes: `ignored` are those that break a rule all the same. */
export type Judged<Draft> =
  | { readonly ready: Draft; readonly ignored?: readonly FieldFault[]; readonly guesses?: readonly Guess[] }
  | { readonly skip: string };

/** Takes of a field that is not as it should be whatever can be read; nothing where that is nothing. */
export type Mend = (
  value: unknown,
  at: FieldPlace,
) => { readonly value: unknown; readonly faults: readonly FieldFault[] } | undefined;

/**
 * One kind of record that partners push in batches. Lives in a `<domain>.batch.ts` that exports it as `batchKind`, because
 * a worker thread imports it by `url`: everything here is pure, and such a file imports nothing of a server or database.
 */
export interface BatchKind<Item, Draft, Row, Found = undefined> {
  /** `import.meta.url` of the file that exports this. */
  readonly url: string;
  /** The member of the body that holds the items. */
  readonly arrayKey: string;
  /** The members of an item that name it in an answer; the first is the record's own identifier. */
  readonly idKeys: readonly [string, ...string[]];
  /** More items than this refuse the whole request. */
  readonly itemsMax?: number;
  /**
   * The shape of an item, without the two linking fields, which the frame judges itself. Its JSON Schema is what checks:
   * no transformations, defaults or refinements (but `boundedText`'s); those are `judge`'s and `build`'s. A field that does
   * not fit is left out of the item that `judge` gets, and named in the answer.
   */
  readonly item: z.ZodType<Item> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** The fields without which nobody knows what the item is about, or in which order it counts: a fault there skips it. */
  readonly identity: readonly string[];
  /** Fields of many parts, of which the good ones count beside bad ones. */
  readonly mends?: Readonly<Record<string, Mend>>;
  /** Shapes of members that `strict` judges itself, by the member's name. `item` says `z.unknown()` of them. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
  /** A member of an item that takes anything and must not lose any of it: see `parseWithRawNumbers` for its numbers. */
  readonly verbatim?: string;
  /**
   * Rules whose breach refuses the whole request before anything is written, whatever else is wrong with the item. What
   * it finds is handed on to `judge`.
   */
  readonly strict?: (
    item: RawItem,
    context: ItemContext,
  ) => { readonly problems: readonly BatchProblem[] } | { readonly found: Found };
  /**
   * Rules over several members. `faults` are those of fields that did not fit the shape and so are not in the item, or only
   * in part. A reason names field and rule.
   */
  readonly judge: (item: Item, found: Found, faults: readonly FieldFault[]) => Judged<Draft>;
  /** Makes the row: what is dear (hashing, compiling) and only due once the whole request is accepted. Must not throw. */
  readonly build: (draft: Draft) => Row;
}

// biome-ignore lint/suspicious/noExplicitAny: a kind is handed around whole; only its own functions look inside.
export type AnyBatchKind = BatchKind<any, any, any, any>;

/** 10 MB; the keys are what 10 MB of small honest items have. */
export const BATCH_LIMIT = { bytes: 10 * 1024 * 1024, keys: 700_000 } as const;
