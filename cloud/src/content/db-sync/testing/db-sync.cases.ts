import type { PlatformCases } from '../../../testing/platform-case.ts';

export const dbSyncCases: PlatformCases = {
  'db-sync.list-tables': async () => ({}),
  'db-sync.start': async ({ world: { db } }) => {
    await db.write((tx) => tx.updateTable('sync_run').set({ open: null, state: 'failed' }).execute());
    return { query: { dryRun: 'true', tables: 'organisation,facility' } };
  },
  'db-sync.read-run': async ({ world: { db } }) => {
    const run = {
      dry_run: 1,
      tables: 'organisation',
      state: 'done',
      started_by: 'usr_x',
      started_at: 0,
      live: 0,
    } as const;
    await db.write((tx) =>
      tx
        .insertInto('sync_run')
        .values({ id: 'run_0000000000000001', ...run })
        .onConflict((on) => on.doNothing())
        .execute(),
    );
    return { params: { runId: 'run_0000000000000001' } };
  },
};
