import { dirname } from 'node:path';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, type FactBody, genesisHash } from '@gatehouse/shared/journal/fact.ts';
import Database from 'better-sqlite3';
import { type Db, isDamage, type Migrations, openDatabase, SqliteDamage, setAside } from '../store/database.ts';
import { isFirstStart, lossOf } from '../store/first-start.ts';

export const MIGRATIONS: Migrations = [
  // `anchor_*` is the last pruned fact (0 and the genesis hash before any was): where the kept chain starts.
  `CREATE TABLE chain (
     id INTEGER PRIMARY KEY CHECK (id = 1), box_id TEXT NOT NULL, epoch TEXT NOT NULL,
     last_seq INTEGER NOT NULL, last_hash TEXT NOT NULL, anchor_seq INTEGER NOT NULL, anchor_hash TEXT NOT NULL,
     acknowledged INTEGER NOT NULL, floor_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE fact (
     seq INTEGER PRIMARY KEY, boot_id TEXT NOT NULL, mono_ms REAL NOT NULL, wall_ms INTEGER NOT NULL,
     clock_trusted INTEGER NOT NULL, body TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
   CREATE TABLE command (id INTEGER PRIMARY KEY AUTOINCREMENT, command_id TEXT NOT NULL UNIQUE, wall_ms INTEGER NOT NULL) STRICT;`,
];

/** Where the chain stands. */
export interface Chain {
  readonly box_id: string;
  readonly epoch: string;
  readonly last_seq: number;
  readonly last_hash: string;
  readonly anchor_seq: number;
  readonly anchor_hash: string;
  readonly acknowledged: number;
  readonly floor_ms: number;
}

interface FactRow {
  readonly seq: number;
  readonly boot_id: string;
  readonly mono_ms: number;
  readonly wall_ms: number;
  readonly clock_trusted: number;
  readonly body: string;
  readonly prev: string;
  readonly hash: string;
}

export const readChain = (db: Db): Chain | undefined => db.prepare<[], Chain>('SELECT * FROM chain WHERE id = 1').get();

const toFact = (row: FactRow): Fact => ({
  seq: row.seq,
  bootId: row.boot_id as Fact['bootId'],
  monoMs: row.mono_ms,
  wallMs: row.wall_ms,
  clockTrusted: row.clock_trusted === 1,
  body: JSON.parse(row.body) as FactBody,
  prev: row.prev,
  hash: row.hash,
});

/** Facts after `seq`, oldest first. */
export const factsAfter = (db: Db): ((seq: number, limit: number) => Fact[]) => {
  const select = db.prepare<[number, number], FactRow>('SELECT * FROM fact WHERE seq > ? ORDER BY seq LIMIT ?');
  return (seq, limit) => select.all(seq, limit).map(toFact);
};

/** The newest facts, newest first. */
export const latestFacts = (db: Db): ((limit: number) => Fact[]) => {
  const select = db.prepare<[number], FactRow>('SELECT * FROM fact ORDER BY seq DESC LIMIT ?');
  return (limit) => select.all(limit).map(toFact);
};

/** Whose journal this is, as far as it can be read: it goes on under that name also where the box has lost its own. */
export const boxIdIn = (path: string): BoxId | undefined => {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return BoxId.parse(readChain(db)?.box_id);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
};

/** Where the journal is, whose it is, and the epoch to give it if it is new. */
export interface JournalFile {
  readonly path: string;
  readonly boxId: string;
  readonly newEpoch: () => string;
  readonly nowMs: number;
  /** Whether there was nothing yet in the folder: else a file that is missing was lost. Looked at now unless told. */
  readonly isFirst?: boolean;
  readonly onSetAside: (keptAs: string, why: string) => void;
}

/**
 * Opens the journal, or begins one with a new epoch. A file that is damaged, or that another box wrote, is set aside:
 * its epoch ends, and the doors go on.
 */
export const openJournalFile = (file: JournalFile): Db => {
  const why = (() => {
    try {
      const loss = lossOf(file.path, file.isFirst ?? isFirstStart(dirname(file.path)));
      if (loss !== undefined) throw new SqliteDamage(loss);
      const db = openDatabase(file.path, MIGRATIONS);
      const chain = readChain(db);
      if (chain === undefined || chain.box_id === file.boxId) return chain === undefined ? begin(db, file) : db;
      db.close();
      return 'it belongs to another box';
    } catch (error) {
      if (!isDamage(error)) throw error;
      return `it is damaged (${(error as Error).message})`;
    }
  })();
  if (typeof why !== 'string') return why;
  file.onSetAside(setAside(file.path, file.nowMs), why);
  return begin(openDatabase(file.path, MIGRATIONS), file);
};

const begin = (db: Db, { boxId, newEpoch }: JournalFile): Db => {
  const epoch = newEpoch();
  const genesis = genesisHash(boxId, epoch);
  db.prepare('INSERT INTO chain VALUES (1, ?, ?, 0, ?, 0, ?, 0, 0)').run(boxId, epoch, genesis, genesis);
  return db;
};
