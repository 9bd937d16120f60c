import { Worker } from 'node:worker_threads';
import type { CopiedTable } from '../../kit/modules/table-policy.ts';
import type { TableCounts } from './sync-tables.repo.ts';

/** What the worker is told: all of it can be cloned. */
export interface SyncOrder {
  readonly runId: string;
  readonly sourceUrl: string;
  readonly databaseUrl: string;
  readonly fingerprint: string;
  readonly dryRun: boolean;
  /** When it was begun, in ms since 1970. */
  readonly at: number;
  readonly tables: readonly (readonly [string, CopiedTable])[];
}

export type FromSyncWorker =
  | { readonly kind: 'line'; readonly text: string; readonly done: number }
  | { readonly kind: 'alone' }
  | { readonly kind: 'done'; readonly counts: readonly TableCounts[] }
  | { readonly kind: 'failed'; readonly why: string };

export interface Watched {
  readonly signal: AbortSignal;
  readonly tell: (text: string, done: number) => void;
  /** Runs work while nobody else of this process writes. */
  readonly apart: (work: () => Promise<void>) => Promise<void>;
}

const HEAP_MEGABYTES = 256;

/** Runs a sync in a thread of its own. Rejects where it failed, or was aborted: then nothing has changed. */
export const runSync = (order: SyncOrder, { signal, tell, apart }: Watched): Promise<readonly TableCounts[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sync-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    let counts: readonly TableCounts[] | undefined;
    let why = 'the thread of the sync ended';
    const ended = new Promise<void>((exited) => worker.once('exit', () => exited()));
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    worker.on('message', (message: FromSyncWorker) => {
      if (message.kind === 'line') tell(message.text, message.done);
      else if (message.kind === 'done') counts = message.counts;
      else if (message.kind === 'failed') why = message.why;
      else
        apart(() => {
          if (!signal.aborted) worker.postMessage('go');
          return ended;
        }).catch(stop);
    });
    worker.on('error', (error) => {
      why = error.message;
    });
    void ended.then(() => {
      signal.removeEventListener('abort', stop);
      if (counts === undefined) reject(new Error(signal.aborted ? 'the process stopped' : why));
      else resolve(counts);
    });
  });
