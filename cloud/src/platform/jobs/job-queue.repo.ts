import { type RawBuilder, sql } from 'kysely';
import type { Engine, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobTable } from './jobs.tables.ts';

export type QueuedJob = JobTable;
/** The database's clock, which all replicas share, or one that is handed in. */
export type QueueTime = { wallMs(): number } | 'database';

export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** What a runner does with the queue. Whatever it says of a job holds only while the job is leased to it. */
export const jobQueueRepo = (tx: Tx, engine: Engine, time: QueueTime) => {
  const now = (): RawBuilder<number> =>
    time === 'database' ? DATABASE_NOW : sql<number>`${sql.lit(Math.floor(time.wallMs()))}`;
  const skipLocked = engine === 'postgres' ? sql`for update skip locked` : sql``;
  // Without statistics SQLite would rather sort everything that is queued.
  const along = (index: 'job_due' | 'job_lease') => (engine === 'sqlite' ? sql`indexed by ${sql.raw(index)}` : sql``);
  const list = (values: readonly string[]) => sql.join(values.map((value) => sql`${value}`));
  const mine = (job: { readonly id: string; readonly attempt: number }, by: string) =>
    sql`id = ${job.id} and attempt = ${job.attempt} and leased_by = ${by} and state = 'running'`;

  return {
    /** In how many milliseconds the next job can be claimed (0 or less: now), and the longest lease there is ends. */
    outlook: async (kinds: readonly string[]): Promise<{ readonly nextIn?: number; readonly longestLease: number }> => {
      const { rows } = await sql<{ next: number | null; longest: number | null }>`
        select min(due) - (${now()}) as next, max(lease) - (${now()}) as longest from (
          select (
            select due_at from job ${along('job_due')} where state = 'queued' and kind in (${list(kinds)})
            order by due_at limit 1
          ) as due, null as lease
          union all
          select min(lease_until) as due, max(lease_until) as lease from job
            where state = 'running' and kind in (${list(kinds)})
        ) as open`.execute(tx);
      const { next = null, longest = null } = rows[0] ?? {};
      return { longestLease: Number(longest ?? 0), ...(next !== null && { nextIn: Number(next) }) };
    },

    /** Leases that lie further away than the longest there is were taken by a clock that was wrong. */
    shortenLeases: (longestMs: number): Promise<unknown> =>
      sql`update job set lease_until = ${now()} + ${sql.lit(longestMs)}
        where state = 'running' and lease_until > ${now()} + ${sql.lit(longestMs)}`.execute(tx),

    /** Takes up to `limit` jobs that are due, or whose lease has ended. Not those that we run ourselves, whatever the clock says. */
    claim: async (of: {
      readonly kinds: readonly string[];
      readonly by: string;
      readonly running: readonly string[];
      readonly limit: number;
      readonly leaseOf: (kind: string) => number;
    }): Promise<readonly QueuedJob[]> => {
      const leases = of.kinds.map((kind) => sql`when ${kind} then ${sql.lit(of.leaseOf(kind))}`);
      const others = of.running.length === 0 ? sql`` : sql`and id not in (${list(of.running)})`;
      /** One of the two at a time: so either is read along its index, and no further than there is room. */
      const take = async (
        index: 'job_due' | 'job_lease',
        open: RawBuilder<unknown>,
        limit: number,
      ): Promise<readonly QueuedJob[]> => {
        const { rows } = await sql<QueuedJob>`
        with picked as materialized (
          select id from job ${along(index)} where kind in (${list(of.kinds)}) ${others} and ${open}
          limit ${sql.lit(limit)} ${skipLocked}
        )
        update job set state = 'running', attempt = attempt + 1, leased_by = ${of.by},
          lease_until = ${now()} + case kind ${sql.join(leases, sql` `)} end
        where id in (select id from picked)
        returning *`.execute(tx);
        return rows;
      };
      const left = await take(
        'job_lease',
        sql`state = 'running' and lease_until <= ${now()} order by lease_until`,
        of.limit,
      );
      const room = of.limit - left.length;
      const due =
        room > 0 ? await take('job_due', sql`state = 'queued' and due_at <= ${now()} order by due_at`, room) : [];
      return [...left, ...due].toSorted((a, b) => a.due_at - b.due_at);
    },

    /** False if the job is no longer leased to us. */
    renew: async (job: QueuedJob, by: string, leaseMs: number): Promise<boolean> => {
      const { rows } = await sql`
        update job set lease_until = ${now()} + ${sql.lit(leaseMs)} where ${mine(job, by)} returning id`.execute(tx);
      return rows.length > 0;
    },

    finish: (job: QueuedJob, by: string, end: { state: 'done' } | { state: 'dead'; error: string }): Promise<unknown> =>
      sql`update job set state = ${end.state}, finished_at = ${now()}, lease_until = null, leased_by = null,
          last_error = ${end.state === 'dead' ? end.error : null}
        where ${mine(job, by)}`.execute(tx),

    /** Puts it back into the queue, for an attempt after `waitMs`. */
    again: (job: QueuedJob, by: string, next: { waitMs: number; error: string }): Promise<unknown> =>
      sql`update job set state = 'queued', due_at = ${now()} + ${sql.lit(next.waitMs)}, lease_until = null,
          leased_by = null, last_error = ${next.error}
        where ${mine(job, by)}`.execute(tx),

    /** Puts it back as if it had not been begun, due at once or after `waitMs`. */
    giveBack: (job: QueuedJob, by: string, waitMs?: number): Promise<unknown> =>
      sql`update job set state = 'queued', attempt = attempt - 1, lease_until = null, leased_by = null,
          due_at = ${waitMs === undefined ? sql`due_at` : sql`${now()} + ${sql.lit(waitMs)}`}
        where ${mine(job, by)}`.execute(tx),

    /** True for the one who is first to take this occurrence, or the first after a clock that was far ahead of us. */
    takeOccurrence: async (kind: string, at: number, aheadMs: number): Promise<boolean> => {
      const taken = await tx
        .insertInto('job_schedule')
        .values({ kind, last_at: at })
        .onConflict((c) =>
          c
            .column('kind')
            .doUpdateSet({ last_at: at })
            .where((eb) => eb.or([eb('job_schedule.last_at', '<', at), eb('job_schedule.last_at', '>', at + aheadMs)])),
        )
        .returning('kind')
        .execute();
      return taken.length > 0;
    },
  };
};
