import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import Database from 'better-sqlite3';

export type Db = Database.Database;

/**
 * One SQL text a schema version, in order: `user_version` says how many have run. Never edited once released. An update that
 * is undone leaves the older agent a newer file: it goes on with that, unless a version says that it `breaks` what was before
 * (a table or column that is gone or means something else, a column added to a table that is filled by position).
 */
export type Migrations = readonly (string | { readonly breaks: string })[];

const SYNCHRONOUS_FULL = 2;

/**
 * Opens a store that keeps what it has acknowledged through a power cut. `synchronous` is set after WAL and checked
 * after a first read: the library quietly lowers it to NORMAL on first use otherwise, and NORMAL loses commits.
 */
export const openDatabase = (path: string, migrations: Migrations, pageBytes?: number): Db => {
  const db = new Database(path);
  try {
    if (pageBytes !== undefined) db.pragma(`page_size = ${pageBytes}`); // Counts for a file that is made now.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 2000');
    migrate(db, migrations);
    if (db.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL)
      throw new Bug(`${path} does not sync every commit`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** SQLite keeps this number for us and does nothing with it: here, the oldest schema version whose code may use the file. */
const OLDEST_USER = 'application_id';

const migrate = (db: Db, migrations: Migrations): void => {
  const version = Number(db.pragma('user_version', { simple: true }));
  const oldest = Number(db.pragma(OLDEST_USER, { simple: true }));
  if (oldest > migrations.length)
    throw new Bug(`${db.name} is for newer versions only (from schema ${oldest}; this one knows ${migrations.length})`);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    db.transaction(() => {
      if (typeof migration === 'string') db.exec(migration);
      else {
        db.exec(migration.breaks);
        db.pragma(`${OLDEST_USER} = ${index + 1}`);
      }
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
};

/** The file is not what was left there, or what is in it contradicts itself. */
export class SqliteDamage extends Error {
  override readonly name = 'SqliteDamage';
}

/** Whether `error` says that the file itself is broken, so that trying again is in vain. */
export const isDamage = (error: unknown): boolean =>
  error instanceof SqliteDamage ||
  (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code));

/** A card that damages its files again and again must not fill itself with the copies. */
const KEPT_ASIDE = 3;

/** Moves a store out of the way, kept for whoever looks into it; of older ones the newest two stay. Returns its new path. */
export const setAside = (path: string, nowMs: number): string => {
  const kept = `${path}.set-aside-${new Date(nowMs).toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${kept}${suffix}`);
  forgetOldest(path);
  return kept;
};

const forgetOldest = (path: string): void => {
  const begins = `${basename(path)}.set-aside-`;
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(begins));
  // Their names begin with the moment, so that they sort by age; a store and its write-ahead log share it.
  const moments = [...new Set(names.map((name) => name.replace(/-(wal|shm)$/, '')))].sort();
  for (const old of moments.slice(0, -KEPT_ASIDE))
    for (const name of names.filter((each) => each.startsWith(old))) rmSync(join(dirname(path), name), { force: true });
};
