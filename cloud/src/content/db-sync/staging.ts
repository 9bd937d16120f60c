import { runSync, type SyncOrder, type Watched } from './run-sync.ts';
import { type Manifest, openSource } from './sync-source.repo.ts';
import type { TableCounts } from './sync-tables.repo.ts';

/** How an installation that is a staging reaches its source. */
export interface Staging {
  /** Rejects where the source does not answer or is none. */
  readonly look: () => Promise<Manifest>;
  /** How many rows the source has of each table, as far as it says so in time. */
  readonly count: (tables: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly run: (
    order: Omit<SyncOrder, 'sourceUrl' | 'databaseUrl'>,
    watched: Watched,
  ) => Promise<readonly TableCounts[]>;
}

/** While somebody waits. */
const LOOK_TIMEOUT_MS = 5_000;

export const stagingOf = (urls: { readonly sourceUrl: string; readonly databaseUrl: string }): Staging => {
  const looked = async <T>(work: (source: Awaited<ReturnType<typeof openSource>>) => Promise<T>): Promise<T> => {
    const source = await openSource(urls.sourceUrl, { statementTimeoutMs: LOOK_TIMEOUT_MS });
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  };
  return {
    look: () => looked((source) => source.manifest()),
    count: (tables) =>
      looked(async (source) => {
        const counts = new Map<string, number>();
        for (const table of tables) counts.set(table, await source.count(table));
        return counts;
      }).catch(() => new Map()),
    run: (order, watched) => runSync({ ...order, ...urls }, watched),
  };
};
