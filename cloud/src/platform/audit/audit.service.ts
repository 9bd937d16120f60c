import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, type Duration, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { forgetEntries } from '../../kit/http/audit.ts';
import { auditRepo } from './audit.repo.ts';
import { contentOf, dayOf, endOf, NO_DAY_BEFORE, nextDay, SEALED_AFTER, sealOf } from './audit-chain.ts';
import { auditDaysRepo, auditStatisticsRepo } from './audit-days.repo.ts';
import { nameOf, type Visible } from './audit-reach.ts';
import { type Pseudonyms, type Search, search } from './audit-search.ts';
import { COUNTED_AT_ONCE, failuresOf, newestOf, type Statistics, seriesOf, statisticsOf } from './audit-statistics.ts';
import { verify } from './audit-verify.ts';
import { blocksOf, type Period, periodOf, type Window } from './audit-windows.ts';

/** Every target stands for itself. */
const PLAIN: Pseudonyms = { namesOf: async () => new Map(), targetsOf: async (_tx, target) => [target] };

export type AuditService = ReturnType<typeof createAuditService>;

/** Statistics that are as old as that are counted anew. */
const CACHED_FOR: Duration = Minutes(5);
const CACHE_FORGOTTEN_AFTER = Days(1);
const CACHE_KEYS_MAX = 1_000;

/** Reads what the endpoint kit wrote down about every request, and sees that nothing of it goes missing unnoticed. */
/** Days. Years without an entry are behind an entry of a clock that was years behind: they are caught up with over hours. */
const SEALED_AT_ONCE = 400;

export const createAuditService = ({
  db,
  clock,
  log,
  pseudonyms = PLAIN,
  countAtOnce = COUNTED_AT_ONCE,
}: {
  readonly db: Pick<Database, 'read' | 'write' | 'engine'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: { info(detail: unknown, message: string): void };
  readonly pseudonyms?: Pseudonyms;
  readonly countAtOnce?: number;
}) => {
  const atOnce = (visible: Visible, period: Period) => newestOf(db, { visible, period }, countAtOnce);
  const counting = new Map<string, Promise<{ madeAt: number; statistics: Statistics }>>();

  /** What lies further ahead than it may be old was counted by a clock that was wrong. */
  const isFresh = (madeAt: number): boolean => Math.abs(clock.wallMs() - madeAt) < CACHED_FOR;

  const countAndKeep = async (name: string, window: Window, visible: Visible) => {
    const madeAt = clock.wallMs();
    const statistics = await statisticsOf(db, visible, periodOf(window, madeAt));
    await db.write(async (tx) => {
      await auditStatisticsRepo(tx).deleteBefore(madeAt - CACHE_FORGOTTEN_AFTER);
      await auditStatisticsRepo(tx).put({ name, made_at: madeAt, body: JSON.stringify(statistics) });
    });
    return { madeAt, statistics };
  };

  /** The first day that has no seal yet. */
  const nextToSeal = (): Promise<{ day: string; previous: string } | undefined> =>
    db.read(async (tx) => {
      const last = await auditDaysRepo(tx).last();
      if (last !== undefined) return { day: nextDay(last.day), previous: last.hash };
      const oldest = await auditRepo(tx).oldest();
      return oldest === undefined ? undefined : { day: dayOf(oldest), previous: NO_DAY_BEFORE };
    });

  return {
    now: () => clock.wallMs(),
    search: (wanted: Search) => search(db, pseudonyms, wanted),
    /** Of the newest part of the period that is counted at once: `from` says how far back that goes. */
    statistics: async (visible: Visible, period: Period) => statisticsOf(db, visible, await atOnce(visible, period)),
    failures: async (visible: Visible, period: Period) => failuresOf(db, visible, await atOnce(visible, period)),

    /** What was answered with 5xx, by endpoint and outcome, the most first; counted are the newest `most`. */
    faults: async (tx: Tx, period: Period, most: number) =>
      (await auditRepo(tx).countFaults(period, most)).map((row) => ({ ...row, count: Number(row.count) })),

    series: async (visible: Visible, window: Window) => {
      const period = blocksOf(window, clock.wallMs());
      return { ...period, blocks: await seriesOf(db, visible, period) };
    },

    /** As somebody who sees the same had them counted on any replica, if that was not long ago; else counted now. */
    cachedStatistics: async (visible: Visible, window: Window): Promise<{ madeAt: number; statistics: Statistics }> => {
      const name = `statistics ${window} ${nameOf(visible)}`;
      const kept = await db.read((tx) => auditStatisticsRepo(tx).find(name));
      if (kept !== undefined && isFresh(kept.made_at))
        return { madeAt: kept.made_at, statistics: JSON.parse(kept.body) as Statistics };
      const running =
        counting.get(name) ?? countAndKeep(name, window, visible).finally(() => void counting.delete(name));
      counting.set(name, running);
      return running;
    },

    /** What statistics are kept: their names and ages, and nothing of what they say. */
    cacheKeys: async () => {
      const kept = await db.read((tx) => auditStatisticsRepo(tx).names(CACHE_KEYS_MAX));
      return kept.map(({ name, made_at }) => ({ name, madeAt: made_at, fresh: isFresh(made_at) }));
    },

    /** The organisations whose audit somebody may read, by name; those after one of them, where that is named. */
    organisations: (tx: Tx, visible: Visible, page: { readonly after?: string | undefined; readonly limit: number }) =>
      auditRepo(tx).organisations(visible === 'everything' ? undefined : visible.map(({ id }) => id), page),

    /** The time of the oldest entry that there is. */
    oldest: (): Promise<number | undefined> => db.read((tx) => auditRepo(tx).oldest()),

    /**
     * Seals every day that ended more than an hour ago and has no seal, one after the other, days without entries
     * included; so many at a time, and the rest when asked again. Several replicas may do so at once: they come to the same
     * seal, and the first one's counts.
     */
    seal: async (signal?: AbortSignal): Promise<void> => {
      for (let sealed = 0; sealed < SEALED_AT_ONCE; sealed++) {
        const next = await nextToSeal();
        if (next === undefined) return;
        const { day, previous } = next;
        if (signal?.aborted || clock.wallMs() < endOf(day) + SEALED_AFTER) return;
        const content = await contentOf(db, day);
        const unsealed = { day, previous, entries: content.entries, entries_hash: content.hash };
        const hash = sealOf(unsealed);
        const row = { ...unsealed, hash, sealed_at: clock.wallMs(), forgotten_at: null };
        if (await db.write((tx) => auditDaysRepo(tx).insert(row)))
          log.info({ day, entries: content.entries, hash }, 'a day of the audit was sealed');
      }
    },

    verify: (days: Parameters<typeof verify>[1] = {}) => verify(db, days),

    /** Gives up sealed days that ended before `at`, whole, and up to `limit` of their entries at a time. */
    forgetBefore: async (tx: Tx, at: number, limit: number): Promise<number> => {
      await auditDaysRepo(tx).forgetThrough(dayOf(at - Days(1)), clock.wallMs());
      const through = await auditDaysRepo(tx).lastForgotten();
      return through === undefined ? 0 : forgetEntries(tx, endOf(through), limit);
    },
  };
};
