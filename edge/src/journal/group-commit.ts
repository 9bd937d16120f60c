import Database from 'better-sqlite3';
import type { Db } from '../store/database.ts';

interface Waiting<Work> {
  readonly work: Work;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface GroupCommit<Work> {
  /** Resolves with what `apply` made of the work, after the commit that carries it. Rejects when that commit failed. */
  submit<Result>(work: Work): Promise<Result>;
  /** Commits what waits, now. */
  flush(): void;
}

/**
 * One BEGIN…COMMIT for all work submitted in one turn of the event loop, so that many callers share one sync of the
 * disk. INVARIANT: a promise resolves only after its COMMIT returned; a group commits whole or not at all.
 */
export const groupCommit = <Work>(steps: {
  /** May throw: then the group is refused. */
  readonly db: () => Db;
  /** Applies one piece of work inside the transaction. */
  readonly apply: (work: Work) => unknown;
  readonly beforeCommit: () => void;
  readonly committed: () => void;
  /** The group is rolled back. `reopen` when the disk failed a sync: what the file cache says is then worth nothing. */
  readonly rolledBack: (error: unknown, reopen: boolean) => void;
}): GroupCommit<Work> => {
  let group: Waiting<Work>[] = [];

  const flush = () => {
    const current = group;
    if (current.length === 0) return;
    group = [];
    let results: unknown[];
    let db: Db | undefined;
    try {
      db = steps.db();
      db.exec('BEGIN IMMEDIATE');
      results = current.map(({ work }) => steps.apply(work));
      steps.beforeCommit();
      db.exec('COMMIT');
    } catch (error) {
      undo(error, db);
      for (const { reject } of current) reject(error);
      return;
    }
    steps.committed();
    for (const [index, { resolve }] of current.entries()) resolve(results[index]);
  };

  const undo = (error: unknown, db: Db | undefined) => {
    let reopen = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR');
    try {
      if (db?.inTransaction) db.exec('ROLLBACK');
    } catch {
      reopen = true; // A transaction that cannot even be left would be in the way of every later one.
    }
    steps.rolledBack(error, reopen);
  };

  return {
    submit: <Result>(work: Work) =>
      new Promise<Result>((resolve, reject) => {
        if (group.length === 0) setImmediate(flush);
        group.push({ work, resolve: (result) => resolve(result as Result), reject });
      }),
    flush,
  };
};
