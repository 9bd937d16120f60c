import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { preparedForMany } from '../db/prepared.ts';
import type { Database } from '../db/unit-of-work.ts';
import type { RequestLogTable } from './http.tables.ts';
import type { KeptExchange } from './kept-exchange.ts';
import { keptExchangesRepo } from './kept-exchanges.repo.ts';
import type { Log } from './log.ts';
import { waitingExchanges } from './waiting-exchanges.ts';

export type RequestLogEntry = RequestLogTable;

export interface RequestLog {
  /** Takes note of a request, and of what was sent and answered where that is kept. Never waits, never throws. */
  add(entry: RequestLogEntry, kept?: KeptExchange): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  /** Writes what is waiting and stops. */
  close(): Promise<void>;
}

const FLUSH_EVERY = Milliseconds(200);
const GROUP = 500;
/** Each may have 48 kB: SQLite has one writer, and somebody stands at a door. */
const EXCHANGES_AT_ONCE = 20;
/** About 20 s of the busiest hour: beyond that the database is the problem, and rows are dropped and counted. */
const WAITING_MAX = 20_000;

const insertEntries = preparedForMany((tx, entries: readonly RequestLogEntry[]) =>
  tx.insertInto('request_log').values(entries),
);

/** Writes requests in groups, up to 200 ms late: a crash may lose the last of them, which the audit never does. */
export const requestLog = (db: Pick<Database, 'write'>, clock: Clock, log: Log): RequestLog => {
  let waiting: RequestLogEntry[] = [];
  const exchanges = waitingExchanges(clock);
  let dropped = 0;
  let timer: Timer | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeGroup = async (group: readonly RequestLogEntry[]): Promise<void> => {
    try {
      await db.write(async (tx) => {
        await insertEntries(tx, group);
      });
    } catch (cause) {
      log.error({ err: cause, lost: group.length }, 'the request log could not be written');
    }
  };
  const writeExchanges = async (): Promise<void> => {
    const rows = exchanges.take();
    for (let at = 0; at < rows.length; at += EXCHANGES_AT_ONCE) {
      const some = rows.slice(at, at + EXCHANGES_AT_ONCE);
      try {
        await db.write((tx) => keptExchangesRepo(tx).add(some));
      } catch (cause) {
        log.error({ err: cause, lost: some.length }, 'what was sent and answered could not be kept');
      }
    }
  };
  const writeAll = async (): Promise<void> => {
    if (dropped > 0) log.warn({ dropped }, 'the request log was full');
    dropped = 0;
    while (waiting.length > 0) await writeGroup(waiting.splice(0, GROUP));
    await writeExchanges();
  };
  const flush = (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    add: (entry, kept) => {
      if (waiting.length >= WAITING_MAX) {
        dropped++;
        return;
      }
      waiting.push(entry);
      if (kept !== undefined) exchanges.add(entry, kept);
      timer ??= clock.after(FLUSH_EVERY, () => void flush());
    },
    flush,
    close: async () => {
      await flush();
      waiting = [];
      exchanges.take();
    },
  };
};
