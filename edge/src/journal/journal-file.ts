import { Bug } from '@gatehouse/shared/fault/fault.ts';
import Database from 'better-sqlite3';
import { type Db, isDamage } from '../store/database.ts';
import { type Chain, factsAfter, latestFacts, readChain } from './journal-store.ts';

const prepare = (db: Db) => ({
  // By name: a later version may add a column, and leave this one the file when it is undone.
  fact: db.prepare(
    'INSERT INTO fact (seq, boot_id, mono_ms, wall_ms, clock_trusted, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ),
  command: db.prepare('INSERT INTO command (command_id, wall_ms) VALUES (?, ?) ON CONFLICT (command_id) DO NOTHING'),
  chain: db.prepare('UPDATE chain SET last_seq = ?, last_hash = ?, acknowledged = ?, floor_ms = ?'),
  pruneCommands: db.prepare(
    'DELETE FROM command WHERE id <= (SELECT max(id) FROM command) - ? AND wall_ms < ? AND id < (SELECT min(id) FROM command) + ?',
  ),
  hashOf: db.prepare<[number], { hash: string }>('SELECT hash FROM fact WHERE seq = ?'),
  pruneFacts: db.prepare('DELETE FROM fact WHERE seq <= ?'),
  anchor: db.prepare('UPDATE chain SET anchor_seq = ?, anchor_hash = ?'),
  after: factsAfter(db),
  latest: latestFacts(db),
});

/** The journal's file, open, with every statement that is run on it. */
export interface OpenFile {
  readonly db: Db;
  readonly sql: ReturnType<typeof prepare>;
  readonly chain: Chain;
}

export const openFile = (open: () => Db): OpenFile => {
  const db = open();
  try {
    return { db, sql: prepare(db), chain: chainOf(db) };
  } catch (error) {
    db.close();
    throw error;
  }
};

const chainOf = (db: Db): Chain => {
  const chain = readChain(db);
  if (chain === undefined) throw new Bug('the journal has no chain');
  return chain;
};

/** Removes the facts up to `seq`; the last one's hash stays as the start of the kept chain. */
export const dropThrough = ({ sql }: OpenFile, seq: number): void => {
  const last = sql.hashOf.get(seq);
  if (last === undefined) throw new Bug(`fact ${seq} is missing from the journal`);
  sql.pruneFacts.run(seq);
  sql.anchor.run(seq, last.hash);
};

/** Whether `error` says that the open file is not to be trusted any more, whatever the disk says next. */
export const isFailing = (error: unknown): boolean =>
  isDamage(error) || (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR'));

/** Whether `error` may be for want of room: a full disk, a quota, a limit on the file's length. */
export const wantsRoom = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR|CANTOPEN)/.test(error.code);
