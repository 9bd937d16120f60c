import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** One direction of the wire: bytes go in at once and come out one after the other, never faster than the baud rate. */
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

interface Byte {
  readonly value: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** More than this waiting is a client that talks without end: the rest is lost, as in a full UART. */
const LONGEST_QUEUE = 8_192;

export const createLine = ({ clock, deliver }: LineDeps): Line => {
  let queue: Byte[] = [];
  let freeAtMs = 0;
  let timer: Timer | undefined;

  const arm = () => {
    const next = queue[0];
    timer = next && clock.after(Milliseconds(next.endMs - clock.monoMs()), pump);
  };
  const pump = () => {
    timer = undefined;
    const nowMs = clock.monoMs();
    let count = 0;
    while ((queue[count]?.endMs ?? Number.POSITIVE_INFINITY) <= nowMs) count += 1;
    const arrived = queue.slice(0, count);
    queue = queue.slice(count);
    for (const run of unbroken(arrived))
      deliver(
        Uint8Array.from(run, (byte) => byte.value),
        run[0]?.startMs ?? nowMs,
      );
    if (timer === undefined) arm();
  };

  return {
    send: (bytes, { byteMs, gapMs = 0 }) => {
      let startMs = Math.max(clock.monoMs(), freeAtMs + gapMs);
      for (const value of bytes.subarray(0, LONGEST_QUEUE - queue.length)) {
        queue.push({ value, startMs, endMs: startMs + byteMs });
        startMs += byteMs;
      }
      freeAtMs = startMs;
      if (timer === undefined) arm();
    },
    clear: () => {
      timer?.cancel();
      timer = undefined;
      queue = [];
      freeAtMs = 0;
    },
  };
};

/** A late timer may find two bursts at once: the pause between them must not be lost. */
const unbroken = (bytes: readonly Byte[]): Byte[][] => {
  const runs: Byte[][] = [];
  for (const byte of bytes) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && byte.startMs - last.endMs < 0.001) run.push(byte);
    else runs.push([byte]);
  }
  return runs;
};
