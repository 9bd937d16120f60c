import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log } from '../driver.ts';
import type { Device } from './device.ts';

/** Door commands go before all else. Readings and polls take turns, and polls take turns among readers. */
export interface Dispatcher {
  /** Does something with the line to itself. Rejects with what `work` rejects with, or a `BoardError`. */
  run<T>(priority: 'command' | 'reading', work: () => Promise<T>): Promise<T>;
  close(): void;
}

interface Job {
  readonly start: () => Promise<void>;
  readonly reject: (error: BoardError) => void;
}

/** How often a line that is not there is looked for, and how long it may take to open before its readers are lost. */
const LINE_MS = 100;
const LINE_LOST_MS = 1_000;
const IDLE_MS_MAX = 1_000;

export const createDispatcher = (
  devices: readonly Device[],
  line: { readonly up: boolean },
  clock: Clock,
  log: Log,
): Dispatcher => {
  const queues = { command: [] as Job[], reading: [] as Job[] };
  let closed = false;
  let wasReading = false;
  let pollsInARow = 0;
  let upMs = clock.monoMs();
  let wake = (): void => undefined;

  const rejectAll = (reason: 'gone' | 'closed', text: string): void => {
    const jobs = [...queues.command.splice(0), ...queues.reading.splice(0)];
    for (const job of jobs) job.reject(new BoardError(reason, false, text));
  };

  const mostOverdue = (of: readonly Device[]): Device | undefined => of.toSorted((a, b) => a.dueMs() - b.dueMs())[0];

  /** Readers that are not there cost their whole patience each time: all that are have a turn before the next of those. */
  const nextDevice = (): Device | undefined => {
    const due = devices.filter((device) => device.dueMs() <= clock.monoMs());
    const ready = mostOverdue(due.filter((device) => device.ready()));
    const absent = mostOverdue(due.filter((device) => !device.ready()));
    const enough = pollsInARow >= devices.filter((device) => device.ready()).length;
    const next = absent !== undefined && (ready === undefined || enough) ? absent : ready;
    pollsInARow = next === absent ? 0 : pollsInARow + 1;
    return next;
  };

  const nextTurn = (): (() => Promise<void>) | undefined => {
    const command = queues.command.shift();
    if (command !== undefined) return command.start;
    const device = wasReading || queues.reading.length === 0 ? nextDevice() : undefined;
    wasReading = device === undefined && queues.reading.length > 0;
    return device?.turn ?? queues.reading.shift()?.start;
  };

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = clock.after(Milliseconds(ms), resolve);
      wake = () => {
        timer.cancel();
        resolve();
      };
    });

  const withoutLine = (): Promise<void> => {
    rejectAll('gone', 'the line is not there');
    if (clock.monoMs() - upMs >= LINE_LOST_MS)
      for (const device of devices) if (device.reader.standing().state !== 'lost') device.down();
    return wait(LINE_MS);
  };

  const next = async (): Promise<void> => {
    if (!line.up) return withoutLine();
    upMs = clock.monoMs();
    const turn = nextTurn();
    if (turn !== undefined) return turn();
    const dueMs = Math.min(...devices.map((device) => device.dueMs()), Infinity);
    return wait(Math.min(IDLE_MS_MAX, Math.max(0, dueMs - clock.monoMs())));
  };

  const loop = async (): Promise<void> => {
    while (!closed) {
      try {
        await next();
      } catch (error) {
        log.error({ err: error }, 'a turn on a line of readers failed');
        await wait(IDLE_MS_MAX);
      }
    }
  };
  void loop();

  return {
    run: (priority, work) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new BoardError('closed', false, 'the bus was closed'));
        const failed = (error: unknown) =>
          reject(closed && error instanceof BoardError ? new BoardError('closed', error.sent, error.message) : error);
        queues[priority].push({ start: () => work().then(resolve, failed), reject });
        wake();
      }),
    close: () => {
      closed = true;
      rejectAll('closed', 'the bus was closed');
      wake();
    },
  };
};
