import { parentPort } from 'node:worker_threads';
import { errorText } from '../http/asked-thread.ts';
import { lowerWorkerPriority } from '../http/worker-priority.ts';
import type { FromDocumentsWorker, ToDocumentsWorker } from './documents.ts';
import { loadFonts } from './fonts.ts';
import { pdfOf } from './pdf-of.ts';
import type { StoredSealKey } from './seal/seal-key.ts';
import type { SealKey } from './seal/signed-data.ts';

/** What the worker thread runs: makes PDF files, one after the other. */
lowerWorkerPriority(); // Nobody at a door waits for a document.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const fonts = loadFonts();
let key: SealKey | undefined;
let turn = Promise.resolve();

const answer = async ({ asked, document, seal }: ToDocumentsWorker): Promise<FromDocumentsWorker> => {
  try {
    const pdf = await pdfOf(document, fonts, { roomForSeal: seal !== undefined });
    return { asked, bytes: new Uint8Array(seal === undefined ? pdf : await sealed(pdf, seal)) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

/** Loaded for the first that is sealed. */
const sealed = async (pdf: Uint8Array, stored: StoredSealKey): Promise<Uint8Array> => {
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
