import { Worker } from 'node:worker_threads';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { SqliteDamage } from '../store/database.ts';
import type { FromWriter, ToWriter, WriterAnswer, WriterOrder } from './writer-messages.ts';

const THREAD = new URL('./writer-thread.ts', import.meta.url);
/** The largest page and what is made of it, ten times over. */
const HEAP_MEGABYTES = 192;
/** A thread that has nothing to write takes a quarter of the agent's memory: it goes, and the next order starts another. */
const IDLE_AFTER = Seconds(20);
/** A process that stops waits no longer for a thread in the middle of a long order. */
const ENDS_WITHIN = Milliseconds(800);

export interface Writer {
  /** Orders are carried out one after the other, and bytes are given away with them. Rejects with `SqliteDamage` where the file is damaged, else with a `Bug`. */
  ask<Order extends WriterOrder>(order: Order): Promise<Extract<WriterAnswer, { to: Order['do'] }>>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: WriterAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the thread that writes `path`. One that dies fails what it was asked; the next order starts another. */
export const createWriter = ({
  clock,
  ...paths
}: {
  readonly path: string;
  readonly rosterPath: string;
  /** Without one the thread never rests. */
  readonly clock?: Clock;
}): Writer => {
  let current: Worker | undefined;
  let closed = false;
  let idle: Timer | undefined;
  let count = 0;
  const waiting = new Map<number, Waiting>();

  /** Nothing more is asked of this thread. */
  const leave = (worker: Worker, why: Error): void => {
    if (worker !== current) return;
    current = undefined;
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const lose = (worker: Worker, why: Error): void => {
    if (worker !== current) return;
    leave(worker, why);
    void worker.terminate();
  };
  /**
   * The thread closes its store and ends by itself: to tear it down over an open store can bring the whole process down. One
   * that is in the middle of a long order ends after that; the process does not wait for it.
   */
  const end = (worker: Worker, why: Error): Promise<void> => {
    const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
    leave(worker, why);
    worker.postMessage('end' satisfies ToWriter);
    return ended;
  };
  const rest = (worker: Worker) => {
    idle?.cancel();
    idle = undefined;
    if (waiting.size === 0 && !closed)
      idle = clock?.after(IDLE_AFTER, () => void end(worker, new Bug('the thread that writes the snapshot rests')));
  };
  const start = (): Worker => {
    const worker = new Worker(THREAD, {
      workerData: paths,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 4 },
    });
    worker.on('message', (message: FromWriter) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      rest(worker);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(message.damage ? new SqliteDamage(message.failed) : new Bug(message.failed));
    });
    worker.on('error', (cause) => lose(worker, new Bug('the thread that writes the snapshot failed', { cause })));
    worker.on('exit', () => lose(worker, new Bug('the thread that writes the snapshot ended')));
    worker.unref(); // It never keeps the process alive; after the listeners, because they would.
    return worker;
  };

  return {
    ask: <Order extends WriterOrder>(order: Order) =>
      new Promise<Extract<WriterAnswer, { to: Order['do'] }>>((resolve, reject) => {
        if (closed) throw new Bug('no snapshot is written any more: the process ends');
        current ??= start();
        const id = ++count;
        idle?.cancel();
        waiting.set(id, { resolve: resolve as (answer: WriterAnswer) => void, reject });
        current.postMessage({ ...order, id }, 'bytes' in order ? [order.bytes.buffer] : []);
      }),
    close: async () => {
      closed = true;
      idle?.cancel();
      const worker = current;
      if (worker === undefined) return;
      const ended = end(worker, new Bug('no snapshot is written any more: the process ends'));
      await new Promise<void>((resolve) => {
        const late = clock?.after(ENDS_WITHIN, resolve);
        void ended.then(() => {
          late?.cancel();
          resolve();
        });
      });
    },
  };
};
