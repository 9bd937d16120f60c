import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type pg from 'pg';
import { committed } from './after-commit.ts';
import { DatabaseError, databaseErrorOf } from './errors.ts';
import { migrate } from './migrate.ts';
import type { DatabaseDeps } from './open-database.ts';
import { executeOn, openPool } from './postgres-pool.ts';
import { refuseWhileReading } from './reading-only.ts';
import { openUnit, refuseNesting, workOn } from './unit-handle.ts';
import type { Database, Tx } from './unit-of-work.ts';

type Work<T> = (tx: Tx) => Promise<T>;

/** Pauses before each further attempt, in ms: about a second in all, enough for a failover or a restart to begin. */
const RETRY_AFTER_MS = [0, 20, 60, 180, 540];
/** No further attempt begins after that: somebody is waiting at a door. */
const RETRY_FOR_MS = 2_000;

/** A pool of connections; each unit is a transaction of its own. */
export const openPostgresDatabase = async (url: string, deps: DatabaseDeps): Promise<Database> => {
  const pool = openPool(url, deps.log);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw databaseErrorOf(error);
  }
  return databaseOn(pool, deps);
};

/** The same on a pool that is there. To close it ends the pool. */
export const databaseOn = (pool: pg.Pool, { clock }: Pick<DatabaseDeps, 'clock'>): Database => ({
  engine: 'postgres',
  write: async (work) => {
    refuseNesting();
    refuseWhileReading();
    return retrying(clock, () => attempt(pool, 'begin', work));
  },
  read: async (work) => {
    refuseNesting();
    // Repeatable read: one snapshot for the whole read, as SQLite gives; it never fails to serialise without writes.
    return retrying(clock, () => attempt(pool, 'begin isolation level repeatable read read only', work));
  },
  apart: (work) => work(),
  migrate: async () => {
    const client = await pool.connect();
    try {
      // A migration may wait for another process's, and rewrite a table.
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
      await migrate('postgres', executeOn(client));
    } catch (error) {
      throw databaseErrorOf(error);
    } finally {
      client.release(true);
    }
  },
  close: () => pool.end(),
});

/** Says of a failure whether the whole unit may run again. */
class Attempt extends Error {
  readonly again: boolean;
  constructor(cause: unknown, again: boolean) {
    super('attempt failed', { cause });
    this.again = again;
  }
}

const retrying = async <T>(clock: Clock, run: () => Promise<T>): Promise<T> => {
  const lastMs = clock.monoMs() + RETRY_FOR_MS;
  for (const pauseMs of [...RETRY_AFTER_MS, undefined]) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Attempt)) throw error;
      if (!error.again || pauseMs === undefined || clock.monoMs() > lastMs) throw error.cause;
      if (pauseMs > 0) await sleep(clock, Milliseconds(pauseMs));
    }
  }
  throw new DatabaseError('unavailable', 'the database did not answer');
};

/**
 * One transaction. A unit has no effect outside the database, so until COMMIT is sent every failure of the connection
 * or of concurrency may be tried again; after it only a refusal to serialise may: a lost answer may have been a commit.
 */
const attempt = async <T>(pool: pg.Pool, begin: string, work: Work<T>): Promise<T> => {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw failed(error, true);
  }
  const handle = openUnit('postgres', executeOn(client));
  let committing = false;
  let broken = true;
  try {
    await client.query(begin);
    const value = await workOn(handle, work);
    if (handle.failure() !== undefined)
      throw new DatabaseError('aborted', 'a statement of this unit failed', { cause: handle.failure() });
    handle.end();
    committing = true;
    await client.query('commit');
    broken = false;
    committed(handle.tx);
    return value;
  } catch (error) {
    broken = !(await rolledBack(client));
    throw failed(error, !committing, handle.failure());
  } finally {
    handle.end();
    client.release(broken);
  }
};

/** What the caller gets is the unit's own error; whether to try again is up to the first failed statement. */
const failed = (error: unknown, beforeCommit: boolean, statement: unknown = databaseErrorOf(error)): Attempt => {
  const reason = statement instanceof DatabaseError ? statement : undefined;
  const again = reason?.kind === 'conflict' || (beforeCommit && reason?.kind === 'unavailable');
  return new Attempt(databaseErrorOf(error), again);
};

const rolledBack = async (client: pg.PoolClient): Promise<boolean> => {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false; // The connection is gone, and with it the transaction.
  }
};
