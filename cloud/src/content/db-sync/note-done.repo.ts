import type { Ask } from './shapes.repo.ts';
import type { TableCounts } from './sync-tables.repo.ts';

/** In the transaction that put the tables in place: the run is done exactly if they are there. */
export const noteDone = async (
  ask: Ask,
  { runId, at, counts }: { readonly runId: string; readonly at: number; readonly counts: readonly TableCounts[] },
): Promise<void> => {
  const [{ changes } = { changes: 0 }] = await ask(
    "update sync_run set state = 'done', open = null, finished_at = $1, counts = $2 where id = $3 and open = 1",
    [at, JSON.stringify(counts), runId],
  );
  if (Number(changes) !== 1) throw new Error('the run was ended meanwhile');
  for (const { table } of counts)
    await ask(
      'insert into sync_table (name, run_id, synced_at) values ($1, $2, $3) on conflict (name) do update set run_id = excluded.run_id, synced_at = excluded.synced_at',
      [table, runId, at],
    );
};
