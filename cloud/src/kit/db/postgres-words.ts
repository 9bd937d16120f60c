import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import pg from 'pg';
import type { Words } from '../live/words.ts';
import type { DatabaseDeps } from './open-database.ts';

const CHANNEL = 'gatehouse_live';
/** Words of this time are sent together: PostgreSQL lets commits that notify pass only one after the other. */
const TOGETHER = Milliseconds(100);
const AGAIN_AFTER = Seconds(1);
/** A payload has less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_000;
/** More are not kept: whoever misses one looks for themselves. */
const WAITING_MAX = 10_000;

/** Words between the processes on one PostgreSQL, on a connection of their own that is opened again whenever it is lost. */
export const openWords = (
  url: string,
  { clock, log }: { readonly clock: Clock; readonly log: DatabaseDeps['log'] },
): Words => {
  const listeners = new Set<(word: string) => void>();
  const waiting = new Set<string>();
  let client: pg.Client | undefined;
  let timer: Timer | undefined;
  let retry: Timer | undefined;
  let closed = false;

  const lost = (of: pg.Client, error?: Error): void => {
    if (client === of) client = undefined;
    void of.end().catch(() => undefined);
    if (closed || retry !== undefined) return;
    if (error !== undefined) log.warn({ err: error }, 'the connection that hears of changes was lost');
    retry = clock.after(AGAIN_AFTER, () => {
      retry = undefined;
      opening = connect();
    });
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'gatehouse words', keepAlive: true });
    next.on('error', (error) => lost(next, error)).on('end', () => lost(next));
    next.on('notification', ({ processId, payload = '' }) => {
      if (processId === (next as pg.Client & { readonly processID?: number }).processID) return;
      for (const word of payload.split('\n')) for (const listener of listeners) listener(word);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (closed) return void (await next.end());
      client = next;
    } catch (error) {
      lost(next, error instanceof Error ? error : new Error(String(error)));
    }
  };
  const flush = (): void => {
    timer = undefined;
    const words = [...waiting];
    waiting.clear();
    const speaker = client;
    if (speaker === undefined) return;
    sending = sending
      .then(async () => {
        for (const payload of payloadsOf(words)) await speaker.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      })
      .catch((error: Error) => lost(speaker, error));
  };
  let sending: Promise<unknown> = Promise.resolve();
  let opening = connect();

  return {
    say: (word) => {
      if (closed || waiting.size >= WAITING_MAX) return;
      waiting.add(word);
      timer ??= clock.after(TOGETHER, flush);
    },
    hear: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      timer?.cancel();
      retry?.cancel();
      await opening;
      await sending;
      await client?.end().catch(() => undefined);
    },
  };
};

/** Words side by side, as many as a payload takes. */
const payloadsOf = (words: readonly string[]): string[] => {
  const payloads: string[] = [];
  let payload = '';
  for (const word of words) {
    if (payload !== '' && Buffer.byteLength(payload) + Buffer.byteLength(word) + 1 > PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? word : `${payload}\n${word}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
};
