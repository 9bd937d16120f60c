import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { type AskedThread, createAskedThread, type Failed } from '../http/asked-thread.ts';
import type { PdfDocument } from './document.ts';
import type { StoredSealKey } from './seal/seal-key.ts';

export interface ToDocumentsWorker {
  readonly asked: number;
  readonly document: PdfDocument;
  /** What it is sealed with, if it is. */
  readonly seal: StoredSealKey | undefined;
}
export type FromDocumentsWorker =
  | { readonly asked: number; readonly bytes: Uint8Array }
  | (Failed & { readonly asked: number });

export interface Documents {
  /** The bytes of a PDF file; the same document gives the same bytes. Rejects with a `Bug` where it cannot be made. */
  pdf(document: PdfDocument): Promise<Uint8Array>;
  /** The same, sealed: any change of a byte shows. The key is read, and made where there is none yet, for the first. */
  sealedPdf(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Nobody at a door waits for a document, and on a busy machine it waits for everybody. */
const ANSWER_WITHIN = Minutes(2);
const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 32;

/** Makes documents in a thread beside, which is started, and loads its libraries and fonts, when the first is asked for. */
export const createDocuments = ({
  clock,
  sealKey,
}: {
  readonly clock: Clock;
  readonly sealKey: () => Promise<StoredSealKey>;
}): Documents => {
  const thread: AskedThread<ToDocumentsWorker, Exclude<FromDocumentsWorker, Failed>> = createAskedThread<
    ToDocumentsWorker,
    FromDocumentsWorker
  >({
    clock,
    file: new URL('./documents-worker.ts', import.meta.url),
    what: 'makes documents',
    numberOf: (message) => (message as ToDocumentsWorker).asked,
    answerWithin: ANSWER_WITHIN,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  let asked = 0;
  let known: Promise<StoredSealKey> | undefined;
  const readKey = (): Promise<StoredSealKey> => {
    known ??= sealKey().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const make = async (document: PdfDocument, seal: StoredSealKey | undefined) =>
    (await thread.ask({ asked: ++asked, document, seal })).bytes;
  return {
    pdf: (document) => make(document, undefined),
    sealedPdf: async (document) => make(document, await readKey()),
    close: () => thread.close(),
  };
};
