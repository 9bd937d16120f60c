import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log, type Reading, type RelayBoard } from '../drivers/driver.ts';

/** One relay board as its doors see it: watched all the time, known to answer or not. */
export interface Station {
  readonly board: RelayBoard;
  /** `unknown` until it has answered, or failed to, for the first time. */
  state(): 'unknown' | 'up' | 'lost';
  /** The last reading of the inputs, while the board is up. */
  latest(): Reading | undefined;
  watch(watcher: Watcher): () => void;
  /** Since the board was last asked and that came to an end, whatever it was, in ms; 0 while nobody watches it. */
  pollAgeMs(): number;
  /** Polls now instead of later. */
  hurry(): void;
  close(): void;
}

export interface Watcher {
  /** How many inputs it needs, counted from the first. */
  readonly inputs: number;
  /** Whether it waits for something to change. */
  readonly busy: () => boolean;
  readonly onReading: (reading: Reading) => void;
  /** The board was lost or found, or answered for the first time. Before any reading that follows. */
  readonly onState: () => void;
}

export interface StationDeps {
  readonly bus: string;
  readonly unit: number;
  readonly board: RelayBoard;
  readonly clock: Clock;
  readonly log: Log;
  readonly record: (fact: FactBody) => void;
}

const IDLE_POLL_MS = 100;
const QUICK_POLL_MS = 5;
const FAILURES_TO_BE_LOST = 3;
const BACK_OFF_MS_MIN = 250;
const BACK_OFF_MS_MAX = 2_000;

export const createStation = ({ bus, unit, board, clock, log, record }: StationDeps): Station => {
  const watchers = new Set<Watcher>();
  let state: 'unknown' | 'up' | 'lost' = 'unknown';
  let latest: Reading | undefined;
  let failures = 0;
  let backOffMs = BACK_OFF_MS_MIN;
  let closed = false;
  let stopHints: (() => void) | undefined;
  let pause: { readonly timer: Timer; readonly end: () => void } | undefined;

  const become = (next: 'up' | 'lost', why: string): void => {
    if (state === next) return;
    const wasLost = state === 'lost';
    state = next;
    if (next === 'lost') {
      log.warn({ bus, unit, why }, 'relay board lost');
      record({ kind: 'board.lost', data: { bus, unit, why: why.slice(0, 200) } });
    } else if (wasLost) {
      log.info({ bus, unit }, 'relay board found');
      record({ kind: 'board.found', data: { bus, unit } });
    }
    for (const watcher of [...watchers]) watcher.onState();
  };

  const answered = (reading: Reading): void => {
    failures = 0;
    backOffMs = BACK_OFF_MS_MIN;
    latest = reading;
    become('up', '');
    for (const watcher of [...watchers]) watcher.onReading(reading);
  };

  const failed = (error: BoardError): void => {
    failures++;
    // A line that was there and is not is beyond doubt; at start it may only need its time to open.
    const certain = error.reason === 'gone' && state === 'up';
    if (!certain && failures < FAILURES_TO_BE_LOST) return;
    latest = undefined;
    become('lost', error.message);
  };

  const pollOnce = async (): Promise<void> => {
    const inputs = Math.max(0, ...[...watchers].map((watcher) => watcher.inputs));
    let reading: Reading;
    try {
      // A board that only drives relays may have no inputs at all: its coils show that it is there.
      reading = inputs > 0 ? await board.readInputs(inputs) : { ...(await board.readCoils(1)), values: [] };
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      if (!closed) failed(error);
      return;
    }
    if (!closed) answered(reading);
  };
  let polledMs = 0;

  const pauseMs = (): number => {
    if (state === 'lost') {
      const now = backOffMs;
      backOffMs = Math.min(BACK_OFF_MS_MAX, backOffMs * 2);
      return now;
    }
    if (state === 'unknown') return IDLE_POLL_MS;
    return failures > 0 || [...watchers].some((watcher) => watcher.busy()) ? QUICK_POLL_MS : IDLE_POLL_MS;
  };

  /** Boards say by themselves that there is something to see: it is looked at once more after whatever was on its way. */
  let hinted = false;
  const hint = (): void => {
    hinted = true;
    pause?.end();
  };

  let running = false;
  const run = async (): Promise<void> => {
    while (!closed && watchers.size > 0) {
      hinted = false;
      await pollOnce();
      polledMs = clock.monoMs();
      if (closed) return;
      if (hinted) continue;
      await new Promise<void>((resolve) => {
        pause = { timer: clock.after(Milliseconds(pauseMs()), resolve), end: resolve };
      });
      pause?.timer.cancel();
      pause = undefined;
    }
    // Nobody needs this board any more; who does later starts anew.
    stopHints?.();
    stopHints = undefined;
    running = false;
    state = 'unknown';
    latest = undefined;
  };

  return {
    board,
    state: () => state,
    latest: () => latest,
    watch: (watcher) => {
      watchers.add(watcher);
      if (!running) {
        running = true;
        polledMs = clock.monoMs();
        stopHints = board.onHint?.(hint);
        run().catch((error: unknown) => log.error({ bus, unit, err: error }, 'the watch of a relay board ended'));
      }
      return () => void watchers.delete(watcher);
    },
    pollAgeMs: () => (running && !closed ? clock.monoMs() - polledMs : 0),
    hurry: () => {
      if (state !== 'lost') pause?.end();
    },
    close: () => {
      closed = true;
      stopHints?.();
      pause?.end();
    },
  };
};
