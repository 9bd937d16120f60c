import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';

/** Another agent owns the data folder: two would move the same locks. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** A database that nothing refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<Database.Database>();

const owner = (pidFile: string): string => {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
};

/**
 * Makes the data folder (0700) and owns it until released. The lock is SQLite's own file lock, which the kernel drops
 * with the process: a killed agent leaves nothing to clean up. Throws `FolderInUse`.
 */
export const lockFolder = (dataDir: string): { release(): void } => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'agent.pid');
  const db = new Database(join(dataDir, 'agent.lock'), { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY'); // Else the lock itself would need room on the disk.
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    throw new FolderInUse(
      `Another agent${owner(pidFile)} already runs with the data folder ${resolve(dataDir)}. Stop it first, or give this one a folder of its own with --data.`,
    );
  }
  held.add(db);
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // For messages only: a full disk must not keep the doors from starting.
  }
  return {
    release: () => {
      rmSync(pidFile, { force: true });
      held.delete(db);
      db.close();
    },
  };
};
