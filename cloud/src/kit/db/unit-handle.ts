import { AsyncLocalStorage } from 'node:async_hooks';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely';
import { DatabaseError, databaseErrorOf } from './errors.ts';
import { checkParameters } from './parameters.ts';
import type { Tables } from './tables.ts';
import type { Engine, Tx } from './unit-of-work.ts';

/** Runs one statement on an open connection. */
export type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** What one unit of work gets, and how its owner takes it back. */
export interface UnitHandle {
  readonly tx: Tx;
  /** The first failed statement: the unit cannot succeed any more, on SQLite as on PostgreSQL. */
  readonly failure: () => unknown;
  /** From here on every query through `tx` is refused: a forgotten promise cannot reach into the next unit. */
  readonly end: () => void;
}

const refuse = (): never => {
  throw new Bug('a unit of work is one transaction: it can neither be nested nor ended by hand');
};
const driver: Driver = {
  init: async () => undefined,
  acquireConnection: async () => refuse(),
  beginTransaction: async () => refuse(),
  commitTransaction: async () => refuse(),
  rollbackTransaction: async () => refuse(),
  releaseConnection: async () => undefined,
  destroy: async () => refuse(),
};

/**
 * Writes a parameter as `+?`, which is the same value. A bare one that is compared with an indexed column may choose the
 * plan (SQLite built with STAT4), so SQLite would compile every join anew whenever it is bound: eight times the work.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

const POSTGRES: Dialect = {
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
const SQLITE: Dialect = {
  createDriver: () => driver,
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};
const engineOf = (dialect: Dialect) => ({
  dialect,
  adapter: dialect.createAdapter(),
  compiler: dialect.createQueryCompiler(),
});
const ENGINES = { postgres: engineOf(POSTGRES), sqlite: engineOf(SQLITE) };

/** Of a unit: what Kysely asks, and its connection itself. */
class UnitExecutor extends DefaultQueryExecutor {
  readonly connection: DatabaseConnection;

  constructor(engine: Engine, connection: DatabaseConnection) {
    const { compiler, adapter } = ENGINES[engine];
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
    this.connection = connection;
  }
}

/** Runs a compiled query of a unit. Kysely's own way there is several promises long, for plugins that we do not have. */
export const runCompiled = <Row>(tx: Tx, query: CompiledQuery<Row>): Promise<QueryResult<Row>> =>
  (tx.getExecutor() as UnitExecutor).connection.executeQuery<Row>(query);

/**
 * A handle for one unit on an open connection. INVARIANT: after a statement has failed no other one runs, so that code
 * which goes on after a refused insert fails on SQLite just as it does on PostgreSQL.
 */
export const openUnit = (engine: Engine, execute: Execute): UnitHandle => {
  let ended = false;
  let failure: unknown;
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      if (ended) throw new Bug('a query came after its unit of work had ended');
      if (failure !== undefined)
        throw new DatabaseError('aborted', 'an earlier statement of this unit failed', { cause: failure });
      try {
        checkParameters(query.parameters);
        return (await execute(query)) as QueryResult<R>;
      } catch (error) {
        failure ??= databaseErrorOf(error);
        throw failure;
      }
    },
    streamQuery: () => refuse(),
  };
  const { dialect } = ENGINES[engine];
  const executor = new UnitExecutor(engine, connection);
  const tx: Kysely<Tables> = new Transaction<Tables>({ config: { dialect }, driver, executor, dialect });
  return {
    tx: tx as Tx,
    failure: () => failure,
    end: () => {
      ended = true;
    },
  };
};

const inside = new AsyncLocalStorage<{ over: boolean }>();

/**
 * Runs the work of a unit, so that another one begun within it is refused: a write would wait for its own end, and a read
 * see what was before it, on a connection that all others of the pool may be waiting for.
 */
export const workOn = <T>({ tx }: UnitHandle, work: (tx: Tx) => Promise<T>): Promise<T> => {
  // A timer that was set within a unit still knows of it long after.
  const unit = { over: false };
  return inside.run(unit, async () => {
    try {
      return await work(tx);
    } finally {
      unit.over = true;
    }
  });
};

/** Throws if called from within a unit. */
export const refuseNesting = (): void => {
  if (inside.getStore()?.over === false)
    throw new Bug('a unit of work was asked for within another one: use the transaction at hand');
};
