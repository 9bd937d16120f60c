import type { Insertable } from 'kysely';
import type { Tx } from '../db/unit-of-work.ts';
import type { HttpReplyTable } from './http.tables.ts';

/** One attempt: a key that was taken over has another beginning. */
interface AttemptKey {
  readonly key: string;
  readonly startedAt: number;
}

export const repliesRepo = (tx: Tx) => ({
  /** Whether the key was free. */
  claim: async (row: Insertable<HttpReplyTable>): Promise<boolean> => {
    const claimed = await tx
      .insertInto('http_reply')
      .values(row)
      .onConflict((c) => c.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    return claimed !== undefined;
  },

  /** Takes over the place of an attempt that began then and never came to an end. Whether it was still there. */
  takeOver: async (row: Insertable<HttpReplyTable>, startedAt: number): Promise<boolean> => {
    const taken = await tx
      .updateTable('http_reply')
      .set({ started_at: row.started_at, request_hash: row.request_hash })
      .where('key', '=', row.key)
      .where('state', '=', 'running')
      .where('started_at', '=', startedAt)
      .returning('key')
      .executeTakeFirst();
    return taken !== undefined;
  },

  find: (key: string) => tx.selectFrom('http_reply').where('key', '=', key).selectAll().executeTakeFirst(),

  /** Whether the key is this attempt's still. */
  decide: async ({ key, startedAt }: AttemptKey): Promise<boolean> => {
    const decided = await tx
      .updateTable('http_reply')
      .set({ state: 'decided' })
      .where('key', '=', key)
      .where('started_at', '=', startedAt)
      .returning('key')
      .executeTakeFirst();
    return decided !== undefined;
  },

  /** Whether the key is this attempt's still. */
  answer: async (
    { key, startedAt }: AttemptKey,
    { status, answer }: { status: number; answer: string | null },
  ): Promise<boolean> => {
    const answered = await tx
      .updateTable('http_reply')
      .set({ state: answer === null ? 'decided' : 'answered', status, answer })
      .where('key', '=', key)
      .where('started_at', '=', startedAt)
      .returning('key')
      .executeTakeFirst();
    return answered !== undefined;
  },

  /** Frees the key of an attempt that decided nothing. */
  release: ({ key, startedAt }: AttemptKey): Promise<unknown> =>
    tx
      .deleteFrom('http_reply')
      .where('key', '=', key)
      .where('started_at', '=', startedAt)
      .where('state', '=', 'running')
      .execute(),

  /** Forgets the oldest rows from before `at`, `limit` of them at most. Resolves with how many those were. */
  deleteBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('http_reply')
      .where('key', 'in', (eb) =>
        eb.selectFrom('http_reply').select('key').where('started_at', '<', at).orderBy('started_at').limit(limit),
      )
      .executeTakeFirst();
    return Number(gone.numDeletedRows);
  },
});
