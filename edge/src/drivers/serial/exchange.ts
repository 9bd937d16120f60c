import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { wireMs } from './settings.ts';
import type { Wire } from './wire.ts';

/** What is asked, and how its answer is known. */
export interface Question<Reply> {
  readonly bytes: Uint8Array;
  /** How long the right answer is, at most. */
  readonly answerBytes: number;
  /** How much of what nobody asked for may lie before the answer: a stray byte, late replies to earlier questions, noise. */
  readonly noiseBytesMax: number;
  /** Looks for the answer in what was received since; `undefined` while it is not there. `end`: what is behind was not asked for. */
  match(received: Uint8Array): { readonly reply: Reply; readonly end: number } | undefined;
}

export interface ExchangeSettings {
  readonly baud: number;
  /** How long the other side may think before it answers, beyond the time the bytes take. */
  readonly replyAllowanceMs: number;
}

export type ExchangeResult<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly writtenMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'not-written' }
  | { readonly kind: 'down'; readonly why: string };

export interface Exchange {
  /** Flushes, asks `mayWrite`, writes, and waits for the answer or the end of its time. Never rejects. */
  run<Reply>(question: Question<Reply>, mayWrite: () => boolean): Promise<ExchangeResult<Reply>>;
  /** How often bytes came that no request had asked for, or the line broke: after each, a late reply is possible. */
  strays(): number;
  /** When bytes came last, asked for or not. */
  lastByteMs(): number;
  /** Ends a running exchange as `down`. */
  interrupt(why: string): void;
}

type Ended = Exclude<ExchangeResult<never>, { kind: 'reply' }>;

interface Waiting {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly end: (result: Ended) => void;
}

/** How long a flush may take before the line counts as hung. */
const FLUSH_MS = 200;

/** One question on a line and what comes back. Memory is bounded by the longest answer plus the noise allowed before it. */
export const createExchange = (wire: Wire, settings: ExchangeSettings, clock: Clock): Exchange => {
  let waiting: Waiting | undefined;
  let strays = 0;
  let lastByteMs = -Infinity;

  wire.listen({
    bytes: (bytes) => {
      lastByteMs = clock.monoMs();
      if (waiting === undefined) strays++;
      else waiting.bytes(bytes);
    },
    down: (why) => {
      strays++;
      waiting?.end({ kind: 'down', why });
    },
  });

  /** Starts to wait; the returned promise settles once, and `started` may end it early. */
  const wait = <Reply>(forMs: number, bytes: (bytes: Uint8Array) => void, onTime: () => Ended) => {
    const { promise, resolve } = Promise.withResolvers<ExchangeResult<Reply>>();
    const timer = clock.after(Milliseconds(forMs), () => end(onTime()));
    const end = (result: ExchangeResult<Reply>) => {
      timer.cancel();
      if (waiting === self) waiting = undefined;
      resolve(result);
    };
    const self: Waiting = { bytes, end };
    waiting = self;
    return { promise, end };
  };

  const flushed = async (): Promise<ExchangeResult<never> | 'flushed'> => {
    const hung = (): Ended => {
      wire.abandon('the line does not flush');
      return { kind: 'down', why: 'the line does not flush' };
    };
    const { promise, end } = wait<never>(FLUSH_MS, () => undefined, hung);
    const done = wire.flush().then(() => 'flushed' as const);
    const first = await Promise.race([promise, done]);
    end({ kind: 'silence' }); // Frees the timer; nobody reads this once the race is over.
    return first;
  };

  return {
    run: async <Reply>(
      { bytes: asked, answerBytes, noiseBytesMax, match: find }: Question<Reply>,
      mayWrite: () => boolean,
    ) => {
      const ready = await flushed();
      if (ready !== 'flushed') return ready;
      if (!mayWrite()) return { kind: 'not-written' };

      const writtenMs = clock.monoMs();
      let handed = false;
      let received: Uint8Array = new Uint8Array(0);
      const { promise, end } = wait<Reply>(
        wireMs(settings.baud, asked.length + answerBytes) + settings.replyAllowanceMs,
        (bytes) => {
          const room = noiseBytesMax + answerBytes - received.length;
          received = Uint8Array.from([...received, ...bytes.subarray(0, Math.max(0, room))]);
          const match = find(received);
          if (match === undefined) return;
          if (received.length > match.end || bytes.length > room) strays++;
          end({ kind: 'reply', reply: match.reply, writtenMs });
        },
        () => {
          // Bytes that the system has not taken could leave much later and move a lock: closing the line drops them.
          if (!handed) wire.abandon('the line takes no bytes');
          return { kind: 'silence' };
        },
      );
      wire.send(asked, () => {
        handed = true;
      });
      return promise;
    },
    strays: () => strays,
    lastByteMs: () => lastByteMs,
    interrupt: (why) => waiting?.end({ kind: 'down', why }),
  };
};
