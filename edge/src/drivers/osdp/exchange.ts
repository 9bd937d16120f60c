import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { wireMs } from '../serial/settings.ts';
import type { Wire } from '../serial/wire.ts';
import type { OsdpConfig } from './config.ts';
import { FRAME_BYTES_MAX, type Frame, searchFrame } from './framing.ts';

export type ExchangeResult =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly writtenMs: number }
  | { readonly kind: 'silence'; readonly writtenMs: number }
  | { readonly kind: 'down'; readonly why: string };

export interface Exchange {
  readonly up: boolean;
  /** How long the line has to be left silent yet before anybody writes, in ms. */
  gapMs(): number;
  /** Writes in this very turn, and waits for a frame that is wanted or the end of its time. Never rejects. */
  run(bytes: Uint8Array, wanted: (frame: Frame) => boolean): Promise<ExchangeResult>;
  /** Ends a running exchange as `down`. */
  interrupt(why: string): void;
  close(): Promise<void>;
}

/** A reader begins to answer within 200 ms (IEC 60839-11-5, 5.7), and pauses within a frame for 20 ms at most. */
const REPLY_MS = 200;
const PAUSE_MS = 20;
/** Silence between frames, for drivers of the line to be let go: two characters. */
const GAP_CHARACTERS = 2;
/** An answer and the noise that may come with it. What comes beyond is left out: memory, and the time to look, stay bounded. */
const RECEIVED_BYTES_MAX = FRAME_BYTES_MAX + 256;

interface Waiting {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly end: (result: ExchangeResult) => void;
}

/** One command on a line and what comes back. `down` is told when the line breaks, whether anything is under way or not. */
export const createExchange = (
  wire: Wire,
  config: Pick<OsdpConfig, 'baud' | 'replyAllowanceMs'>,
  clock: Clock,
  down: () => void,
): Exchange => {
  let waiting: Waiting | undefined;
  let lastByteMs = -Infinity;
  wire.listen({
    bytes: (bytes) => {
      lastByteMs = clock.monoMs();
      waiting?.bytes(bytes);
    },
    down: (why) => {
      waiting?.end({ kind: 'down', why });
      down();
    },
  });

  return {
    get up() {
      return wire.up;
    },
    gapMs: () => Math.max(0, lastByteMs + wireMs(config.baud, GAP_CHARACTERS) - clock.monoMs()),
    run: (asked, wanted) =>
      new Promise((resolve) => {
        const writtenMs = clock.monoMs();
        const endMs = writtenMs + wireMs(config.baud, asked.length) + REPLY_MS + config.replyAllowanceMs;
        // However slowly bytes trickle in, no answer is longer than the longest frame.
        const lastMs = endMs + wireMs(config.baud, FRAME_BYTES_MAX) + PAUSE_MS;
        let handed = false;
        let timer: Timer;
        let received: Uint8Array = new Uint8Array(0);
        let seen = 0;

        const end = (result: ExchangeResult): void => {
          timer.cancel();
          waiting = undefined;
          resolve(result);
        };
        const look = (final: boolean): void => {
          const { frame, next } = searchFrame(received, wanted, final, seen);
          seen = next;
          if (frame !== undefined) end({ kind: 'frame', frame, writtenMs });
          else if (final) end({ kind: 'silence', writtenMs });
        };
        const outOfTime = (): void => {
          // Bytes that the system has not taken could leave much later and move a lock: closing the line drops them.
          if (!handed) wire.abandon('the line takes no bytes');
          if (waiting === self) look(true);
        };
        const waitUntil = (ms: number): void => {
          timer = clock.after(Milliseconds(Math.min(ms, lastMs) - clock.monoMs()), outOfTime);
        };
        const self: Waiting = {
          bytes: (bytes) => {
            const room = RECEIVED_BYTES_MAX - received.length;
            received = Buffer.concat([received, bytes.subarray(0, Math.max(0, room))]);
            timer.cancel();
            waitUntil(Math.max(endMs, clock.monoMs() + PAUSE_MS + config.replyAllowanceMs));
            look(false);
          },
          end,
        };
        waiting = self;
        waitUntil(endMs);
        wire.send(asked, () => {
          handed = true;
        });
      }),
    interrupt: (why) => waiting?.end({ kind: 'down', why }),
    close: () => wire.close(),
  };
};
