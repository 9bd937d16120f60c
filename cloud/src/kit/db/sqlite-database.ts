import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { DatabaseError, databaseErrorOf } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import type { DatabaseDeps } from './open-database.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { openUnit, refuseNesting } from './unit-handle.ts';
import type { Database, Tx } from './unit-of-work.ts';

const UNITS_PER_COMMIT = 256;
const UNIT_TIMEOUT = Seconds(10);
/** Another process that migrates may hold the file for that long. */
const MIGRATION_WAIT_MS = 60_000;

/** One writing connection (group commit) and one that cannot write, on one file. */
export const openSqliteDatabase = (path: string, { clock, onCommit }: DatabaseDeps): Database => {
  mkdirSync(dirname(path), { recursive: true });
  const writer = openSqliteConnection(path);
  const reader = openSqliteConnection(path, { readonly: true });
  const group = createGroupCommit({
    clock,
    connection: writer,
    unitsPerCommit: UNITS_PER_COMMIT,
    unitTimeout: UNIT_TIMEOUT,
    ...(onCommit && { onCommit }),
  });
  let lastRead: Promise<unknown> = Promise.resolve();
  let closed = false;

  const readNow = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const handle = openUnit('sqlite', reader.execute);
    reader.run('begin');
    try {
      const value = await work(handle.tx);
      if (handle.failure() !== undefined)
        throw new DatabaseError('aborted', 'a statement of this read failed', { cause: handle.failure() });
      return value;
    } finally {
      handle.end();
      if (reader.inTransaction()) reader.run('rollback');
    }
  };

  return {
    engine: 'sqlite',
    write: group.write,
    read: (work) => {
      refuseNesting();
      if (closed) return Promise.reject(new DatabaseError('unavailable', 'the database is closed'));
      // Reads share one connection, so each waits for the one before: its statements run without a pause anyway.
      const result = lastRead.then(() => readNow(work));
      lastRead = result.catch(() => undefined);
      return result;
    },
    migrate: async () => {
      const connection = openSqliteConnection(path, { busyTimeoutMs: MIGRATION_WAIT_MS });
      try {
        await migrate('sqlite', connection.execute);
      } catch (error) {
        throw databaseErrorOf(error);
      } finally {
        connection.close();
      }
    },
    close: async () => {
      closed = true;
      await group.close();
      await lastRead;
      reader.close();
      writer.close();
    },
  };
};
