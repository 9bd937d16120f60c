import { readdirSync } from 'node:fs';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Execute } from './unit-handle.ts';
import type { Engine } from './unit-of-work.ts';

type Up = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK_TABLE = 'schema_migration_lock';

/**
 * Runs every migration that has not run yet, in one transaction, on one open connection. Several processes may do so at
 * once: the transaction begins by taking a lock (SQLite: the file's write lock, PostgreSQL: the row of the lock table),
 * and only then looks at what has run. Throws if the database is newer than this program. A test of upgrades stops after the
 * migration that it names in `through`: the database is then as an old release left it.
 */
export const migrate = async (engine: Engine, execute: Execute, through?: string): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: migrationDialect(engine, execute) });
  const migrator = new Migrator({
    db,
    migrationTableName: 'schema_migration',
    migrationLockTableName: LOCK_TABLE,
    provider: { getMigrations: () => loadMigrations(engine) },
  });
  const { error } = await (through === undefined ? migrator.migrateToLatest() : migrator.migrateTo(through));
  if (error !== undefined) throw error;
};

const loadMigrations = async (engine: Engine): Promise<Record<string, Migration>> => {
  const migrations: Record<string, Migration> = {};
  for (const file of readdirSync(FOLDER).sort()) {
    const name = /^(\d{4}-[a-z0-9-]+)\.(ts|js)$/.exec(file)?.[1];
    if (name === undefined) continue;
    const { up } = (await import(new URL(file, FOLDER).href)) as { up?: Up };
    if (typeof up !== 'function') throw new Bug(`migration ${file} does not export up`);
    migrations[name] = { up: (db: Kysely<unknown>) => up(db, engine) };
  }
  return migrations;
};

/** The library leaves SQLite's migrations outside a transaction: a crash, or a second process, would find half of them. */
class SqliteMigrationAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The locks of the library are advisory ones, which PostgreSQL's relatives lack: ours is the transaction's beginning. */
class PostgresMigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const migrationDialect = (engine: Engine, execute: Execute): Dialect => {
  const run = (connection: DatabaseConnection, sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as { rows: R[] },
    streamQuery: () => {
      throw new Bug('migrations do not stream');
    },
  };
  const begin = engine === 'sqlite' ? ['begin immediate'] : ['begin', `select id from ${LOCK_TABLE} for update`];
  return {
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: async (on) => {
        for (const sql of begin) await run(on, sql);
      },
      commitTransaction: async (on) => void (await run(on, 'commit')),
      rollbackTransaction: async (on) => void (await run(on, 'rollback')),
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
    createAdapter: () => (engine === 'sqlite' ? new SqliteMigrationAdapter() : new PostgresMigrationAdapter()),
    createQueryCompiler: () => (engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    createIntrospector: (db) => (engine === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
  };
};
