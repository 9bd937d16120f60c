import { parentPort } from 'node:worker_threads';
import { errorText } from '../http/asked-thread.ts';
import { lowerWorkerPriority } from '../http/worker-priority.ts';
import type { FromDocumentsWorker, ToDocumentsWorker } from './documents.ts';
import { loadFonts } from './fonts.ts';
import { pdfOf } from './pdf-of.ts';

/** What the worker thread runs: makes PDF files, one after the other. */
lowerWorkerPriority(); // Nobody at a door waits for a document.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const fonts = loadFonts();
let turn = Promise.resolve();

const answer = async ({ asked, document }: ToDocumentsWorker): Promise<FromDocumentsWorker> => {
  try {
    return { asked, bytes: new Uint8Array(await pdfOf(document, fonts)) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

port.on('message', (message: ToDocumentsWorker) => {
  turn = turn.then(async () => port.postMessage(await answer(message)));
});
