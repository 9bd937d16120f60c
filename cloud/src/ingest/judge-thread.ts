import { Worker } from 'node:worker_threads';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export type WorkerAnswer = Exclude<FromWorker, { failed: string }>;

/** Asks a worker thread; there is one as soon and as long as it is needed. */
export interface JudgeThread {
  /** Rejects with a `Bug` if the worker fails at it, dies, or does not answer in time. */
  ask(message: Exclude<ToWorker, { ask: 'end' }>): Promise<WorkerAnswer>;
  forget(batch: number): void;
  close(): Promise<void>;
}

export interface JudgeThreadOptions {
  readonly clock: Clock;
  /** The worker's file. */
  readonly file?: URL;
  readonly answerWithin?: Duration;
  readonly heapMegabytes?: number;
}

const WORKER = new URL('./judge-worker.ts', import.meta.url);
/** The largest batch takes a second or two, and may wait for two others. */
const ANSWER_WITHIN = Seconds(30);
/** Ten times what the most wasteful batch was seen to take. */
const HEAP_MEGABYTES = 1_024;
/** So that most of a batch is garbage before it counts as old: a tenth less work than with the engine's own choice. */
const YOUNG_MEGABYTES = 128;

interface Waiting {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that dies fails what it was asked, and the next question starts a new one. */
export const createJudgeThread = (options: JudgeThreadOptions): JudgeThread => {
  const { clock, file = WORKER, answerWithin = ANSWER_WITHIN, heapMegabytes = HEAP_MEGABYTES } = options;
  let current: Worker | undefined;
  let closed = false;
  const waiting = new Map<number, Waiting>();

  const lose = (worker: Worker, why: Error): void => {
    if (worker !== current) return;
    current = undefined;
    void worker.terminate();
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const start = (): Worker => {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    worker.on('message', (message: FromWorker) => {
      const asked = waiting.get(message.batch);
      waiting.delete(message.batch);
      if ('failed' in message) asked?.reject(new Bug(`a batch could not be judged: ${message.failed}`));
      else asked?.resolve(message);
    });
    worker.on('error', (cause) => lose(worker, new Bug('the worker that judges batches failed', { cause })));
    worker.on('exit', () => lose(worker, new Bug('the worker that judges batches ended')));
    worker.unref(); // It never keeps the process alive; after the listeners, because they would.
    return worker;
  };

  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Bug('batches are judged no more: the process ends');
        current ??= start();
        const worker = current;
        const late = clock.after(answerWithin, () => lose(worker, new Bug('a batch took too long to judge')));
        waiting.set(message.batch, {
          resolve: (answer) => {
            late.cancel();
            resolve(answer);
          },
          reject: (error) => {
            late.cancel();
            reject(error);
          },
        });
        worker.postMessage(message, message.ask === 'judge' ? [message.bytes] : []);
      }),
    forget: (batch) => current?.postMessage({ ask: 'end', batch } satisfies ToWorker),
    close: async () => {
      closed = true;
      const worker = current;
      if (worker === undefined) return;
      lose(worker, new Bug('batches are judged no more: the process ends'));
      await worker.terminate();
    },
  };
};
