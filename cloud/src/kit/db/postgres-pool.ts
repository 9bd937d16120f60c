import { Bug } from '@gatehouse/shared/fault/fault.ts';
import pg from 'pg';
import type { DatabaseDeps } from './open-database.ts';
import type { Execute } from './unit-handle.ts';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;

/** Numbers of the wire protocol's text form that must be exact: a bigint, or a sum of them. */
const exactNumber = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Bug(`${text} is beyond 2^53 - 1`);
  return value;
};
const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? exactNumber
    : // The library declares one overload for each format.
      pg.types.getTypeParser(oid, format as 'text');

/** The pool. Every commit waits for the server's disk, and no session can hold locks for ever. */
export const openPool = (url: string, log: DatabaseDeps['log']): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c synchronous_commit=on',
    application_name: 'gatehouse',
    types: { getTypeParser: parserOf },
  });
  // Without a listener the end of a server ends this process too, for idle connections and for those at work.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
};

/** Runs statements on one connection of the pool. */
export const executeOn =
  (client: pg.PoolClient): Execute =>
  async ({ sql, parameters }) => {
    const result = await client.query(sql, [...parameters]);
    const wrote = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command ?? '');
    return { rows: result.rows ?? [], ...(wrote && { numAffectedRows: BigInt(result.rowCount ?? 0) }) };
  };
