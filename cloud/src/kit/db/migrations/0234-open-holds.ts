import { type Kysely, sql } from 'kysely';

/**
 * Of what is held only that which is open is asked for: by its account when the books are recounted, and by when it expires. What is
 * resolved is in neither index, which every answer of a model would go on filling.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const index of ['ledger_hold_open', 'ledger_hold_expiry']) await sql.raw(`drop index ${index}`).execute(db);
  for (const index of [
    `ledger_hold_open on ledger_hold (account_id) where state = 'held'`,
    `ledger_hold_expiry on ledger_hold (expires_at) where state = 'held'`,
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
