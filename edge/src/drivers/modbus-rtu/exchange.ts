import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { wireMs } from '../serial/settings.ts';
import type { Wire } from '../serial/wire.ts';
import type { ModbusRtuConfig } from './config.ts';
import { encode, matchReply, NOISE_BYTES_MAX, type Reply, type Request, replyBytes } from './framing.ts';

export type ExchangeResult =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly writtenMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'not-written' }
  | { readonly kind: 'down'; readonly why: string };

export interface Exchange {
  /** Flushes, asks `mayWrite`, writes, and waits for the answer or the end of its time. Never rejects. */
  run(request: Request, mayWrite: () => boolean): Promise<ExchangeResult>;
  /** How often bytes came that no request had asked for, or the line broke: after each, a late reply is possible. */
  strays(): number;
  /** When bytes came last, asked for or not. */
  lastByteMs(): number;
  /** Ends a running exchange as `down`. */
  interrupt(why: string): void;
}

interface Waiting {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly end: (result: ExchangeResult) => void;
}

/** How long a flush may take before the line counts as hung. */
const FLUSH_MS = 200;

/** One question on a line and what comes back. Memory is bounded by the longest answer plus the noise allowed before it. */
export const createExchange = (wire: Wire, config: ModbusRtuConfig, clock: Clock): Exchange => {
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
  const wait = (forMs: number, bytes: (bytes: Uint8Array) => void, onTime: () => ExchangeResult) => {
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
    const timer = clock.after(Milliseconds(forMs), () => end(onTime()));
    const end = (result: ExchangeResult) => {
      timer.cancel();
      if (waiting === self) waiting = undefined;
      resolve(result);
    };
    const self: Waiting = { bytes, end };
    waiting = self;
    return { promise, end };
  };

  const flushed = async (): Promise<ExchangeResult | 'flushed'> => {
    const hung = (): ExchangeResult => {
      wire.abandon('the line does not flush');
      return { kind: 'down', why: 'the line does not flush' };
    };
    const { promise, end } = wait(FLUSH_MS, () => undefined, hung);
    const done = wire.flush().then(() => 'flushed' as const);
    const first = await Promise.race([promise, done]);
    end({ kind: 'silence' }); // Frees the timer; nobody reads this once the race is over.
    return first;
  };

  return {
    run: async (request, mayWrite) => {
      const ready = await flushed();
      if (ready !== 'flushed') return ready;
      if (!mayWrite()) return { kind: 'not-written' };

      const asked = encode(request);
      const answerBytes = replyBytes(request);
      const writtenMs = clock.monoMs();
      let handed = false;
      let received: Uint8Array = new Uint8Array(0);
      const { promise, end } = wait(
        wireMs(config.baud, asked.length + answerBytes) + config.replyAllowanceMs,
        (bytes) => {
          const room = NOISE_BYTES_MAX + answerBytes - received.length;
          received = Uint8Array.from([...received, ...bytes.subarray(0, Math.max(0, room))]);
          const match = matchReply(request, received);
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
