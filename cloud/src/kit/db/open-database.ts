import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Logger } from 'pino';
import { openPostgresDatabase } from './postgres-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { Database } from './unit-of-work.ts';

export interface DatabaseDeps {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Told after each commit on SQLite how many units shared it. */
  readonly onCommit?: (units: number) => void;
}

/**
 * Opens `sqlite:<path>` (the file and its folder are made) or `postgres://…` (at least one connection must succeed).
 * Throws a `TypeError` for any other URL and a `DatabaseError` if the database cannot be opened.
 */
export const openDatabase = async (url: string, deps: DatabaseDeps): Promise<Database> => {
  const sqlitePath = /^sqlite:(?!\/\/)(.+)$/s.exec(url)?.[1];
  if (sqlitePath !== undefined && sqlitePath !== ':memory:') return openSqliteDatabase(sqlitePath, deps);
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgresDatabase(url, deps);
  throw new TypeError('a database URL must begin with sqlite:<path of a file> or postgres://');
};
