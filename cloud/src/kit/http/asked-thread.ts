import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';

/** What a worker answers where it fails at a question: a mistake of ours. */
export interface Failed {
  readonly failed: string;
}

/** Asks a worker thread; there is one as soon and as long as it is needed. */
export interface AskedThread<Question, Answer> {
  /** `handedOver` are buffers that the worker takes without a copy. Rejects with a `Bug` if it fails, dies, or is late. */
  ask(question: Question, handedOver?: ArrayBuffer[]): Promise<Answer>;
  /** Says what has no answer, if there is a worker. */
  tell(message: Question): void;
  close(): Promise<void>;
}

export interface AskedThreadOptions<Question, Answer> {
  readonly clock: Clock;
  /** The worker's file. */
  readonly file: URL;
  /** What it is for, such as `judges batches`. */
  readonly what: string;
  /** The number by which an answer belongs to its question. */
  readonly numberOf: (message: Question | Answer | Failed) => number;
  readonly answerWithin?: Duration | undefined;
  readonly heapMegabytes: number;
  readonly youngMegabytes: number;
}

/** The largest body takes a second or two, and may wait for others. */
const ANSWER_WITHIN = Seconds(30);

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that dies fails what it was asked, and the next question starts a new one. */
export const createAskedThread = <Question, Answer>(
  options: AskedThreadOptions<Question, Answer>,
): AskedThread<Question, Exclude<Answer, Failed>> => {
  const { clock, file, what, numberOf, answerWithin = ANSWER_WITHIN } = options;
  let current: Worker | undefined;
  let closed = false;
  const waiting = new Map<number, Waiting<Exclude<Answer, Failed>>>();

  const lose = (worker: Worker, why: Error): void => {
    if (worker !== current) return;
    current = undefined;
    void worker.terminate();
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const start = (): Worker => {
    const worker = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMegabytes,
        maxYoungGenerationSizeMb: options.youngMegabytes,
      },
    });
    worker.on('message', (message: Answer) => {
      const asked = waiting.get(numberOf(message));
      waiting.delete(numberOf(message));
      if (hasFailed(message)) asked?.reject(new Bug(`the worker that ${what} could not: ${message.failed}`));
      else asked?.resolve(message as Exclude<Answer, Failed>);
    });
    worker.on('error', (cause) => lose(worker, new Bug(`the worker that ${what} failed`, { cause })));
    worker.on('exit', () => lose(worker, new Bug(`the worker that ${what} ended`)));
    worker.unref(); // It never keeps the process alive; after the listeners, because they would.
    return worker;
  };

  return {
    ask: (question, handedOver = []) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Bug(`nothing ${what} any more: the process ends`);
        current ??= start();
        const worker = current;
        const late = clock.after(answerWithin, () => lose(worker, new Bug(`the worker that ${what} took too long`)));
        waiting.set(numberOf(question), {
          resolve: (answer) => {
            late.cancel();
            resolve(answer);
          },
          reject: (error) => {
            late.cancel();
            reject(error);
          },
        });
        worker.postMessage(question, handedOver);
      }),
    tell: (message) => current?.postMessage(message),
    close: async () => {
      closed = true;
      const worker = current;
      if (worker === undefined) return;
      lose(worker, new Bug(`nothing ${what} any more: the process ends`));
      await worker.terminate();
    },
  };
};

const hasFailed = (message: unknown): message is Failed =>
  typeof message === 'object' && message !== null && 'failed' in message;

/** A buffer that is nobody else's, and so can be handed to another thread without a copy. (`slice` of a `Buffer` is a view.) */
export const ownBuffer = (bytes: Uint8Array): ArrayBuffer => {
  const { buffer } = bytes;
  const alone = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
  return alone && !isMarkedAsUntransferable(buffer) ? buffer : new Uint8Array(bytes).buffer;
};

/** What a worker says of what was thrown. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
