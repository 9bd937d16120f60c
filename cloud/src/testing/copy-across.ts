import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * Rows of one database into the same tables of another, as `pg_dump --data-only | psql` has them go: of one moment, by COPY, in one
 * transaction, with whatever the tables check. Nothing is masked, compared or noted.
 */
export const copyAcross = async (
  tables: readonly string[],
  { source, target }: { readonly source: string; readonly target: string },
): Promise<void> => {
  const [reader, writer] = [source, target].map((connectionString) => new pg.Client({ connectionString })) as [
    pg.Client,
    pg.Client,
  ];
  try {
    await Promise.all([reader.connect(), writer.connect()]);
    await reader.query('begin isolation level repeatable read read only');
    await writer.query('begin');
    for (const table of tables)
      await pipeline(reader.query(to(`copy ${table} to stdout`)), writer.query(from(`copy ${table} from stdin`)));
    await writer.query('commit');
  } finally {
    await Promise.all([reader.end(), writer.end()]);
  }
};
