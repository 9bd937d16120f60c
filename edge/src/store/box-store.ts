import { dirname } from 'node:path';
import { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { z } from 'zod';
import type { MaintenanceStore } from '../door/maintenance-desk.ts';
import { type DoorsKept, NO_COPIES } from '../doors-kept/doors-kept.ts';
import type { Log } from '../log.ts';
import { type BoxWriter, createBoxWriter, type Stored } from './box-writer.ts';
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

/** One value that the box remembers. What does not parse any more counts as absent. Nothing here throws for the disk's sake. */
export interface Slot<Value> {
  /** What counts, whether the disk has it by now or not. */
  load(): Value | undefined;
  /** Counts from now on, and is on the disk when this returns, or else as soon as the disk takes it. */
  keep(value: Value): void;
  /** Counts once it is on the disk, or not at all: for what is allowed, or promised, only because it is kept. */
  commit(value: Value): Stored;
  /** Kept as a value is. */
  clear(): void;
}

/** `box.db`: what the box should be and how it stands. The cloud can refill it; facts live elsewhere. */
export interface BoxStore {
  readonly db: Db;
  readonly maintenance: MaintenanceStore;
  /** Why the file that was there was set aside and this one begun, if it was. */
  readonly rebuilt: string | undefined;
  /** What stands over the doors, as it is kept besides. */
  readonly doorsKept: DoorsKept;
  /** Writes to `db`, for the tables that have no slot. A disk that refuses is logged here and is a value to the caller. */
  write(work: () => void): Stored;
  /** The same for what counts already: tried again until it is written, or a newer write of that name has taken its place. */
  keep(name: string, work: () => void): void;
  /** Whether the disk took the last write, and how many values wait for it to take them. */
  standing(): { readonly writable: boolean; readonly waiting: number };
  /** Whether the file can be read. */
  answers(): boolean;
  slot<Value>(name: string, schema: z.ZodType<Value>): Slot<Value>;
  /** Tries a last time to write what waits, and no more after that. The file stays open, and with it its write-ahead log. */
  release(): void;
  close(): void;
}

export interface BoxStoreOptions {
  readonly nowMs: number;
  readonly log: Log;
  /** Without one, what waits is written with the next value. */
  readonly clock?: Clock;
  /** Whether there was nothing yet in the folder: else a file that is missing was lost. Looked at now unless told. */
  readonly isFirst?: boolean;
}

/** Opens `path`; a damaged file is set aside and an empty one begun, so that a bad block never keeps the doors shut. */
export const openBoxStore = (path: string, { nowMs, log, clock, ...options }: BoxStoreOptions): BoxStore => {
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
  const writer = createBoxWriter({ clock, log });
  const values = new Map(
    db
      .prepare<[], { name: string; value: string }>('SELECT name, value FROM slot')
      .all()
      .map((row) => [row.name, row.value]),
  );
  const one = db.prepare('SELECT 1 FROM slot LIMIT 1');
  return {
    db,
    rebuilt,
    doorsKept: NO_COPIES,
    maintenance: maintenanceStore(db, writer),
    write: writer.write,
    keep: writer.keep,
    standing: writer.standing,
    answers: () => {
      try {
        one.get();
        return true;
      } catch {
        return false;
      }
    },
    slot: (name, schema) => slotOf({ db, values, writer }, name, schema),
    release: writer.close,
    close: () => {
      writer.close();
      db.close();
    },
  };
};

const openChecked = (path: string): Db => {
  const db = openDatabase(path, MIGRATIONS);
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict === 'ok') return db;
  db.close();
  throw new SqliteDamage(String(verdict));
};

interface Slots {
  readonly db: Db;
  /** Every slot as it counts, by its name: the file is read once, when it is opened. */
  readonly values: Map<string, string>;
  readonly writer: BoxWriter;
}

const slotOf = <Value>({ db, values, writer }: Slots, name: string, schema: z.ZodType<Value>): Slot<Value> => {
  const upsert = db.prepare(
    'INSERT INTO slot (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM slot WHERE name = ?');
  const key = `slot ${name}`;
  return {
    load: () => parsed(values.get(name), schema),
    keep: (value) => {
      const text = JSON.stringify(value);
      values.set(name, text);
      writer.keep(key, () => void upsert.run(name, text));
    },
    commit: (value) => {
      const text = JSON.stringify(value);
      const stored = writer.commit(key, () => void upsert.run(name, text));
      if (stored === 'stored') values.set(name, text);
      return stored;
    },
    clear: () => {
      values.delete(name);
      writer.keep(key, () => void remove.run(name));
    },
  };
};

const parsed = <Value>(text: string | undefined, schema: z.ZodType<Value>): Value | undefined => {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const maintenanceStore = (db: Db, writer: BoxWriter): MaintenanceStore => {
  const select = db.prepare<[], { door_id: string; value: string }>('SELECT door_id, value FROM maintenance');
  const upsert = db.prepare(
    'INSERT INTO maintenance (door_id, value) VALUES (?, ?) ON CONFLICT (door_id) DO UPDATE SET value = excluded.value',
  );
  const key = (doorId: string) => `maintenance ${doorId}`;
  return {
    load: () => Object.fromEntries(select.all().map((row) => [row.door_id, Maintenance.parse(JSON.parse(row.value))])),
    keep: (doorId, maintenance) => writer.keep(key(doorId), () => void upsert.run(doorId, JSON.stringify(maintenance))),
    commit: async (doorId, maintenance) =>
      writer.commit(key(doorId), () => void upsert.run(doorId, JSON.stringify(maintenance))),
  };
};
