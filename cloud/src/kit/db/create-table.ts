import { type Kysely, sql } from 'kysely';
import type { Engine } from './unit-of-work.ts';

/** A definition as the engine says it: it is written for PostgreSQL (`bigint`, `double precision`). */
const forEngine = (engine: Engine, definition: string): string =>
  engine === 'sqlite'
    ? definition.replace(/\bbigint\b/g, 'integer').replace(/\bdouble precision\b/g, 'real')
    : definition;

/**
 * Creates a table from one definition on either engine; on SQLite it becomes a STRICT table with SQLite's own type
 * names, so that neither engine takes a value of the wrong kind.
 */
export const createTable = async (db: Kysely<unknown>, engine: Engine, definition: string): Promise<void> => {
  const text = `create table ${forEngine(engine, definition)}`;
  await sql.raw(engine === 'sqlite' ? `${text} strict` : text).execute(db);
};

/** Adds a column, such as `closed_at bigint`, to a table that `createTable` made. */
export const addColumn = async (
  db: Kysely<unknown>,
  engine: Engine,
  { table, definition }: { table: string; definition: string },
): Promise<void> => {
  await sql.raw(`alter table ${table} add column ${forEngine(engine, definition)}`).execute(db);
};
