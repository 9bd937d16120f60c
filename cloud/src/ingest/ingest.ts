import type { AnyBatchKind, BatchProblem } from './batch-kind.ts';

/** Which of the two linking fields counts for this partner. */
export type LinkKey = 'facility_id' | 'linking_identifier';

/** What the worker says of one item. */
export type Verdict<Row> =
  | { readonly index: number; readonly link: string; readonly row: Row }
  | {
      readonly index: number;
      readonly ids: readonly (string | null)[];
      readonly link: string | null;
      readonly skip: string;
    };

/** A problem and the item it is in. */
export interface ItemProblem extends BatchProblem {
  readonly index: number;
  readonly id: string | null;
}

/** A batch that is JSON, has its array, and is either refused whole or handed out piece by piece. */
export type JudgedBatch<Row> =
  | { readonly problems: readonly ItemProblem[]; readonly problemCount: number }
  | {
      readonly total: number;
      /** Items that were skipped and are not among the verdicts, because nobody reads so long a list. */
      readonly unnamed: number;
      /** The next verdicts in the order of the items, at most 100 with a row; nothing once all are told. */
      next(): Promise<readonly Verdict<Row>[] | undefined>;
      /** Frees what the worker holds for the batch. */
      end(): void;
    };

export interface JudgeOptions {
  /** Whose batch: tenants take turns. */
  readonly tenant: string;
  readonly linkKey: LinkKey;
}

/** Judges pushed batches outside of the event loop's thread. */
export interface Ingest {
  /** Takes the bytes over. Throws 400, 422 and 503 faults. */
  judge<Row>(kind: AnyBatchKind, bytes: Uint8Array, options: JudgeOptions): Promise<JudgedBatch<Row>>;
  close(): Promise<void>;
}
