import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { type AskedThread, createAskedThread, type Failed } from '../http/asked-thread.ts';
import type { PdfDocument } from './document.ts';
import type { StoredSealKey } from './seal/seal-key.ts';
import type { SealedFile } from './seal/stamp-seal.ts';

export interface ToMake {
  readonly document: PdfDocument;
  /** What it is sealed with, if it is. */
  readonly seal: StoredSealKey | undefined;
}
export interface ToRead {
  readonly markdown: string;
  readonly headingsFrom: number;
}
interface Asked {
  readonly asked: number;
}
export type ToDocumentsWorker = Asked & (ToMake | ToRead);
type Made = Asked & Partial<SealedFile> & { readonly html?: string };
export type FromDocumentsWorker = Made | (Failed & Asked);

/** The token of a time stamp (RFC 3161) of this SHA-256, if there is to be one. */
export type StampOf = (sha256: Buffer) => Promise<Uint8Array | undefined>;

export interface Documents {
  /** The bytes of a PDF file; the same document gives the same bytes. Rejects with a `Bug` where it cannot be made. */
  pdf(document: PdfDocument): Promise<Uint8Array>;
  /**
   * The same, sealed: any change of a byte shows. The key is read, and made where there is none yet, for the first. With a time stamp in
   * the seal, if there is one: the same document, key and stamp give the same bytes.
   */
  sealedPdf(document: PdfDocument, stampOf?: StampOf): Promise<Uint8Array>;
  /** HTML of a long text in Markdown, to be put into a page: see `markdownToHtml`. Short ones are quicker read where they are. */
  html(markdown: string, headingsFrom?: number): Promise<string>;
  close(): Promise<void>;
}

/** Nobody at a door waits for a document, and on a busy machine it waits for everybody. */
const ANSWER_WITHIN = Minutes(2);
const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 32;

/** Makes documents in a thread beside, which is started when the first is asked for, and loads what it needs for that. */
export const createDocuments = ({
  clock,
  sealKey,
}: {
  readonly clock: Clock;
  readonly sealKey: () => Promise<StoredSealKey>;
}): Documents => {
  const thread: AskedThread<ToDocumentsWorker, Made> = createAskedThread<ToDocumentsWorker, FromDocumentsWorker>({
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
    (await thread.ask({ asked: ++asked, document, seal })) as Asked & SealedFile;
  return {
    pdf: async (document) => (await make(document, undefined)).bytes,
    sealedPdf: async (document, stampOf) => {
      const sealed = await make(document, await readKey());
      return stampOf === undefined ? sealed.bytes : withStamp(sealed, stampOf);
    },
    html: async (markdown, headingsFrom = 2) =>
      (await thread.ask({ asked: ++asked, markdown, headingsFrom })).html as string,
    close: () => thread.close(),
  };
};

/** The library that reads the seal is loaded for the first. */
const withStamp = async (sealed: SealedFile, stampOf: StampOf): Promise<Uint8Array> => {
  const { imprintOf, stampSeal } = await import('./seal/stamp-seal.ts');
  const token = await stampOf(await imprintOf(sealed.cms));
  return token === undefined ? sealed.bytes : stampSeal(sealed, token);
};
