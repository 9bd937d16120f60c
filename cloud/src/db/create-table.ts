import { type Kysely, sql } from 'kysely';
import type { Engine } from './unit-of-work.ts';

/**
 * Creates a table from one definition on either engine: `create table` is written for PostgreSQL (`bigint`,
 * `double precision`), and becomes a STRICT table with SQLite's own type names there, so that neither takes a value of
 * the wrong kind.
 */
export const createTable = async (db: Kysely<unknown>, engine: Engine, definition: string): Promise<void> => {
  const text =
    engine === 'sqlite'
      ? `create table ${definition.replace(/\bbigint\b/g, 'integer').replace(/\bdouble precision\b/g, 'real')} strict`
      : `create table ${definition}`;
  await sql.raw(text).execute(db);
};
