import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Engine } from '../../kit/db/unit-of-work.ts';
import type { Ask } from './shapes.repo.ts';

/** One connection of our own, beside those of the cloud. */
export interface Connection {
  readonly engine: Engine;
  readonly ask: Ask;
  /** Rows as arrays, so many at a time. On PostgreSQL within a transaction. */
  chunks(text: string, rows: number): AsyncIterable<readonly (readonly unknown[])[]>;
  /** Puts rows into a table of few columns; `types` are those of its columns. */
  load(
    table: string,
    columns: readonly (readonly [name: string, type: string])[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>;
  /** PostgreSQL only: rows as COPY writes them, which another PostgreSQL takes as they are. */
  readonly copyOut?: (query: string) => Readable;
  /** PostgreSQL only: puts what another one wrote into a table. Resolves with the number of rows. */
  readonly copyIn?: (table: string, columns: readonly string[], rows: Readable) => Promise<number>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const BUSY_TIMEOUT_MS = 60_000;

export const sqlitePathOf = (url: string): string | undefined => /^sqlite:(?!\/\/)(.+)$/s.exec(url)?.[1];

/** Opens `sqlite:<file>`, which must be there, or `postgres://…`. */
export const openConnection = async (
  url: string,
  { readonly = false, statementTimeoutMs = 0 }: { readonly?: boolean; readonly statementTimeoutMs?: number } = {},
): Promise<Connection> => {
  const path = sqlitePathOf(url);
  return path === undefined ? openPostgres(url, statementTimeoutMs) : openSqlite(path, readonly);
};

const openSqlite = (path: string, readonly: boolean): Connection => {
  const db = new Sqlite(path, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('foreign_keys = ON');
  db.pragma('synchronous = FULL');
  db.pragma('trusted_schema = OFF');
  const ask: Ask = async (text, parameters = []) => {
    const statement = db.prepare(text.replaceAll(/\$\d+/g, '?'));
    if (statement.reader) return statement.all(parameters) as Readonly<Record<string, unknown>>[];
    return [{ changes: statement.run(parameters).changes }];
  };
  return {
    engine: 'sqlite',
    ask,
    chunks: async function* (text, size) {
      let chunk: unknown[][] = [];
      for (const row of db.prepare(text).raw().iterate()) {
        chunk.push(row as unknown[]);
        if (chunk.length < size) continue;
        yield chunk;
        chunk = [];
      }
      if (chunk.length > 0) yield chunk;
    },
    load: async (table, columns, rows) => {
      const names = columns.map(([name]) => name).join(', ');
      const insert = db.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`);
      db.transaction(() => {
        for (const row of rows) insert.run(row);
      })();
    },
    close: async () => void db.close(),
  };
};

const openPostgres = async (url: string, statementTimeoutMs: number): Promise<Connection> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    application_name: 'gatehouse-sync',
  });
  client.on('error', () => undefined); // Whatever is asked next fails, and says so.
  await client.connect();
  return {
    engine: 'postgres',
    ask: async (text, parameters = []) => {
      const { rows, rowCount, command } = await client.query(text, [...parameters]);
      return /^(INSERT|UPDATE|DELETE)$/.test(command) ? [{ changes: rowCount ?? 0 }] : rows;
    },
    chunks: async function* (text, size) {
      await client.query(`declare taken no scroll cursor for ${text}`);
      for (;;) {
        const { rows } = await client.query({ text: `fetch ${size} from taken`, rowMode: 'array' });
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query('close taken');
    },
    load: async (table, columns, rows) => {
      const names = columns.map(([name]) => name).join(', ');
      const arrays = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ');
      await client.query(
        `insert into ${table} (${names}) select * from unnest(${arrays})`,
        columns.map((_, at) => rows.map((row) => row[at])),
      );
    },
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    copyIn: async (table, columns, rows) => {
      const taken = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
      await pipeline(rows, taken);
      return taken.rowCount;
    },
    close: () => client.end(),
  };
};
