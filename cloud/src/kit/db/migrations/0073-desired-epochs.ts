import { type Kysely, sql } from 'kysely';
import type { Engine } from '../unit-of-work.ts';

/**
 * What a box should be has an epoch, for a database may be restored; and doors that a restored one knows wait for somebody
 * to look. Lockdowns that nobody takes are looked for every few seconds.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw('alter table box add column desired_epoch text').execute(db);
  await sql.raw(`alter table box add column held_since ${whole}`).execute(db);
  await sql.raw(`create index door_wish_open on door_wish (kind, made_at) where state = 'open'`).execute(db);
};
