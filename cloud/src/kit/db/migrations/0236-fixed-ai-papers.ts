import { type Kysely, sql } from 'kysely';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Receipts and statements of AI credit, and what its closed days came to, stay as they were written. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  for (const [table, ...key] of [
    ['ai_receipt', 'number'],
    ['ai_statement', 'facility_id', 'month'],
    ['ai_charge_day', 'facility_id', 'day'],
  ] as const)
    await fixRows(db, engine, { table, key, never: ['update', 'delete'] });
  if (engine === 'sqlite')
    // As for numbers: `insert or replace` would delete the receipt of the same transfer, without asking a trigger.
    await sql
      .raw(
        `create trigger ai_receipt_no_replace_of_transfer before insert on ai_receipt
          when exists (select 1 from ai_receipt where transfer_id = new.transfer_id) begin select raise(ignore); end`,
      )
      .execute(db);
};
