import { parentPort } from 'node:worker_threads';
import { errorText } from './asked-thread.ts';
import type { FromBodyWorker, ToBodyWorker } from './large-bodies.ts';
import { readLargeBody } from './large-body.ts';
import { lowerWorkerPriority } from './worker-priority.ts';

/** What the worker thread runs: reads one large body after the other. */
lowerWorkerPriority(); // Who sends little waits for nobody who sends much.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const answer = ({ body, bytes, limit, shape }: ToBodyWorker): FromBodyWorker => {
  try {
    return { body, read: readLargeBody(Buffer.from(bytes), limit, shape) };
  } catch (error) {
    return { body, failed: errorText(error) };
  }
};

port.on('message', (message: ToBodyWorker) => {
  const said = answer(message);
  const kept = 'read' in said && 'kept' in said.read ? Object.values(said.read.kept) : [];
  port.postMessage(
    said,
    kept.map(({ buffer }) => buffer),
  );
});
