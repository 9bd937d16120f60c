import { type Kysely, sql } from 'kysely';

/**
 * Windows that count may be fewer than those that were sent under their revision; and a refusal may be one that operators are
 * told of at once, because somebody's access hangs on it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table member_windows add column held integer not null default 0').execute(db);
  await sql.raw('alter table refused_member add column urgent integer not null default 0').execute(db);
};
