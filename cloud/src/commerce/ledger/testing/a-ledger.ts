import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { AccountKind, LedgerOwner } from '../accounts.ts';
import { createLedgerService } from '../ledger.service.ts';
import type { Posting } from '../posting.ts';

/** A ledger on its own, and whose accounts it has frozen. */
export const aLedger = (db: Database, clock: ManualClock, currency = 'EUR') => {
  const frozen: string[] = [];
  const ledger = createLedgerService({
    db,
    clock,
    random: systemRandom,
    log: { info: () => undefined, error: () => undefined },
    currency,
    tellFrozen: async (_tx, { id }) => void frozen.push(id),
  });
  return { ledger, frozen };
};

/** From one account of an owner to another. */
export const posting = (
  owner: LedgerOwner,
  key: string,
  micros: number,
  [debit, credit]: readonly [AccountKind, AccountKind] = ['bank-clearing', 'wallet'],
): Posting => ({
  key,
  kind: 'test',
  debit: { owner, account: debit },
  credit: { owner, account: credit },
  currency: 'EUR',
  micros,
  about: 'test_1',
  by: 'system:test',
});
