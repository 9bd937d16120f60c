import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterCommit } from '../db/after-commit.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { Caller } from '../http/call.ts';
import type { Log } from '../http/log.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { Notifications } from './notifications.ts';
import { createReader, type Reader } from './reader.ts';
import type { ServedTopic } from './topic.ts';
import type { Sink, Standing, Watcher } from './watcher.ts';

export interface LiveDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'monoMs' | 'after' | 'every'>;
  readonly log: Pick<Log, 'error'>;
  readonly notifications: Notifications;
  readonly standing: Standing;
}

export interface Watch {
  readonly topic: ServedTopic;
  readonly key: string;
  /** Who subscribed, as the topic's endpoint knew them. */
  readonly caller: Caller;
  /** The cursor of the last message that they have; none where they begin. */
  readonly after?: number | undefined;
  readonly sink: Sink;
}

/** How often is looked, because a notification may be lost; also when rights are asked again where nothing happens. */
export const LOOK_EVERY = Seconds(1);
/** Who takes nothing for so long is ended. */
export const TOO_SLOW_AFTER = Seconds(60);
const ASKED_AT_ONCE = 50;

export type Live = ReturnType<typeof createLive>;

/**
 * What is told to whoever watches, through whichever door: one reader a topic and key, cursors, rights asked again, bounds for
 * who does not read. Nothing runs while nobody watches.
 */
export const createLive = (deps: LiveDeps) => {
  const { db, clock, log, notifications, standing } = deps;
  const readers = new Map<string, Reader>();
  /** Who is woken by a name: readers by their names, and whoever listens. */
  const woken = new Map<string, Set<() => void>>();
  let look: Timer | undefined;
  let looking: Promise<void> | undefined;
  let unlisten: (() => void) | undefined;

  const here = (name: string): void => {
    for (const wake of woken.get(name) ?? []) wake();
  };
  const begin = (): void => {
    look ??= clock.every(LOOK_EVERY, () => {
      endTheSlow();
      looking ??= lookAll().finally(() => {
        looking = undefined;
      });
    });
    unlisten ??= notifications.listen(here);
  };
  const endIfIdle = (): void => {
    if (woken.size > 0) return;
    look?.cancel();
    unlisten?.();
    look = undefined;
    unlisten = undefined;
  };
  const listen = (name: string, wake: () => void): (() => void) => {
    const all = woken.get(name) ?? new Set();
    woken.set(name, all.add(wake));
    begin();
    return () => {
      all.delete(wake);
      if (all.size === 0 && woken.get(name) === all) woken.delete(name);
      endIfIdle();
    };
  };

  const readerOf = ({ topic, key }: Watch): Reader => {
    const name = nameOf(topic, key);
    const known = readers.get(name);
    if (known !== undefined) return known;
    let stops: readonly (() => void)[] = [];
    const hearFor = (further: readonly string[]): void => {
      for (const stop of stops) stop();
      stops = further.map((name) => listen(name, reader.wake));
    };
    const reader: Reader = createReader({ db, clock, log, standing }, topic.open(key), name, hearFor);
    const stop = listen(name, reader.wake);
    readers.set(name, reader);
    closing.set(reader, () => {
      readers.delete(name);
      reader.close();
      hearFor([]);
      stop();
    });
    return reader;
  };
  const closing = new Map<Reader, () => void>();
  const closeIfEmpty = (reader: Reader): void => {
    if (reader.watchers.size > 0) return;
    closing.get(reader)?.();
    closing.delete(reader);
  };

  const askAll = async (): Promise<void> => {
    const all = [...readers.values()].flatMap((reader) => [...reader.watchers].map((watcher) => ({ reader, watcher })));
    for (let at = 0; at < all.length; at += ASKED_AT_ONCE) {
      if (at > 0) await yieldToEventLoop();
      const some = all.slice(at, at + ASKED_AT_ONCE);
      const watchers = some.map(({ watcher }) => watcher);
      const faults = await db.read((tx) => standing(tx, watchers));
      for (const [place, { reader, watcher }] of some.entries()) {
        const fault = faults[place];
        if (fault !== undefined && reader.watchers.delete(watcher)) watcher.sink.ended({ fault }, watcher.cursor);
      }
    }
  };
  const endTheSlow = (): void => {
    for (const { watchers } of readers.values())
      for (const watcher of watchers) {
        if (watcher.sink.ready()) watcher.stalledAt = undefined;
        else watcher.stalledAt ??= clock.monoMs();
        if (watcher.stalledAt === undefined || clock.monoMs() - watcher.stalledAt < TOO_SLOW_AFTER) continue;
        watchers.delete(watcher);
        watcher.sink.ended('too_slow', watcher.cursor);
      }
  };
  const lookAll = async (): Promise<void> => {
    try {
      await askAll();
    } catch (error) {
      // What is told is asked about anyway.
      log.error({ err: error }, 'rights of those who watch could not be asked');
    }
    for (const reader of [...readers.values()]) {
      closeIfEmpty(reader);
      reader.wake();
    }
  };

  return {
    /** Tells what a topic shows until the watch is ended. The caller's right to it has been asked. Returns what ends it. */
    watch: (asked: Watch): (() => void) => {
      const { topic, key, caller, after, sink } = asked;
      const reader = readerOf(asked);
      const watcher: Watcher = { topic: topic.declaration, key, caller, sink, cursor: after };
      reader.watchers.add(watcher);
      reader.hurry();
      return () => {
        reader.watchers.delete(watcher);
        closeIfEmpty(reader);
      };
    },

    /** Somebody who waited for room may be told again. */
    wake: here,

    /** Calls `wake` for a name, whichever process sends it. It may be lost. Returns how to stop that. */
    listen,

    /** Something has changed, by the name of the topic that shows it: once the unit commits, or now. A hint, never the only way. */
    changed: (tx: Tx | undefined, topic: string, key: string): void => {
      const name = `${topic}:${key}`;
      const tell = (): void => {
        here(name);
        notifications.send(name);
      };
      if (tx === undefined) tell();
      else afterCommit(tx, tell);
    },

    /** Resolves when nothing is being read or told. */
    settled: async (): Promise<void> => {
      await looking;
      await Promise.all([...readers.values()].map((reader) => reader.settled()));
    },

    close: async (): Promise<void> => {
      for (const close of closing.values()) close();
      closing.clear();
      look?.cancel();
      unlisten?.();
      await looking;
    },
  };
};

/** What a topic is called: `facility:fac_…`. */
export const nameOf = ({ declaration }: ServedTopic, key: string): string => `${declaration.topic}:${key}`;
