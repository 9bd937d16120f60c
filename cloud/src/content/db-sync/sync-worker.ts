import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerWorkerPriority } from '../../kit/http/worker-priority.ts';
import { carryOutOrder } from './carry-out-order.ts';
import type { FromSyncWorker, SyncOrder } from './run-sync.ts';

/** What the worker thread runs: one sync, off the main thread, since it reads and writes by the thousand. */
lowerWorkerPriority();
const port = parentPort;
if (port === null) throw new Error('this file is a worker');
const say = (message: FromSyncWorker): void => port.postMessage(message);

carryOutOrder(workerData as SyncOrder, {
  tell: (text, done) => say({ kind: 'line', text, done }),
  alone: async (swap) => {
    say({ kind: 'alone' });
    await once(port, 'message');
    await swap();
  },
})
  .then((counts) => say({ kind: 'done', counts }))
  .catch((error: unknown) => say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }))
  .finally(() => port.close());
