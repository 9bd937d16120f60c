import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SocketLineTable, SocketRunTable } from './live.tables.ts';

export const runsRepo = (tx: Tx) => ({
  insert: (row: Insertable<SocketRunTable>): Promise<unknown> => tx.insertInto('socket_run').values(row).execute(),

  find: (id: string) => tx.selectFrom('socket_run').where('id', '=', id).selectAll().executeTakeFirst(),

  /** The next number of a run. Its row lock keeps the order: whoever comes next waits until this unit ends. */
  nextSeq: async (id: string, most: number): Promise<number | undefined> => {
    const row = await tx
      .updateTable('socket_run')
      .set(({ eb }) => ({ last_seq: eb('last_seq', '+', 1) }))
      .where('id', '=', id)
      .where('last_seq', '<', most)
      .returning('last_seq')
      .executeTakeFirst();
    return row && Number(row.last_seq);
  },

  insertLine: (row: Insertable<SocketLineTable>): Promise<unknown> =>
    tx.insertInto('socket_line').values(row).execute(),

  linesAfter: (runId: string, after: number, limit: number) =>
    tx
      .selectFrom('socket_line')
      .where('run_id', '=', runId)
      .where('seq', '>', after)
      .selectAll()
      .orderBy('seq')
      .limit(limit)
      .execute(),

  /** Runs that were begun for these sockets, the oldest first. */
  ofSockets: (socketIds: readonly string[]) =>
    tx
      .selectFrom('socket_run')
      .where('socket_id', 'in', [...socketIds])
      .select(['id', 'socket_id'])
      .orderBy('begun_at')
      .orderBy('id')
      .execute(),

  /** Runs that were begun before then, the oldest first. */
  begunBefore: (at: number, limit: number) =>
    tx.selectFrom('socket_run').where('begun_at', '<', at).select('id').orderBy('begun_at').limit(limit).execute(),

  /** The first lines of a run. Resolves with how many those were. */
  removeLines: async (runId: string, most: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('socket_line')
      .where('run_id', '=', runId)
      .where('seq', 'in', (eb) =>
        eb.selectFrom('socket_line').where('run_id', '=', runId).select('seq').orderBy('seq').limit(most),
      )
      .returning('seq')
      .execute();
    return gone.length;
  },

  remove: (id: string): Promise<unknown> => tx.deleteFrom('socket_run').where('id', '=', id).execute(),
});
