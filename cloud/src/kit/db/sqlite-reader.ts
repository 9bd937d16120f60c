import { DatabaseError } from './errors.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { openUnit } from './unit-handle.ts';
import type { Tx } from './unit-of-work.ts';

export interface SqliteReader {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads from now on see all that is committed when they begin. To be called right before each commit of this process. */
  renew(): void;
  /** Resolves once no read is running any more. */
  close(): Promise<void>;
}

/**
 * Reads on one connection, one after another. Those of one turn of the event loop share a transaction: to begin and to end one
 * costs as much as reading a row. INVARIANTS: a read sees whatever this process had committed when it was asked for; a
 * transaction in which nothing is being read outlives neither its turn nor a commit, because SQLite does not reuse its log
 * behind one.
 */
export const createSqliteReader = (connection: SqliteConnection): SqliteReader => {
  let last: Promise<unknown> = Promise.resolve();
  let begun = false;
  let reading = false;
  let stale = false;

  const letGo = (): void => {
    begun = false;
    stale = false;
    if (connection.inTransaction()) connection.run('rollback');
  };
  const renew = (): void => {
    if (reading) stale = true;
    else if (begun) letGo();
  };
  const begin = (): void => {
    if (stale) letGo();
    if (begun) return;
    connection.run('begin');
    begun = true;
    setImmediate(renew);
  };

  const readNow = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const handle = openUnit('sqlite', connection.execute);
    begin();
    reading = true;
    try {
      const value = await work(handle.tx);
      if (handle.failure() !== undefined)
        throw new DatabaseError('aborted', 'a statement of this read failed', { cause: handle.failure() });
      return value;
    } finally {
      handle.end();
      reading = false;
      // Some errors end the transaction.
      if (handle.failure() !== undefined) letGo();
    }
  };

  return {
    read: (work) => {
      const result = last.then(() => readNow(work));
      last = result.catch(() => undefined);
      return result;
    },
    renew,
    close: async () => {
      await last;
      renew();
    },
  };
};
