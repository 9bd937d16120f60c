import { basename } from 'node:path';
import Database from 'better-sqlite3';

export type DiskError = 'SQLITE_FULL' | 'SQLITE_IOERR_WRITE' | 'SQLITE_CORRUPT';

/** What runs on a database of this process, before it does. It may throw what SQLite would. */
type Ran = (file: string, sql: string) => void;

interface StatementPrototype {
  readonly source: string;
  readonly database: Database.Database;
}

let hear: Ran | undefined;
let patched = false;

/** SQLite's own classes, so that every statement is heard of, however it was prepared and whoever runs it. */
const patch = (): void => {
  if (patched) return;
  patched = true;
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<string, unknown>;
  const databases = Object.getPrototypeOf(probe) as Record<string, unknown>;
  for (const method of ['run', 'get', 'all', 'iterate']) {
    const own = statements[method] as (this: StatementPrototype, ...args: unknown[]) => unknown;
    statements[method] = function (this: StatementPrototype, ...args: unknown[]) {
      hear?.(basename(this.database.name), this.source);
      return own.apply(this, args);
    };
  }
  const exec = databases.exec as (this: Database.Database, sql: string) => unknown;
  databases.exec = function (this: Database.Database, sql: string) {
    hear?.(basename(this.name), sql);
    return exec.call(this, sql);
  };
  probe.close();
};

export interface FailingDisk {
  /** Every statement that was run since, as `file: sql`, with how often. */
  readonly seen: ReadonlyMap<string, number>;
  /** From now on `fails` says which statements fail, and how; undefined for none. */
  failing(fails: ((statement: string) => DiskError | undefined) | undefined): void;
  /** Statements are run as ever. */
  mend(): void;
}

/** Stands between all databases of this thread and their disk, until it is mended. */
export const failingDisk = (): FailingDisk => {
  patch();
  const seen = new Map<string, number>();
  let fails: ((statement: string) => DiskError | undefined) | undefined;
  hear = (file, sql) => {
    const statement = `${file}: ${sql.replace(/\s+/g, ' ').trim()}`;
    seen.set(statement, (seen.get(statement) ?? 0) + 1);
    const code = fails?.(statement);
    if (code !== undefined) throw new Database.SqliteError(`failed on purpose at ${statement}`, code);
  };
  return {
    seen,
    failing: (which) => {
      fails = which;
    },
    mend: () => {
      hear = undefined;
    },
  };
};
