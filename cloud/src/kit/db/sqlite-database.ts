import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { DatabaseError, databaseErrorOf } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import type { DatabaseDeps } from './open-database.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { refuseNesting } from './unit-handle.ts';
import type { Database } from './unit-of-work.ts';

const UNITS_PER_COMMIT = 256;
const UNIT_TIMEOUT = Seconds(10);
/** Another process that migrates may hold the file for that long. */
const MIGRATION_WAIT_MS = 60_000;

/** One writing connection (group commit) and one that cannot write, on one file. */
export const openSqliteDatabase = (path: string, { clock, onCommit }: DatabaseDeps): Database => {
  mkdirSync(dirname(path), { recursive: true });
  const writer = openSqliteConnection(path);
  const readingConnection = openSqliteConnection(path, { readonly: true });
  const reader = createSqliteReader(readingConnection);
  const group = createGroupCommit({
    clock,
    connection: writer,
    unitsPerCommit: UNITS_PER_COMMIT,
    unitTimeout: UNIT_TIMEOUT,
    beforeCommit: reader.renew,
    ...(onCommit && { onCommit }),
  });
  let closed = false;

  return {
    engine: 'sqlite',
    write: group.write,
    apart: group.apart,
    read: (work) => {
      refuseNesting();
      if (closed) return Promise.reject(new DatabaseError('unavailable', 'the database is closed'));
      return reader.read(work);
    },
    migrate: async () => {
      const connection = openSqliteConnection(path, { busyTimeoutMs: MIGRATION_WAIT_MS });
      try {
        await migrate('sqlite', connection.execute);
      } catch (error) {
        throw databaseErrorOf(error);
      } finally {
        connection.close();
        reader.renew();
      }
    },
    close: async () => {
      closed = true;
      await group.close();
      await reader.close();
      readingConnection.close();
      writer.close();
    },
  };
};
