import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { type Db, type Migrations, openDatabase, SqliteDamage } from '../store/database.ts';

const MIGRATIONS: Migrations = [
  // `ground` is the digest of the facility's own entry, in hex: what is compiled of that entry is kept by it.
  `CREATE TABLE head (
     id INTEGER PRIMARY KEY CHECK (id = 1), facility_id TEXT NOT NULL, epoch TEXT NOT NULL, revision INTEGER NOT NULL,
     hash TEXT NOT NULL, entries INTEGER NOT NULL, ground TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
   CREATE TABLE person (
     number INTEGER PRIMARY KEY, crc INTEGER NOT NULL, record BLOB NOT NULL, rest TEXT NOT NULL, digest BLOB NOT NULL,
     break_glass INTEGER NOT NULL) STRICT;
   CREATE INDEX person_break_glass ON person (number) WHERE break_glass = 1;
   CREATE TABLE credential (
     hash BLOB NOT NULL, person INTEGER NOT NULL, how INTEGER NOT NULL, crc INTEGER NOT NULL,
     PRIMARY KEY (hash, person)) STRICT, WITHOUT ROWID;
   CREATE TABLE other (
     kind TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, digest BLOB NOT NULL,
     PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
   CREATE TABLE zones (hash TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE pull (
     id INTEGER PRIMARY KEY CHECK (id = 1), facility_id TEXT NOT NULL, epoch TEXT NOT NULL, whole INTEGER NOT NULL,
     through INTEGER NOT NULL, head TEXT) STRICT;
   CREATE TABLE staged (
     seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, data TEXT, UNIQUE (kind, id)) STRICT;`,
];

/** Two or three records of the usual size to a page: a record that spills over into another costs a second read. */
const PAGE_BYTES = 8_192;

/** The store of the snapshot. The cloud refills it; nothing in it is the only copy of anything. */
export const openAccessDb = (path: string, cacheKiB: number): Db => {
  const db = openDatabase(path, MIGRATIONS, PAGE_BYTES);
  db.pragma(`cache_size = ${-cacheKiB}`);
  db.pragma('journal_size_limit = 4194304'); // A whole snapshot makes a long log, which need not stay.
  return db;
};

/** The state of the snapshot that decides. */
export interface HeadRow {
  readonly facility_id: string;
  readonly epoch: string;
  readonly revision: number;
  readonly hash: string;
  readonly entries: number;
  readonly ground: string;
}

/** As it is stored. */
export interface StoredHead extends HeadRow {
  readonly id: 1;
  readonly crc: number;
}

/** Tells a head that has changed on the disk: its revision says what the box asks the cloud for. */
export const headCrc = ({ facility_id, epoch, revision, hash, entries, ground }: HeadRow): number =>
  crc32([facility_id, epoch, revision, hash, entries, ground].join(' '));

/** The head of the store. Throws `SqliteDamage` for one that is not what was stored. */
export const readHead = (db: Db): (() => HeadRow | undefined) => {
  const select = db.prepare<[], StoredHead>('SELECT * FROM head');
  return () => {
    const stored = select.get();
    if (stored === undefined) return undefined;
    const { id: _, crc, ...head } = stored;
    if (crc !== headCrc(head)) throw new SqliteDamage('the head is not what was stored');
    return head;
  };
};

/** What SQLite says when the machine is at fault, and the file may well be sound. */
const NOT_THE_FILE =
  /^SQLITE_(BUSY|LOCKED|FULL|CANTOPEN|READONLY|PERM|NOMEM|INTERRUPT|ABORT|IOERR(?!_(READ|SHORT_READ|CORRUPTFS|DATA)$))/;

/** Whether an error means that the file is not what was written: broken, of another version, or with contents that make no sense. */
export const isUnsound = (error: unknown): boolean =>
  error instanceof Database.SqliteError
    ? !NOT_THE_FILE.test(error.code)
    : error instanceof SqliteDamage || error instanceof SyntaxError || error instanceof z.ZodError;

/** A pull that was begun: whose, which epoch, whether from nothing, how far it is, and the head (JSON) once all is there. */
export interface PullRow {
  readonly facility_id: string;
  readonly epoch: string;
  readonly whole: number;
  readonly through: number;
  readonly head: string | null;
}

/** A bit of `credential.how`. */
export const HOW = { pin: 1 } as const;

/** Tells a record whose bytes, or whose number, have changed on the disk. */
export const recordCrc = (number: number, record: Uint8Array): number => crc32(record, number >>> 0);

export const credentialCrc = (hash: Uint8Array, person: number, how: number): number =>
  crc32(hash, (person * 2 + how) >>> 0);
