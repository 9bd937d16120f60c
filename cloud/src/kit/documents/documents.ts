import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type AskedThread, createAskedThread, type Failed } from '../http/asked-thread.ts';
import type { PdfDocument } from './document.ts';

export interface ToDocumentsWorker {
  readonly asked: number;
  readonly document: PdfDocument;
}
export type FromDocumentsWorker =
  | { readonly asked: number; readonly bytes: Uint8Array }
  | (Failed & { readonly asked: number });

export interface Documents {
  /** The bytes of a PDF file; the same document gives the same bytes. Rejects with a `Bug` where it cannot be made. */
  pdf(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Makes documents in a thread beside, which is started, and loads its libraries and fonts, when the first is asked for. */
export const createDocuments = ({ clock }: { readonly clock: Clock }): Documents => {
  const thread: AskedThread<ToDocumentsWorker, Exclude<FromDocumentsWorker, Failed>> = createAskedThread<
    ToDocumentsWorker,
    FromDocumentsWorker
  >({
    clock,
    file: new URL('./documents-worker.ts', import.meta.url),
    what: 'makes documents',
    numberOf: (message) => (message as ToDocumentsWorker).asked,
    heapMegabytes: 512,
    youngMegabytes: 32,
  });
  let asked = 0;
  return {
    pdf: async (document) => (await thread.ask({ asked: ++asked, document })).bytes,
    close: () => thread.close(),
  };
};
