import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import type { JobState, JobTable } from './jobs.tables.ts';

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

export const jobsRepo = (tx: Tx) => ({
  /** False if there is an open job with this key. */
  insert: async (row: Insertable<JobTable>): Promise<boolean> => {
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
});
