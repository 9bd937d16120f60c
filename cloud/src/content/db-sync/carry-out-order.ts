import { openConnection } from './connections.repo.ts';
import { noteDone } from './note-done.repo.ts';
import type { SyncOrder } from './run-sync.ts';
import { openSource } from './sync-source.repo.ts';
import { type SyncTables, syncTables, type TableCounts } from './sync-tables.repo.ts';

/** One sync, with connections of its own. Rejects where it failed: then nothing has changed. */
export const carryOutOrder = async (
  { sourceUrl, databaseUrl, tables, fingerprint, dryRun, runId, at }: SyncOrder,
  watching: Pick<SyncTables, 'tell' | 'alone'>,
): Promise<readonly TableCounts[]> => {
  const source = await openSource(sourceUrl);
  try {
    if ((await source.manifest()).fingerprint !== fingerprint)
      throw new Error('the source has another schema than it had when the sync was ordered');
    const target = await openConnection(databaseUrl);
    try {
      return await syncTables({
        ...watching,
        source,
        target,
        tables: new Map(tables),
        dryRun,
        noteDone: (ask, counts) => noteDone(ask, { runId, at, counts }),
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
