import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError } from '../driver.ts';
import type { Answer, Order } from './messages.ts';

type Draft<O> = O extends Order ? Omit<O, 'id' | 'notAfterMs'> : never;
/** An order before it leaves. */
export type OrderDraft = Draft<Order>;

export interface OrderOptions {
  /** Door commands go before polls; within a priority, first come, first served. */
  readonly priority: 'command' | 'poll';
  readonly retries: 0 | 1 | 2;
  readonly mayWrite?: (() => boolean) | undefined;
}

export type Done = Extract<Answer, { is: 'written' | 'read' }>;

/** What is asked of one pulse supervisor: one order at a time, each repeated until it is answered or its time is over. */
export interface Orders {
  /** Rejects with a `BoardError`. */
  run(draft: OrderDraft, options: OrderOptions): Promise<Done>;
  answered(answer: Answer): void;
  /** What can be asked, and what waits, changed with the pulse supervisor. */
  stateChanged(): void;
}

export interface OrdersDeps {
  readonly clock: Clock;
  /** The machine's own monotonic clock, in ms: the pulse supervisor's deadlines are on it. */
  readonly machineMs: () => number;
  readonly state: () => 'starting' | 'ready' | 'gone' | 'closed';
  readonly trouble: () => string | null;
  readonly send: (order: Order) => void;
  readonly onSilence: () => void;
}

interface Job {
  readonly draft: OrderDraft;
  readonly options: OrderOptions;
  readonly timer: Timer;
  readonly settle: (outcome: Done | Error) => void;
  over: boolean;
}

/** From being asked, or from leaving: then whoever asked is told, whatever becomes of it. */
const SETTLES_WITHIN_MS = 900;
/** An agent that stood still itself finds its timers due before it has read what the pulse supervisor said meanwhile. */
const READ_FIRST_MS = 100;
/** Later than this after leaving, nothing is written any more. */
const WRITTEN_WITHIN_MS = 100;
/** What is left of its time must be enough for a pulse supervisor that is only slow. */
const REPEATED_UNTIL_MS = 600;

/**
 * INVARIANTS
 * - One order is out at a time. `mayWrite` is asked in the turn in which each leaves, the first and every repetition.
 * - An order that left and was not answered in time says nothing about the relay: its pulse supervisor is given up, with it
 *   whatever could still be written late.
 */
export const createOrders = ({ clock, machineMs, state, trouble, send, onSilence }: OrdersDeps): Orders => {
  const queues = { command: [] as Job[], poll: [] as Job[] };
  let busy = false;
  let ids = 0;
  let out: { readonly id: number; readonly end: (answer: Answer | 'gone' | 'silent') => void } | undefined;

  const absent = (sent: boolean): BoardError =>
    state() === 'closed'
      ? new BoardError('closed', sent, 'the bus was closed')
      : new BoardError('gone', sent, trouble() ?? 'the pulse supervisor of the bus is starting');

  const ask = (draft: OrderDraft, withinMs: number): Promise<Answer | 'gone' | 'silent'> =>
    new Promise((resolve) => {
      const id = ++ids;
      let timer = clock.after(Milliseconds(withinMs), () => {
        timer = clock.after(Milliseconds(READ_FIRST_MS), () => out?.end('silent'));
      });
      out = {
        id,
        end: (answer) => {
          timer.cancel();
          out = undefined;
          resolve(answer);
        },
      };
      send({ ...draft, id, notAfterMs: machineMs() + WRITTEN_WITHIN_MS } as Order);
    });

  /** What an answer means: the end, or another try (with what was said, should it be the last one). */
  const judge = (answer: Answer | 'gone' | 'silent', sent: boolean): Done | Error | { readonly again: BoardError } => {
    if (answer === 'silent') {
      onSilence();
      return new BoardError('gone', true, 'the pulse supervisor of the bus does not answer');
    }
    if (answer === 'gone') return absent(true);
    if (answer.is === 'broken') return new Bug(`in the pulse supervisor of a bus: ${answer.text}`);
    if (answer.is !== 'failed') return answer;
    const { reason, text } = answer;
    if (reason === 'expired')
      return { again: new BoardError('no_reply', sent, 'the pulse supervisor of the bus came too late') };
    const error = new BoardError(reason, sent || answer.sent, text);
    return reason === 'no_reply' ? { again: error } : error;
  };

  const perform = async ({ draft, options }: Job): Promise<Done | Error> => {
    const fromMs = clock.monoMs();
    let last: BoardError | undefined;
    for (let tries = 0; tries <= options.retries; tries++) {
      const sent = last?.sent ?? false;
      const spentMs = clock.monoMs() - fromMs;
      if (last !== undefined && spentMs > REPEATED_UNTIL_MS) break;
      if (state() !== 'ready') return absent(sent);
      if (options.mayWrite?.() === false) return new BoardError('expired', sent, 'too late to write');
      const verdict = judge(await ask(draft, SETTLES_WITHIN_MS - spentMs), sent);
      if (!('again' in verdict)) return verdict;
      last = verdict.again;
    }
    return last ?? absent(false);
  };

  const next = (): Job | undefined => {
    for (const queue of [queues.command, queues.poll])
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) if (!job.over) return job;
    return undefined;
  };
  const pump = async (): Promise<void> => {
    if (busy || state() === 'starting') return;
    busy = true;
    for (let job = next(); job !== undefined; job = next()) {
      job.timer.cancel();
      job.settle(await perform(job));
    }
    busy = false;
  };

  return {
    run: (draft, options) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: Done | Error): void => {
          job.over = true;
          job.timer.cancel();
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        const timer = clock.after(Milliseconds(SETTLES_WITHIN_MS), () =>
          settle(
            state() === 'ready'
              ? new BoardError('no_reply', false, 'the pulse supervisor of the bus has no time')
              : absent(false),
          ),
        );
        const job: Job = { draft, options, timer, settle, over: false };
        queues[options.priority].push(job);
        void pump();
      }),
    answered: (answer) => {
      if (out?.id === answer.id) out.end(answer);
    },
    stateChanged: () => {
      if (state() === 'gone' || state() === 'closed') out?.end('gone');
      void pump();
    },
  };
};
