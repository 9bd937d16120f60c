import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import { createAskedThread, type Failed } from '../http/asked-thread.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export type WorkerAnswer = Exclude<FromWorker, Failed>;

/** The thread that judges batches. */
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
/** Ten times what the most wasteful batch was seen to take. */
const HEAP_MEGABYTES = 1_024;
/** So that most of a batch is garbage before it counts as old: a tenth less work than with the engine's own choice. */
const YOUNG_MEGABYTES = 128;

export const createJudgeThread = (options: JudgeThreadOptions): JudgeThread => {
  const { clock, file = WORKER, answerWithin, heapMegabytes = HEAP_MEGABYTES } = options;
  const thread = createAskedThread<ToWorker, FromWorker>({
    clock,
    file,
    what: 'judges batches',
    numberOf: (message) => (message as ToWorker | FromWorker).batch,
    answerWithin,
    heapMegabytes,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  return {
    ask: (message) => thread.ask(message, message.ask === 'judge' ? [message.bytes] : []),
    forget: (batch) => thread.tell({ ask: 'end', batch }),
    close: thread.close,
  };
};
