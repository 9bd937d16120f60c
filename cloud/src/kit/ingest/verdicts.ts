import type { BatchProblem, FieldFault, Guess } from './batch-kind.ts';

/** Which of the two linking fields counts for this partner. */
export type LinkKey = 'facility_id' | 'linking_identifier';

interface Judged {
  readonly index: number;
  /** The kind's `idKeys`, as far as they are texts. */
  readonly ids: readonly (string | null)[];
}

/** What is said of one item: the row that its good fields became, or why it is skipped. */
export type Verdict<Row> =
  | (Judged & { readonly link: string; readonly row: Row; readonly ignored?: readonly FieldFault[] })
  | (Judged & { readonly link: string | null; readonly skip: string });

/** A problem and the item it is in. */
export interface ItemProblem extends BatchProblem {
  readonly index: number;
  readonly id: string | null;
  /** The item's link, where it has one. */
  readonly link: string | null;
}

/** What is said of the batch as a whole. */
export type BatchHead =
  /** Not JSON, or not with the array that was asked for. */
  | { readonly is: 'malformed'; readonly problem: { path: string; rule: string; message: string } }
  | { readonly is: 'too_many'; readonly total: number; readonly max: number }
  /** Some items have what refuses a whole request. The first hundred problems, and how many there are. */
  | { readonly is: 'refused'; readonly problems: readonly ItemProblem[]; readonly problemCount: number }
  /** `unnamed`: items that are skipped and not among the verdicts, because nobody reads so long a list. */
  | {
      readonly is: 'accepted';
      readonly total: number;
      readonly unnamed: number;
      /** What was taken for what it did not say, each once. */
      readonly guesses: readonly Guess[];
    };
