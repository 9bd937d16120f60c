import { type Insertable, sql } from 'kysely';
import type { Engine, Tx } from '../../kit/db/unit-of-work.ts';
import type { SyncInstallationTable, SyncLineTable, SyncRunTable } from './db-sync.tables.ts';
import { type Ask, readMigrations, readShapes } from './shapes.repo.ts';

export const dbSyncRepo = (tx: Tx) => ({
  installation: (): Promise<SyncInstallationTable | undefined> =>
    tx.selectFrom('sync_installation').selectAll().executeTakeFirst(),

  /** Takes the only open place. Whether it was free. */
  begin: async (row: Insertable<SyncRunTable>): Promise<boolean> => {
    const taken = await tx
      .insertInto('sync_run')
      .values(row)
      .onConflict((on) => on.column('open').doNothing())
      .returning('id')
      .executeTakeFirst();
    return taken !== undefined;
  },
  open: () => tx.selectFrom('sync_run').where('open', '=', 1).select('id').executeTakeFirst(),
  find: (id: string) => tx.selectFrom('sync_run').where('id', '=', id).selectAll().executeTakeFirst(),

  /** From queued to running. Whether it was queued. */
  start: async (id: string): Promise<boolean> => {
    const row = await tx
      .updateTable('sync_run')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** Ends what is open; what has ended stays as it is. */
  end: (
    id: string,
    to: Pick<SyncRunTable, 'state' | 'error' | 'finished_at'> & { counts?: string },
  ): Promise<unknown> =>
    tx
      .updateTable('sync_run')
      .set({ ...to, open: null })
      .where('id', '=', id)
      .where('open', '=', 1)
      .execute(),

  insertLine: (row: Insertable<SyncLineTable>): Promise<unknown> => tx.insertInto('sync_line').values(row).execute(),
  lastSeq: async (runId: string): Promise<number> => {
    const { most } = await tx
      .selectFrom('sync_line')
      .where('run_id', '=', runId)
      .select(({ fn }) => fn.max('seq').as('most'))
      .executeTakeFirstOrThrow();
    return Number(most ?? 0);
  },
  /** The newest lines, the oldest of them first. */
  lines: async (runId: string, most: number) => {
    const rows = await tx
      .selectFrom('sync_line')
      .where('run_id', '=', runId)
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(most)
      .execute();
    return rows.reverse();
  },

  syncedAt: () => tx.selectFrom('sync_table').select(['name', 'synced_at']).execute(),

  /** Up to `limit` runs that were begun before then, with their lines. Resolves with how many. */
  removeBefore: async (at: number, limit: number): Promise<number> => {
    const old = tx.selectFrom('sync_run').where('started_at', '<', at).where('open', 'is', null);
    const ids = await old.orderBy('started_at').select('id').limit(limit).execute();
    if (ids.length === 0) return 0;
    const gone = ids.map(({ id }) => id);
    await tx.deleteFrom('sync_run').where('id', 'in', gone).execute();
    return gone.length;
  },
});

/** The schema of this installation: its tables, and what has made them. */
export const schemaOf = async (tx: Tx, engine: Engine) => {
  const ask: Ask = async (text) => (await sql.raw<Readonly<Record<string, unknown>>>(text).execute(tx)).rows;
  return { shapes: await readShapes(engine, ask), migrations: await readMigrations(ask) };
};
