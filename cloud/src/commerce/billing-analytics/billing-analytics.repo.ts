import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Answers that are kept for a few minutes, by what was asked. */
interface AnalyticsCacheTable {
  query: string;
  /** JSON. Null: somebody is about to reckon it for the first time. */
  body: string | null;
  made_at: number;
  /** Rises with every look, so that only one replica at a time has the row. */
  looks: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    analytics_cache: AnalyticsCacheTable;
  }
}

export const analyticsCacheRepo = (tx: Tx) => ({
  find: (query: string) => tx.selectFrom('analytics_cache').where('query', '=', query).selectAll().executeTakeFirst(),

  /** Has the row of a query to itself until the unit ends: whoever else wants it waits, and finds what is in it then. */
  hold: (query: string) =>
    tx
      .insertInto('analytics_cache')
      .values({ query, body: null, made_at: 0, looks: 0 })
      .onConflict((on) => on.column('query').doUpdateSet(({ ref }) => ({ looks: ref('analytics_cache.looks') })))
      .returningAll()
      .executeTakeFirstOrThrow(),

  keep: (query: string, body: string, madeAt: number): Promise<unknown> =>
    tx.updateTable('analytics_cache').where('query', '=', query).set({ body, made_at: madeAt }).execute(),

  /** Those that nobody has asked for since. */
  forgetBefore: (at: number): Promise<unknown> => tx.deleteFrom('analytics_cache').where('made_at', '<', at).execute(),
});
