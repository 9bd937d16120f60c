import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { Engine } from '../kit/db/unit-of-work.ts';

/** How each engine would carry out these statements. */
export const PLAN: Readonly<Record<Engine, (url: string, texts: readonly string[]) => Promise<string[]>>> = {
  sqlite: async (url, texts) => {
    const db = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    const planOf = (text: string) => {
      const parameters = text.split('+?').slice(1).fill('');
      return db.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[];
    };
    const plans = texts.map((text) =>
      planOf(text)
        .map(({ detail }) => detail)
        .join('\n'),
    );
    db.close();
    return plans;
  },
  postgres: async (url, texts) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // Tables are empty here: it would read them whole else, and be right.
    await client.query('set enable_seqscan = off');
    const plans: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await client.end();
    return plans;
  },
};

/** Every statement that is run from now on, until the test ends. */
export const listen = (): ReadonlySet<string> => {
  onTestFinished(() => void vi.restoreAllMocks());
  const texts = new Set<string>();
  const hear = (text: unknown): void => {
    if (typeof text === 'string' && /^\s*(select|update|delete|with)\b/i.test(text)) texts.add(text.trim());
  };
  const { prepare } = Sqlite.prototype;
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    hear(text);
    return prepare.call(this, text);
  });
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    hear(args[0]);
    return query.apply(this, args as never);
  } as never);
  return texts;
};
