import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../db/unit-of-work.ts';
import { type RateLimiter, type Taken, WINDOW_MS } from './rate-limit.ts';

export interface SqlRateLimiterDeps {
  readonly db: Pick<Database, 'write' | 'engine'>;
  /** Replicas go by the database's clock, so that theirs need not agree; a test hands in one that it moves. */
  readonly clock: Pick<Clock, 'wallMs'> | 'database';
}

const nowOf = (clock: SqlRateLimiterDeps['clock']): RawBuilder<number> =>
  clock === 'database'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${sql.lit(Math.floor(clock.wallMs()))}`;

/** Keys that nobody asked for within an hour. Whoever asks again makes the rows anew. */
const IDLE_MS = 3_600_000;
const KEYS_AT_ONCE = 200;

/** Forgets the rows of keys that are not in use. */
export const forgetIdleLimits = async ({ db, clock }: SqlRateLimiterDeps): Promise<void> => {
  for (;;) {
    const gone = await db.write(async (tx) => {
      const { numAffectedRows } = await sql`
        delete from rate_hit where key in (
          select key from rate_hit group by key
          having max(at) < ${nowOf(clock)} - ${sql.lit(IDLE_MS)} limit ${sql.lit(KEYS_AT_ONCE)}
        )`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
    if (gone === 0) return;
  }
};

interface Asked {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * The same for several replicas on one database. A key has as many rows as requests fit into its window, each with the
 * time it was last taken; a request claims one that has been free for so long, in one statement that locks it, so no
 * two requests ever go by what both of them saw before.
 */
export const sqlRateLimiter = ({ db, clock }: SqlRateLimiterDeps): RateLimiter => {
  const now = (): RawBuilder<number> => nowOf(clock);
  const skipLocked = db.engine === 'postgres' ? sql`for update skip locked` : sql``;

  const claim = async (tx: Tx, { key, limit, windowMs }: Asked): Promise<boolean> => {
    const claimed = await sql<{ slot: number }>`
      update rate_hit set at = ${now()}
      where key = ${key} and slot = (
        select slot from rate_hit
        where key = ${key} and slot < ${limit} and at <= ${now()} - ${sql.lit(windowMs)}
        order by at, slot limit 1 ${skipLocked}
      ) and at <= ${now()} - ${sql.lit(windowMs)}
      returning slot`.execute(tx);
    return claimed.rows.length > 0;
  };
  /** Makes the rows of a key that is new or whose limit was raised; waits for who is making them. */
  const prepare = async (tx: Tx, { key, limit }: Asked): Promise<void> => {
    const rows = Array.from({ length: limit }, (_, slot) => ({ key, slot, at: 0 }));
    if (rows.length === 0) return;
    await tx
      .insertInto('rate_hit')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['key', 'slot']).doNothing())
      .execute();
  };
  const stateOf = async (tx: Tx, { key, limit, windowMs }: Asked) => {
    const { rows } = await sql<{ free: number; wait: number | null }>`
      select count(case when at <= n.now - ${sql.lit(windowMs)} then 1 end) as free,
        min(at) + ${sql.lit(windowMs)} - max(n.now) as wait
      from rate_hit, (select ${now()} as now) as n
      where key = ${key} and slot < ${limit}`.execute(tx);
    return { free: Number(rows[0]?.free ?? 0), wait: Number(rows[0]?.wait ?? windowMs) };
  };

  return {
    take: (key, limit, windowMs = WINDOW_MS): Promise<Taken> =>
      db.write(async (tx) => {
        const asked = { key, limit, windowMs };
        let ok = await claim(tx, asked);
        if (!ok) {
          // A twin may have made the rows of a new key meanwhile: they are there now, whoever made them.
          await prepare(tx, asked);
          ok = await claim(tx, asked);
        }
        const { free, wait } = await stateOf(tx, asked);
        // A place that is free now but was held by a twin a moment ago is not ours: come back at once.
        return { ok, remaining: ok ? free : 0, retryAfterMs: free > 0 ? 0 : Math.max(1, wait) };
      }),
  };
};
