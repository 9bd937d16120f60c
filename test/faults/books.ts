import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { expect } from 'vitest';

/** Of numbers as either database gives them. */
export const sum = (numbers: readonly unknown[]): number => numbers.reduce((all: number, one) => all + Number(one), 0);

/**
 * Accounts are what their transfers make them; all together come to zero; no floor is passed; what is held is held for something.
 * Resolves with all of these.
 */
export const expectBooks = async (db: Pick<Database, 'read'>, said: string) => {
  const { transfers, accounts, holds } = await db.read(async (tx) => ({
    transfers: await tx.selectFrom('ledger_transfer').selectAll().execute(),
    accounts: await tx.selectFrom('ledger_account').selectAll().execute(),
    holds: await tx.selectFrom('ledger_hold').selectAll().where('state', '=', 'held').execute(),
  }));
  for (const { id, debits, credits, held, floor_micros: floor } of accounts) {
    const of = (side: 'debit_account' | 'credit_account') =>
      sum(transfers.filter((transfer) => transfer[side] === id).map(({ micros }) => micros));
    expect([Number(debits), Number(credits)], `${id}: ${said}`).toEqual([of('debit_account'), of('credit_account')]);
    const heldFor = holds.filter((hold) => hold.account_id === id).map(({ micros }) => micros);
    expect(Number(held), `${id}: ${said}`).toBe(sum(heldFor));
    if (floor !== null)
      expect(Number(credits) - Number(debits) - Number(held), `${id}: ${said}`).toBeGreaterThanOrEqual(Number(floor));
  }
  expect(sum(accounts.map(({ debits }) => debits)), said).toBe(sum(accounts.map(({ credits }) => credits)));
  return { transfers, accounts, holds };
};
