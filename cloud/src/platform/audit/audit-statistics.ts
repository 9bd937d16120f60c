import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { auditCountsRepo } from './audit-counts.repo.ts';
import { type Who, whoIs } from './audit-names.ts';
import type { Visible } from './audit-reach.ts';
import type { BlockedPeriod, Period } from './audit-windows.ts';

export interface Counts {
  readonly total: number;
  readonly succeeded: number;
  /** Answered with 4xx: the caller's fault. */
  readonly refused: number;
  /** Answered with 5xx. */
  readonly failed: number;
}

export interface Statistics extends Period {
  readonly counts: Counts;
  readonly durationMs: { readonly average: number; readonly longest: number };
  /** How many different callers. */
  readonly callers: number;
  readonly endpoints: readonly { endpoint: string; counts: Counts; averageMs: number }[];
  readonly errors: readonly { outcome: string; status: number; count: number }[];
  readonly mostActive: readonly { who: Who; count: number }[];
}

export interface Block extends Counts {
  readonly at: number;
}

/** What failed, of which endpoint, and for whom. */
export interface Failure {
  readonly endpoint: string;
  readonly outcome: string;
  readonly status: number;
  readonly count: number;
  readonly callers: number;
  /** The first of them. */
  readonly mostAffected: readonly { who: Who; count: number }[];
}

export interface Failures extends Period {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
}

/** SQLite counts in this thread: so many entries at a time, and whatever else waits goes in between. PostgreSQL counts elsewhere. */
const PIECE = { sqlite: 5_000, postgres: Number.POSITIVE_INFINITY } as const;
/** What one request counts, of each organisation, however far back it asks. */
export const COUNTED_AT_ONCE = 200_000;
const ENDPOINTS_SHOWN = 25;
const ERRORS_SHOWN = 25;
const CALLERS_SHOWN = 10;
const AFFECTED_SHOWN = 3;

interface Tally {
  total: number;
  succeeded: number;
  refused: number;
  failed: number;
}
const tally = (): Tally => ({ total: 0, succeeded: 0, refused: 0, failed: 0 });
const add = (counts: Tally, status: number, count: number): void => {
  counts.total += count;
  counts[status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'succeeded'] += count;
};

const entryOf = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

type Reading = Pick<Database, 'read' | 'engine'>;

/** Everything, or each organisation by itself: so that every one of them is read along its own index. */
const partsOf = (visible: Visible): readonly Visible[] =>
  visible === 'everything' ? [visible] : visible.map((organisation) => [organisation]);

/** When the newest `most` entries of a period begin; its own beginning where there are no more than that. */
const beginOfNewest = async (db: Reading, visible: Visible, period: Period, most: number): Promise<number> => {
  if (most === Number.POSITIVE_INFINITY) return period.from;
  const before = await db.read((tx) => auditCountsRepo(tx).timeBehind(visible, period, most));
  return before === undefined ? period.from : Math.min(before + 1, period.to - 1);
};

/** The part of a period with the newest entries, `most` of each organisation; on a whole second where it is not all of it. */
export const newestOf = async (
  db: Reading,
  { visible, period }: { readonly visible: Visible; readonly period: Period },
  most: number,
): Promise<Period> => {
  let { from } = period;
  for (const part of partsOf(visible)) from = await beginOfNewest(db, part, { ...period, from }, most);
  if (from === period.from) return period;
  return { ...period, from: Math.min(Math.ceil(from / 1_000) * 1_000, period.to - 1) };
};

/** Reads a period part by part, the newest first, one after the other. */
const inPieces = async <Row>(
  db: Reading,
  { visible, period }: { readonly visible: Visible; readonly period: Period },
  readPiece: (tx: Tx, visible: Visible, piece: Period) => Promise<readonly Row[]>,
  take: (row: Row) => void,
): Promise<void> => {
  for (const part of partsOf(visible))
    for (let to = period.to; to > period.from; ) {
      const from = await beginOfNewest(db, part, { from: period.from, to }, PIECE[db.engine]);
      for (const row of await db.read((tx) => readPiece(tx, part, { from, to }))) take(row);
      to = from;
      await yieldToEventLoop();
    }
};

const most = <T extends { readonly count: number }>(all: readonly T[], shown: number): T[] =>
  all.toSorted((a, b) => b.count - a.count).slice(0, shown);

/** Says who the callers of these lists are, all in one read. */
const withNames = async (db: Reading, actors: readonly string[]): Promise<(actor: string) => Who> =>
  db.read((tx) => whoIs(tx, actors));

export const statisticsOf = async (db: Reading, visible: Visible, period: Period): Promise<Statistics> => {
  const counts = tally();
  const duration = { sum: 0, longest: 0 };
  const endpoints = new Map<string, { counts: Tally; duration: number }>();
  const errors = new Map<string, { outcome: string; status: number; count: number }>();
  await inPieces(
    db,
    { visible, period },
    (tx, part, piece) => auditCountsRepo(tx).countByOutcome(part, piece),
    (row) => {
      const count = Number(row.count);
      add(counts, row.status, count);
      duration.sum += Number(row.duration);
      duration.longest = Math.max(duration.longest, row.longest);
      const endpoint = entryOf(endpoints, row.endpoint, () => ({ counts: tally(), duration: 0 }));
      add(endpoint.counts, row.status, count);
      endpoint.duration += Number(row.duration);
      if (row.status < 400) return;
      const { outcome, status } = row;
      entryOf(errors, `${status} ${outcome}`, () => ({ outcome, status, count: 0 })).count += count;
    },
  );
  const callers = new Map<string, number>();
  await inPieces(
    db,
    { visible, period },
    (tx, part, piece) => auditCountsRepo(tx).countByActor(part, piece),
    ({ actor, count }) => callers.set(actor, (callers.get(actor) ?? 0) + Number(count)),
  );
  const busiest = most(
    [...callers].map(([actor, count]) => ({ actor, count })),
    CALLERS_SHOWN,
  );
  const who = await withNames(
    db,
    busiest.map(({ actor }) => actor),
  );
  return {
    ...period,
    counts,
    durationMs: { average: Math.round(duration.sum / Math.max(1, counts.total)), longest: duration.longest },
    callers: callers.size,
    endpoints: [...endpoints]
      .map(([endpoint, { counts, duration }]) => ({
        endpoint,
        counts,
        averageMs: Math.round(duration / counts.total),
      }))
      .sort((a, b) => b.counts.total - a.counts.total)
      .slice(0, ENDPOINTS_SHOWN),
    errors: most([...errors.values()], ERRORS_SHOWN),
    mostActive: busiest.map(({ actor, count }) => ({ who: who(actor), count })),
  };
};

/** Every block of the period, also those in which nothing happened. */
export const seriesOf = async (db: Reading, visible: Visible, period: BlockedPeriod): Promise<readonly Block[]> => {
  const { from, to, block } = period;
  const blocks = Array.from({ length: (to - from) / block }, (_, i) => ({ at: from + i * block, ...tally() }));
  await inPieces(
    db,
    { visible, period },
    (tx, part, piece) => auditCountsRepo(tx).countByBlock(part, piece, { from, block }),
    (row) => {
      const into = blocks[Number(row.block)];
      if (into !== undefined) add(into, row.status, Number(row.count));
    },
  );
  return blocks;
};

export const failuresOf = async (db: Reading, visible: Visible, period: Period): Promise<Failures> => {
  const counts = tally();
  const { from } = period;
  const whole = { from, block: Math.max(1, period.to - from) };
  await inPieces(
    db,
    { visible, period },
    (tx, part, piece) => auditCountsRepo(tx).countByBlock(part, piece, whole),
    ({ status, count }) => add(counts, status, Number(count)),
  );
  const found = new Map<string, { endpoint: string; outcome: string; status: number; by: Map<string, number> }>();
  await inPieces(
    db,
    { visible, period },
    (tx, part, piece) => auditCountsRepo(tx).countFailures(part, piece),
    ({ endpoint, outcome, status, actor, count }) => {
      const make = () => ({ endpoint, outcome, status, by: new Map<string, number>() });
      const { by } = entryOf(found, `${endpoint} ${status} ${outcome}`, make);
      by.set(actor, (by.get(actor) ?? 0) + Number(count));
    },
  );
  const failures = most(
    [...found.values()].map(({ by, ...failure }) => {
      const affected = [...by].map(([actor, count]) => ({ actor, count }));
      const count = affected.reduce((sum, each) => sum + each.count, 0);
      return { ...failure, count, callers: by.size, affected: most(affected, AFFECTED_SHOWN) };
    }),
    ERRORS_SHOWN,
  );
  const who = await withNames(
    db,
    failures.flatMap(({ affected }) => affected.map(({ actor }) => actor)),
  );
  return {
    ...period,
    counts,
    failures: failures.map(({ affected, ...failure }) => ({
      ...failure,
      mostAffected: affected.map(({ actor, count }) => ({ who: who(actor), count })),
    })),
  };
};
