import type { z } from 'zod';

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
}

/** An item as JSON has it. */
export type RawItem = Readonly<Record<string, unknown>>;

/** What the rules say of an item that has the right shape. */
export type Judged<Draft> = { readonly ready: Draft } | { readonly skip: string };

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
   * no transformations, defaults or refinements (but `boundedText`'s); those are `judge`'s and `build`'s.
   */
  readonly item: z.ZodType<Item>;
  /** Shapes of members that `strict` judges itself, by the member's name. `item` says `z.unknown()` of them. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
  /** A member of an item that takes anything and must not lose any of it: see `parseAsWritten` for its numbers. */
  readonly verbatim?: string;
  /**
   * Rules whose breach refuses the whole request before anything is written, whatever else is wrong with the item. What
   * it finds is handed on to `judge`.
   */
  readonly strict?: (
    item: RawItem,
    context: ItemContext,
  ) => { readonly problems: readonly BatchProblem[] } | { readonly found: Found };
  /** Rules over several members, of an item that fits the shape. A reason to skip names field and rule. */
  readonly judge: (item: Item, found: Found) => Judged<Draft>;
  /** Makes the row: what is dear (hashing, compiling) and only due once the whole request is accepted. Must not throw. */
  readonly build: (draft: Draft) => Row;
}

// biome-ignore lint/suspicious/noExplicitAny: a kind is handed around whole; only its own functions look inside.
export type AnyBatchKind = BatchKind<any, any, any, any>;

/** 10 MB; the keys are what 10 MB of small honest items have. */
export const BATCH_LIMIT = { bytes: 10 * 1024 * 1024, keys: 700_000 } as const;
