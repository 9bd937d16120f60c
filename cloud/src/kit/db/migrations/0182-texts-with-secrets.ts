import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** A text with a secret in it, as it is sent: sealed, by a key that is not in the database. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, { table: 'sms_message', definition: 'sealed text' });
