import { dirname } from 'node:path';
import { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { z } from 'zod';
import type { MaintenanceStore } from '../door/maintenance-desk.ts';
import type { Log } from '../log.ts';
import { type Db, isDamage, type Migrations, openDatabase, SqliteDamage, setAside } from './database.ts';
import { isFirstStart, lossOf } from './first-start.ts';

const MIGRATIONS: Migrations = [
  `CREATE TABLE slot (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE maintenance (door_id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE sign_in_failure (id INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT NOT NULL, mono_ms REAL NOT NULL) STRICT;`,
  `CREATE TABLE local_client (name TEXT PRIMARY KEY, kind TEXT NOT NULL, door_id TEXT, secret BLOB NOT NULL, made_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE pass_use (
     pass_id TEXT PRIMARY KEY, used INTEGER NOT NULL, last_step INTEGER NOT NULL, until_s INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE ban (person INTEGER PRIMARY KEY, by TEXT NOT NULL, reason TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE pin_try (
     id INTEGER PRIMARY KEY AUTOINCREMENT, person INTEGER, door_id TEXT NOT NULL, boot_id TEXT NOT NULL, mono_ms REAL NOT NULL
   ) STRICT;`,
  'DROP TABLE sign_in_failure;', // Kept in a slot since, with whose tries they were.
  "ALTER TABLE ban ADD COLUMN members TEXT NOT NULL DEFAULT '[]';",
  // An update that is undone leaves this file to an agent that cannot do without that table.
  `CREATE TABLE IF NOT EXISTS sign_in_failure (id INTEGER PRIMARY KEY AUTOINCREMENT, boot_id TEXT NOT NULL, mono_ms REAL NOT NULL) STRICT;`,
];

/** One value that the box remembers. What does not parse any more counts as absent. */
export interface Slot<Value> {
  load(): Value | undefined;
  save(value: Value): void;
  clear(): void;
}

/** `box.db`: what the box should be and how it stands. The cloud can refill it; facts live elsewhere. */
export interface BoxStore {
  readonly db: Db;
  readonly maintenance: MaintenanceStore;
  /** Why the file that was there was set aside and this one begun, if it was. */
  readonly rebuilt: string | undefined;
  slot<Value>(name: string, schema: z.ZodType<Value>): Slot<Value>;
  close(): void;
}

export interface BoxStoreOptions {
  readonly nowMs: number;
  readonly log: Log;
  /** Whether there was nothing yet in the folder: else a file that is missing was lost. Looked at now unless told. */
  readonly isFirst?: boolean;
}

/** Opens `path`; a damaged file is set aside and an empty one begun, so that a bad block never keeps the doors shut. */
export const openBoxStore = (path: string, { nowMs, log, ...options }: BoxStoreOptions): BoxStore => {
  let db: Db;
  let rebuilt: string | undefined;
  const { isFirst = isFirstStart(dirname(path)) } = options;
  try {
    const loss = lossOf(path, isFirst);
    if (loss !== undefined) throw new SqliteDamage(loss);
    db = openChecked(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    rebuilt = error instanceof Error ? error.message : String(error);
    log.error({ err: error, keptAs: setAside(path, nowMs) }, 'The box store was damaged and is begun anew.');
    db = openChecked(path);
  }
  return {
    db,
    rebuilt,
    maintenance: maintenanceStore(db),
    slot: (name, schema) => slotOf(db, name, schema),
    close: () => db.close(),
  };
};

const openChecked = (path: string): Db => {
  const db = openDatabase(path, MIGRATIONS);
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict === 'ok') return db;
  db.close();
  throw new SqliteDamage(String(verdict));
};

const slotOf = <Value>(db: Db, name: string, schema: z.ZodType<Value>): Slot<Value> => {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM slot WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO slot (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM slot WHERE name = ?');
  return {
    load: () => {
      const row = select.get(name);
      return row === undefined ? undefined : schema.safeParse(JSON.parse(row.value)).data;
    },
    save: (value) => void upsert.run(name, JSON.stringify(value)),
    clear: () => void remove.run(name),
  };
};

const maintenanceStore = (db: Db): MaintenanceStore => {
  const select = db.prepare<[], { door_id: string; value: string }>('SELECT door_id, value FROM maintenance');
  const upsert = db.prepare(
    'INSERT INTO maintenance (door_id, value) VALUES (?, ?) ON CONFLICT (door_id) DO UPDATE SET value = excluded.value',
  );
  return {
    load: () => Object.fromEntries(select.all().map((row) => [row.door_id, Maintenance.parse(JSON.parse(row.value))])),
    save: async (doorId, maintenance) => void upsert.run(doorId, JSON.stringify(maintenance)),
  };
};
