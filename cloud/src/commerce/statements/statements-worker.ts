import { parentPort } from 'node:worker_threads';
import { errorText } from '../../kit/http/asked-thread.ts';
import { lowerWorkerPriority } from '../../kit/http/worker-priority.ts';
import { readStatements } from './read/read-statements.ts';
import type { FromStatementsWorker, ToStatementsWorker } from './statement-reader.ts';

/** What the worker thread runs: reads one file of a bank after the other. */
lowerWorkerPriority(); // Nobody at a door waits for a bank.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const answer = ({ asked, bytes, mapping }: ToStatementsWorker): FromStatementsWorker => {
  try {
    return { asked, read: readStatements(new Uint8Array(bytes), mapping) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

port.on('message', (message: ToStatementsWorker) => port.postMessage(answer(message)));
