import type { BatchHead, LinkKey, Verdict } from './verdicts.ts';

/** What a worker is asked. `batch` is a number that the asker gives each batch. */
export type ToWorker =
  | {
      readonly ask: 'judge';
      readonly batch: number;
      /** The file that exports the `batchKind`. */
      readonly url: string;
      readonly bytes: ArrayBuffer;
      readonly linkKey: LinkKey;
      /** A piece has at most so many rows. */
      readonly rowsAtOnce: number;
    }
  | { readonly ask: 'next'; readonly batch: number }
  | { readonly ask: 'end'; readonly batch: number };

/** What it answers: one message for each `judge` (which brings the first piece) and each `next`. */
export type FromWorker =
  | { readonly batch: number; readonly head?: BatchHead; readonly piece: readonly Verdict<unknown>[] | undefined }
  | { readonly batch: number; readonly failed: string };
