import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** One direction of the wire: bytes go in at once and come out when the last of them would have, at the baud rate. */
export interface Line {
  /** Sends after what is on its way already, and not before `gapMs` after it. */
  send(bytes: Uint8Array, pace: { readonly byteMs: number; readonly gapMs?: number }): void;
  /** Drops what is on its way. */
  clear(): void;
}

export interface LineDeps {
  readonly clock: Clock;
  /** Bytes that arrived without a pause between them, and when the first began. */
  readonly deliver: (bytes: Uint8Array, startMs: number) => void;
}

/** Bytes without a pause between them. */
interface Burst {
  readonly startMs: number;
  endMs: number;
  readonly bytes: number[];
}

/** More than this waiting is a client that talks without end: the rest is lost, as in a full UART. */
const LONGEST_QUEUE = 8_192;
/** A longer burst is handed over in parts, so that talk without end is heard while it goes on. */
const LONGEST_BURST = 512;

/**
 * Hands each burst over whole, at the end of its last byte: were it byte by byte, a busy machine that is late with one
 * of them would put a pause into a frame that was sent as one.
 */
export const createLine = ({ clock, deliver }: LineDeps): Line => {
  let bursts: Burst[] = [];
  let waiting = 0;
  let freeAtMs = 0;
  let timer: Timer | undefined;

  const arm = () => {
    timer?.cancel();
    const next = bursts[0];
    timer = next && clock.after(Milliseconds(next.endMs - clock.monoMs()), pump);
  };
  const pump = () => {
    const nowMs = clock.monoMs();
    for (let next = bursts[0]; next !== undefined && next.endMs <= nowMs; next = bursts[0]) {
      bursts.shift();
      waiting -= next.bytes.length;
      deliver(Uint8Array.from(next.bytes), next.startMs);
    }
    arm(); // A timer of the operating system may have fired a fraction early.
  };

  return {
    send: (bytes, { byteMs, gapMs = 0 }) => {
      const kept = bytes.subarray(0, LONGEST_QUEUE - waiting);
      waiting += kept.length;
      let startMs = Math.max(clock.monoMs(), freeAtMs + gapMs);
      for (const value of kept) {
        let last = bursts.at(-1);
        if (last === undefined || startMs - last.endMs >= 0.001 || last.bytes.length >= LONGEST_BURST) {
          last = { startMs, endMs: startMs, bytes: [] };
          bursts.push(last);
        }
        last.bytes.push(value);
        startMs += byteMs;
        last.endMs = startMs;
      }
      freeAtMs = startMs;
      arm();
    },
    clear: () => {
      timer?.cancel();
      timer = undefined;
      bursts = [];
      waiting = 0;
      freeAtMs = 0;
    },
  };
};
