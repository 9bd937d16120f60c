import { Bug } from '@gatehouse/shared/fault/fault.ts';
import Sqlite from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Execute } from './unit-handle.ts';

export interface SqliteConnection {
  readonly execute: Execute;
  /** A statement without parameters or rows, for transaction control. */
  readonly run: (sql: string) => void;
  readonly inTransaction: () => boolean;
  readonly close: () => void;
}

const SYNCHRONOUS_FULL = 2;
const STATEMENTS_KEPT = 500;

/**
 * Opens one connection that keeps what it has acknowledged through a power cut. `synchronous` is set after WAL and
 * checked after a first read: the library lowers it to NORMAL on first use of a WAL file otherwise, and NORMAL loses
 * acknowledged commits.
 */
export const openSqliteConnection = (
  path: string,
  options: { readonly?: boolean; busyTimeoutMs?: number } = {},
): SqliteConnection => {
  const readonly = options.readonly ?? false;
  const db = new Sqlite(path, { readonly, timeout: options.busyTimeoutMs ?? 5_000 });
  try {
    if (!readonly) db.pragma('journal_mode = WAL');
    db.pragma('wal_autocheckpoint = 8000');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // What a savepoint may have to take back would go to a file otherwise, at half the cost of a unit. Large sorts stay on disk.
    if (!readonly) db.pragma('temp_store = MEMORY');
    db.pragma('trusted_schema = OFF');
    db.prepare('select count(*) from sqlite_schema').get();
    expectPragma(db, 'synchronous', SYNCHRONOUS_FULL);
    expectPragma(db, 'foreign_keys', 1);
    expectPragma(db, 'journal_mode', 'wal');
  } catch (error) {
    db.close();
    throw error;
  }
  const statements = new Map<string, Sqlite.Statement>();
  const prepare = (sql: string): Sqlite.Statement => {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    if (statements.size >= STATEMENTS_KEPT) statements.clear(); // Texts made at run time must not pile up.
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    execute: async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
      const statement = prepare(query.sql);
      if (statement.reader) return { rows: statement.all(query.parameters) };
      const { changes } = statement.run(query.parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    run: (sql) => void prepare(sql).run(),
    inTransaction: () => db.inTransaction,
    close: () => void db.close(),
  };
};

const expectPragma = (db: Sqlite.Database, name: string, expected: string | number): void => {
  const actual = db.pragma(name, { simple: true });
  if (actual !== expected) throw new Bug(`${db.name}: ${name} is ${String(actual)}, not ${expected}`);
};
