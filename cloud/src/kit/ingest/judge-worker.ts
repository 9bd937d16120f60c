import { parentPort } from 'node:worker_threads';
import { errorText } from '../http/asked-thread.ts';
import { lowerWorkerPriority } from '../http/worker-priority.ts';
import type { AnyBatchKind } from './batch-kind.ts';
import { type CompiledKind, compileKind } from './compile-kind.ts';
import { judgeBatch, type OpenBatch } from './judge-batch.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/**
 * What the worker thread runs: judges one batch after the other and hands each out piece by piece as it is asked. What it
 * throws is a mistake of ours and refuses that batch alone.
 */
lowerWorkerPriority(); // Nobody at a door waits for a batch.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const kinds = new Map<string, Promise<CompiledKind>>();
const open = new Map<number, OpenBatch>();

const compiled = (url: string): Promise<CompiledKind> => {
  const known =
    kinds.get(url) ?? import(url).then(({ batchKind }: { batchKind: AnyBatchKind }) => compileKind(batchKind));
  kinds.set(url, known);
  return known;
};

const answer = async (message: ToWorker): Promise<FromWorker | undefined> => {
  const { batch } = message;
  if (message.ask === 'end') {
    open.delete(batch);
    return undefined;
  }
  if (message.ask === 'next') {
    const judged = open.get(batch);
    if (judged === undefined) throw new Error('this batch is not open: it was another worker’s');
    return { batch, piece: judged.next() };
  }
  const { url, bytes, linkKey, rowsAtOnce } = message;
  const judged = judgeBatch(await compiled(url), Buffer.from(bytes), linkKey, rowsAtOnce);
  if (judged.head.is !== 'accepted') return { batch, head: judged.head, piece: undefined };
  open.set(batch, judged);
  return { batch, head: judged.head, piece: judged.next() };
};

port.on('message', (message: ToWorker) => {
  answer(message)
    .catch((error: unknown): FromWorker => ({ batch: message.batch, failed: errorText(error) }))
    .then((said) => {
      if (said !== undefined) port.postMessage(said);
    });
});
