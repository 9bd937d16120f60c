import pg from 'pg';
import { migrate } from './migrate.ts';
import { executeOn } from './postgres-pool.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import type { Engine } from './unit-of-work.ts';

/** Makes an empty database what an old release left: migrated up to one migration, with these rows. */
export const leftBy = async (
  engine: Engine,
  url: string,
  { through, rows }: { readonly through: string; readonly rows: readonly string[] },
): Promise<void> => {
  const run = async (execute: Parameters<typeof migrate>[1]) => {
    await migrate(engine, execute, through);
    for (const text of rows) await execute({ sql: text, parameters: [] } as never);
  };
  if (engine === 'sqlite') {
    const { execute, close } = openSqliteConnection(url.slice('sqlite:'.length));
    await run(execute);
    close();
  } else {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await run(executeOn(client as unknown as pg.PoolClient));
    await client.end();
  }
};
