import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../db/unit-of-work.ts';
import type { Log } from '../http/log.ts';
import { afterUrgent, yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { LiveBeginning, LiveMessage, LivePage, LiveSource } from './source.ts';
import type { LiveSnapshot, Standing, Watcher } from './watcher.ts';

export interface ReaderDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'after' | 'monoMs'>;
  readonly log: Pick<Log, 'error'>;
  readonly standing: Standing;
}

/** Messages that are read at once. */
const PAGE = 200;
/** Watchers whose rights are asked in one read. */
const ASKED_AT_ONCE = 50;
/** Of those, so many are told in one turn of the event loop: to write to one takes a tenth of a ms, for which an unlock waits. */
const TOLD_AT_ONCE = 5;
/**
 * After each round a topic rests, within these bounds in ms, for half a ms for each who watches, and at least twice as
 * long as the round took: what changes meanwhile is told together. Where few watch, a change waits for next to nothing.
 */
const REST = { perWatcher: 0.5, times: 2, least: 5, most: 100 } as const;

/** The one reader of a topic and key in this process. */
export interface Reader {
  readonly watchers: Set<Watcher>;
  wake(): void;
  /** The same for somebody who has just come, without rest. */
  hurry(): void;
  /** Resolves when nothing is being read or told. */
  settled(): Promise<void>;
  close(): void;
}

/** What somebody holds is asked once or twice for all that they watch by, and not with each part of them. */
const byTenant = (watchers: readonly Watcher[]): readonly Watcher[] =>
  [...Map.groupBy(watchers, ({ caller }) => caller.tenant).values()].flat();

/**
 * Reads one topic for all who watch it. INVARIANTS: each watcher is told every message after its cursor once, in their order;
 * one that does not take what it is told keeps its cursor and delays nobody; nothing is told without its rights having been
 * asked after it was read.
 */
export const createReader = (
  { db, clock, log, standing }: ReaderDeps,
  source: LiveSource,
  name: string,
  wakeOn: (names: readonly string[]) => void,
): Reader => {
  const watchers = new Set<Watcher>();
  let further: readonly string[] = [];
  let again = false;
  let closed = false;
  let running: Promise<void> | undefined;
  let rest: Timer | undefined;

  /** Tells those of them who still may: each within a few turns of the question, and nobody who has ended meanwhile. */
  const toThoseWhoMay = async (all: readonly Watcher[], tell: (watcher: Watcher) => void): Promise<void> => {
    const group = all.length > ASKED_AT_ONCE ? byTenant(all) : all;
    for (let at = 0; at < group.length; at += ASKED_AT_ONCE) {
      if (at > 0) await yieldToEventLoop();
      const some = group.slice(at, at + ASKED_AT_ONCE);
      const faults = await db.read((tx) => standing(tx, some));
      for (const [place, watcher] of some.entries()) {
        if (place > 0 && place % TOLD_AT_ONCE === 0) await yieldToEventLoop();
        tellOrEnd(watcher, faults[place], tell);
      }
    }
  };
  const tellOrEnd = (watcher: Watcher, fault: Fault | undefined, tell: (watcher: Watcher) => void): void => {
    if (!watchers.has(watcher)) return;
    if (fault === undefined) tell(watcher);
    else {
      watchers.delete(watcher);
      watcher.sink.ended({ fault }, watcher.cursor);
    }
  };
  const showAll = (group: readonly Watcher[], snapshot: LiveSnapshot): Promise<void> =>
    toThoseWhoMay(group, (watcher) => {
      watcher.sink.snapshot(snapshot);
      watcher.cursor = snapshot.seq;
    });
  const tellAll = async (page: LivePage, group: readonly Watcher[]): Promise<void> => {
    const isNews = ({ cursor = 0 }: Watcher) => page.messages.some(({ seq }) => seq > cursor);
    await toThoseWhoMay(group.filter(isNews), (watcher) => tellOne(watcher, page.messages));
    for (const watcher of group) {
      const last = page.messages.findLast(({ seq }) => seq > (watcher.cursor ?? 0));
      if (last === undefined) watcher.cursor = Math.max(watcher.cursor ?? 0, page.next);
    }
  };
  const tellOne = (watcher: Watcher, messages: readonly LiveMessage[]): void => {
    for (const message of messages) {
      if (message.seq <= (watcher.cursor ?? 0)) continue;
      if (!watcher.sink.ready()) return;
      watcher.sink.message(message);
      watcher.cursor = message.seq;
    }
  };

  /** One page for those at one place and those behind it up to where it ends. Resolves with whether there is more for them. */
  const goOn = async (group: readonly Watcher[], now: LiveBeginning | undefined): Promise<boolean> => {
    const from = Math.min(...group.map(({ cursor = 0 }) => cursor));
    const page = now?.step?.after === from ? pageOf(now.step.message) : await source.page(from, PAGE);
    if (!page.complete) {
      // Those further on ask for themselves: what is gone may lie before their places, or not.
      const lost = group.filter(({ cursor }) => cursor === from);
      const { seq, entries } = source.looks && now !== undefined ? now : { seq: from, entries: [] };
      await showAll(lost, { seq, reset: true, entries });
      if (!source.looks) await tellAll(page, lost);
      return true;
    }
    await tellAll(page, group);
    return page.next > from && (page.more || group.some(({ cursor = 0 }) => cursor < page.next));
  };

  /** Tells those who have been told everything that was there as their round began. */
  const sayCurrent = (placed: readonly Watcher[], at: number): void => {
    const head = Math.max(...placed.map(({ cursor = 0 }) => cursor));
    for (const watcher of placed) if (watcher.cursor === head && watchers.has(watcher)) watcher.sink.current?.(at);
  };
  const round = async (): Promise<boolean> => {
    await afterUrgent();
    const began = clock.monoMs();
    const ready = [...watchers].filter(({ sink }) => sink.ready());
    const fresh = ready.filter(({ cursor }) => cursor === undefined);
    if (ready.length === 0) return false;
    const now = source.looks || fresh.length > 0 ? await source.begin() : undefined;
    if (now?.wokenBy !== undefined && now.wokenBy.join() !== further.join()) {
      further = now.wokenBy;
      wakeOn(further);
    }
    if (now !== undefined && fresh.length > 0)
      await showAll(fresh, { seq: now.seq, reset: false, entries: now.entries });
    const placed = ready.filter((watcher) => watcher.cursor !== undefined && watchers.has(watcher));
    if (placed.length === 0) return false;
    const head = Math.max(...placed.map(({ cursor = 0 }) => cursor));
    const inStep = placed.filter(({ cursor }) => cursor === head);
    const behind = placed.filter(({ cursor = 0 }) => cursor < head);
    // Who comes back after a while delays nobody: the others are told first, page by page.
    const more = source.looks && now?.seq === head ? false : await goOn(inStep, now);
    const moreBehind = behind.length > 0 && (await goOn(behind, now));
    if (more || moreBehind) return true;
    sayCurrent(placed, began);
    return false;
  };
  const run = async (): Promise<void> => {
    const began = clock.monoMs();
    try {
      while (again && !closed) {
        again = false;
        if (await round()) again = true;
      }
    } catch (error) {
      // Whoever watches stays where they are: it is tried again with the next look.
      log.error({ err: error, topic: name }, 'a topic could not be read');
    } finally {
      running = undefined;
      if (!closed)
        rest = clock.after(restAfter(watchers.size, clock.monoMs() - began), () => {
          rest = undefined;
          start();
        });
    }
  };
  const start = (): void => {
    if (again && !closed && running === undefined) running = run();
  };
  return {
    watchers,
    wake: () => {
      again = true;
      if (rest === undefined) start();
    },
    hurry: () => {
      again = true;
      rest?.cancel();
      rest = undefined;
      start();
    },
    settled: async () => {
      while (running !== undefined) await running;
    },
    close: () => {
      closed = true;
      rest?.cancel();
    },
  };
};

const restAfter = (watchers: number, tookMs: number) =>
  Milliseconds(Math.min(REST.most, Math.max(REST.least, REST.perWatcher * watchers, REST.times * tookMs)));

const pageOf = (message: LiveMessage): LivePage => ({
  messages: [message],
  next: message.seq,
  more: false,
  complete: true,
});
