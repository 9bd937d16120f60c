import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { DATABASE_NOW, type QueueTime } from './job-queue.repo.ts';
import type { JobState, JobTable } from './jobs.tables.ts';

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

/** Now, and not later than that for who runs it: our clock may be ahead of the database's. */
export const atOnce = (time: QueueTime, now: number): number | RawBuilder<number> =>
  time === 'database' ? sql<number>`least(${sql.lit(now)}, ${DATABASE_NOW})` : now;

export const jobsRepo = (tx: Tx) => ({
  /** False if there is an open job with this key. */
  insert: async (
    row: Omit<Insertable<JobTable>, 'due_at'> & { due_at: number | RawBuilder<number> },
  ): Promise<boolean> => {
    const made = await tx
      .insertInto('job')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['kind', 'key'])
          .where('key', 'is not', null)
          .where(sql<boolean>`state in ('queued', 'running')`)
          .doNothing(),
      )
      .returning('id')
      .execute();
    return made.length > 0;
  },

  openWithKey: (kind: string, key: string) =>
    tx
      .selectFrom('job')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('state', 'in', ['queued', 'running'])
      .select('id')
      .executeTakeFirst(),

  find: (id: string) => tx.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirst(),

  /** The newest first: ids begin with the time. */
  page: ({ state, kind }: JobFilter, after: string | undefined, limit: number) =>
    tx
      .selectFrom('job')
      .$if(state !== undefined, (q) => q.where('state', '=', state as JobState))
      .$if(kind !== undefined, (q) => q.where('kind', '=', kind as string))
      .$if(after !== undefined, (q) => q.where('id', '<', after as string))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  counts: (kind: string | undefined) =>
    tx
      .selectFrom('job')
      .$if(kind !== undefined, (q) => q.where('kind', '=', kind as string))
      .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),

  /** By kind, the most first; counted are `most` at most. */
  deadByKind: (most: number) =>
    tx
      .selectFrom((eb) => eb.selectFrom('job').where('state', '=', 'dead').select('kind').limit(most).as('dead'))
      .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('kind')
      .execute(),

  /** False if it is not dead. */
  revive: async (id: string, dueAt: number | RawBuilder<number>): Promise<boolean> => {
    const revived = await tx
      .updateTable('job')
      .set({ state: 'queued', attempt: 0, due_at: dueAt, finished_at: null })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .returning('id')
      .execute();
    return revived.length > 0;
  },

  deleteDead: async (id: string): Promise<boolean> => {
    const gone = await tx.deleteFrom('job').where('id', '=', id).where('state', '=', 'dead').returning('id').execute();
    return gone.length > 0;
  },

  /** When a job of this kind was last done. */
  lastDone: async (kind: string): Promise<number | undefined> => {
    const last = await tx
      .selectFrom('job')
      .where('state', '=', 'done')
      .where('kind', '=', kind)
      .where('finished_at', 'is not', null)
      .select((eb) => eb.fn.max('finished_at').as('at'))
      .executeTakeFirst();
    return last?.at == null ? undefined : Number(last.at);
  },

  deleteFinished: async (state: 'done' | 'dead', before: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('job')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('job')
          .where('state', '=', state)
          .where('finished_at', '<', before)
          .select('id')
          .orderBy('finished_at')
          .limit(limit),
      )
      .returning('id')
      .execute();
    return gone.length;
  },
});
