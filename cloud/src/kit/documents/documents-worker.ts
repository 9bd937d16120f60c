import { parentPort } from 'node:worker_threads';
import { errorText } from '../http/asked-thread.ts';
import { lowerWorkerPriority } from '../http/worker-priority.ts';
import type { FromDocumentsWorker, ToDocumentsWorker, ToMake, ToRead } from './documents.ts';
import { type Fonts, loadFonts } from './fonts.ts';
import { pdfOf } from './pdf-of.ts';
import type { StoredSealKey } from './seal/seal-key.ts';
import type { SealKey } from './seal/signed-data.ts';
import type { SealedFile } from './seal/stamp-seal.ts';

/** What the worker thread runs: makes PDF files and HTML, one after the other. */
lowerWorkerPriority(); // Nobody at a door waits for a document.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

let fonts: Fonts | undefined;
let key: SealKey | undefined;
let turn = Promise.resolve();

const answer = async ({ asked, ...what }: ToDocumentsWorker): Promise<FromDocumentsWorker> => {
  try {
    return { asked, ...('markdown' in what ? { html: await htmlOf(what) } : await fileOf(what)) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

const fileOf = async ({ document, seal }: ToMake): Promise<Pick<SealedFile, 'bytes'> & Partial<SealedFile>> => {
  fonts ??= loadFonts();
  const pdf = await pdfOf(document, fonts, { roomForSeal: seal !== undefined });
  return seal === undefined ? { bytes: new Uint8Array(pdf) } : sealed(pdf, seal);
};

const htmlOf = async ({ markdown, headingsFrom }: ToRead): Promise<string> => {
  const { markdownToHtml } = await import('../markdown/markdown-html.ts');
  return markdownToHtml(markdown, { headingsFrom });
};

/** Loaded for the first that is sealed. */
const sealed = async (pdf: Uint8Array, stored: StoredSealKey): Promise<SealedFile> => {
  const [{ openSealKey }, { sealPdf }] = await Promise.all([
    import('./seal/seal-key.ts'),
    import('./seal/seal-pdf.ts'),
  ]);
  key ??= await openSealKey(stored);
  return sealPdf(pdf, key);
};

port.on('message', (message: ToDocumentsWorker) => {
  turn = turn.then(async () => port.postMessage(await answer(message)));
});
