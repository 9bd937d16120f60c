import type { Db } from '../store/database.ts';
import { isFailing } from './journal-file.ts';

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
  /** Inside the transaction, before the first piece of work. */
  readonly begun: () => void;
  /** Applies one piece of work inside the transaction. */
  readonly apply: (work: Work) => unknown;
  readonly beforeCommit: () => void;
  readonly committed: () => void;
  /** The group is rolled back. `reopen` when the disk failed a sync, or the file seems damaged: what the file cache says is then worth nothing. */
  readonly rolledBack: (error: unknown, reopen: boolean) => void;
  /** Does something about the cause, a further thing at each further attempt: `true` when another try is worth it. */
  readonly relieve: (error: unknown, attempt: number) => boolean;
  /** Nothing helped: what is not written now never will be. */
  readonly refused: (error: unknown, works: readonly Work[]) => void;
}): GroupCommit<Work> => {
  let group: Waiting<Work>[] = [];

  const flush = () => {
    const current = group;
    if (current.length === 0) return;
    group = [];
    let results: unknown[] | undefined;
    for (let attempt = 0; results === undefined; attempt++) {
      let db: Db | undefined;
      try {
        db = steps.db();
        db.exec('BEGIN IMMEDIATE');
        steps.begun();
        const made = current.map(({ work }) => steps.apply(work));
        steps.beforeCommit();
        db.exec('COMMIT');
        results = made;
      } catch (error) {
        undo(error, db);
        if (steps.relieve(error, attempt)) continue;
        steps.refused(
          error,
          current.map(({ work }) => work),
        );
        for (const { reject } of current) reject(error);
        return;
      }
    }
    steps.committed();
    for (const [index, { resolve }] of current.entries()) resolve(results[index]);
  };
  const undo = (error: unknown, db: Db | undefined) => {
    let reopen = isFailing(error);
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
