import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import pg from 'pg';
import type { Notifications } from '../live/notifications.ts';
import type { DatabaseDeps } from './open-database.ts';

const CHANNEL = 'gatehouse_live';
/** Notifications of this time are sent together: PostgreSQL lets commits that notify pass only one after the other. */
const TOGETHER = Milliseconds(100);
const AGAIN_AFTER = Seconds(1);
/** A payload has less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_000;
/** More are not kept: whoever misses one looks for themselves. */
const WAITING_MAX = 10_000;

/** Notifications between the processes on one PostgreSQL, on a connection of their own that is opened again whenever it is lost. */
export const openNotifications = (
  url: string,
  { clock, log }: { readonly clock: Clock; readonly log: DatabaseDeps['log'] },
): Notifications => {
  const listeners = new Set<(name: string) => void>();
  const waiting = new Set<string>();
  let client: pg.Client | undefined;
  let timer: Timer | undefined;
  let retry: Timer | undefined;
  let closed = false;

  const lost = (of: pg.Client, error?: Error): void => {
    if (client === of) client = undefined;
    void of.end().catch(() => undefined);
    if (closed || retry !== undefined) return;
    if (error !== undefined) log.warn({ err: error }, 'the connection that is told of changes was lost');
    retry = clock.after(AGAIN_AFTER, () => {
      retry = undefined;
      opening = connect();
    });
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'gatehouse notifications', keepAlive: true });
    next.on('error', (error) => lost(next, error)).on('end', () => lost(next));
    next.on('notification', ({ processId, payload = '' }) => {
      if (processId === (next as pg.Client & { readonly processID?: number }).processID) return;
      for (const name of payload.split('\n')) for (const listener of listeners) listener(name);
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
    const names = [...waiting];
    waiting.clear();
    const speaker = client;
    if (speaker === undefined) return;
    sending = sending
      .then(async () => {
        for (const payload of payloadsOf(names)) await speaker.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      })
      .catch((error: Error) => lost(speaker, error));
  };
  let sending: Promise<unknown> = Promise.resolve();
  let opening = connect();

  return {
    send: (name) => {
      if (closed || waiting.size >= WAITING_MAX) return;
      waiting.add(name);
      timer ??= clock.after(TOGETHER, flush);
    },
    listen: (listener) => {
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

/** Names side by side, as many as a payload takes. */
const payloadsOf = (names: readonly string[]): string[] => {
  const payloads: string[] = [];
  let payload = '';
  for (const name of names) {
    if (payload !== '' && Buffer.byteLength(payload) + Buffer.byteLength(name) + 1 > PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? name : `${payload}\n${name}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
};
