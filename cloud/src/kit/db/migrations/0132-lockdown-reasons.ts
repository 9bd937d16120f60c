import { type Kysely, sql } from 'kysely';
import type { Engine } from '../unit-of-work.ts';

/** Who said why a lockdown was begun, where that was afterwards. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const whole = engine === 'postgres' ? 'bigint' : 'integer';
  for (const column of ['reason_by text', 'reason_by_name text', `reason_at ${whole}`])
    await sql.raw(`alter table lockdown add column ${column}`).execute(db);
};
