import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import { committed } from './after-commit.ts';
import { DatabaseError, databaseErrorOf } from './errors.ts';
import { refuseWhileReading } from './reading-only.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { openUnit, refuseNesting, workOn } from './unit-handle.ts';
import type { Tx } from './unit-of-work.ts';

export interface GroupCommitOptions {
  readonly clock: Clock;
  readonly connection: SqliteConnection;
  /** More units than this go into the next commit, so that the first of a long queue need not wait for the last. */
  readonly unitsPerCommit: number;
  /** A unit that takes longer is given up: behind it every other write waits. */
  readonly unitTimeout: Duration;
  /** Called right before each commit. */
  readonly beforeCommit?: () => void;
  /** Told after each commit how many units shared it. */
  readonly onCommit?: (units: number) => void;
}

export interface GroupCommit {
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs work between two groups: no unit begins before it has ended. */
  apart<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is queued or running; later writes are refused. */
  close(): Promise<void>;
}

/** A unit in the queue: what to run, and whom to tell once the group has (or has not) been committed. */
interface Unit {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Many units of work, one commit. Units run strictly one after another, all but the first in a savepoint of a shared transaction, and
 * all of them hear only after the COMMIT: one sync of the disk serves everybody who asked in the same turn of the event
 * loop. INVARIANTS: a unit that throws rolls back alone; it is told after the commit too, because what it saw may be the
 * work of a neighbour; when the commit fails, every unit of the group fails.
 */
export const createGroupCommit = (options: GroupCommitOptions): GroupCommit => {
  const queue: Unit[] = [];
  const apart: (() => Promise<void>)[] = [];
  let closed = false;
  let running: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    // One turn of the event loop, so that requests which arrived together share the commit.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (queue.length > 0 || apart.length > 0) {
      const work = apart.shift();
      await (work === undefined ? runGroup(queue, options) : work());
    }
    running = undefined;
  };

  return {
    write: <T>(work: (tx: Tx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        refuseNesting();
        refuseWhileReading();
        if (closed) {
          reject(new DatabaseError('unavailable', 'the database is closed'));
          return;
        }
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= drain();
      }),
    apart: <T>(work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        refuseNesting();
        if (closed) {
          reject(new DatabaseError('unavailable', 'the database is closed'));
          return;
        }
        apart.push(async () => {
          await work().then(resolve, reject);
          options.beforeCommit?.(); // Somebody else has committed: reads begin anew.
        });
        running ??= drain();
      }),
    close: async () => {
      closed = true;
      await running;
    },
  };
};

const runGroup = async (queue: Unit[], options: GroupCommitOptions): Promise<void> => {
  const { connection } = options;
  const taken: Unit[] = [];
  const tell: (() => void)[] = [];
  try {
    while (taken.length < options.unitsPerCommit && queue.length > 0) {
      const isFirst = !connection.inTransaction();
      if (isFirst) connection.run('begin immediate');
      const unit = queue.shift() as Unit;
      taken.push(unit);
      tell.push(await runUnit(unit, options, isFirst));
    }
    options.beforeCommit?.();
    if (connection.inTransaction()) connection.run('commit');
  } catch (error) {
    if (connection.inTransaction()) connection.run('rollback');
    // Nothing could even begin: those in the queue fail with the same reason rather than wait for it again and again.
    if (taken.length === 0) taken.push(...queue.splice(0));
    for (const unit of taken) unit.reject(databaseErrorOf(error));
    return;
  }
  options.onCommit?.(taken.length);
  for (const say of tell) say();
};

/**
 * Runs one unit. The first of a transaction has it to itself, so where it throws that is rolled back, and the next one begins another;
 * all others have a savepoint. Throws only if the whole transaction is lost.
 */
const runUnit = async (
  { work, resolve, reject }: Unit,
  options: GroupCommitOptions,
  isFirst: boolean,
): Promise<() => void> => {
  const { connection } = options;
  if (!isFirst) connection.run('savepoint unit');
  const handle = openUnit('sqlite', connection.execute);
  let say: () => void;
  try {
    const value = await withinTime(workOn(handle, work), options);
    // A failed statement that the unit swallowed: PostgreSQL would answer its COMMIT with a rollback.
    if (handle.failure() !== undefined)
      throw new DatabaseError('aborted', 'a statement of this unit failed', { cause: handle.failure() });
    say = () => {
      committed(handle.tx);
      resolve(value);
    };
  } catch (error) {
    if (!connection.inTransaction()) throw handle.failure() ?? new Bug('a unit ended the shared transaction');
    say = () => reject(error);
    if (isFirst) connection.run('rollback');
    else connection.run('rollback to unit');
    if (isFirst) return say;
  } finally {
    handle.end();
  }
  if (!connection.inTransaction()) throw new Bug('a unit ended the shared transaction');
  if (!isFirst) connection.run('release unit');
  return say;
};

const withinTime = <T>(result: Promise<T>, { clock, unitTimeout }: GroupCommitOptions): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = clock.after(unitTimeout, () =>
      reject(new DatabaseError('timeout', `a unit of work took more than ${unitTimeout} ms`)),
    );
    result.then(resolve, reject).finally(() => timer.cancel());
  });
