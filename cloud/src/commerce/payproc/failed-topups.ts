import { amountText } from '../../kit/currencies.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { oneLine } from '../../platform/mail/mail.module.ts';
import { type BillingService, type News, tellAll } from '../billing/billing.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { TOPUP_FAILED, TOPUP_NEEDS_OWNER } from './topup-mails.ts';
import { topupsRepo } from './topups.repo.ts';
import type { PayprocCustomerTable } from './topups.tables.ts';

const PART = 50;
/** More than there are attempts in a row. */
const ATTEMPTS_MAX = 20;

/** Automatic top-ups that failed, as long as none has been paid since. */
export const createFailedTopups = ({
  db,
  billing,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly billing: Pick<BillingService, 'tell'>;
}) => {
  /** Of several in a row the first is told of, and the one with which they were given up. */
  const newsOf = async (tx: Tx, { owner_key: ownerKey, failures, off_code }: PayprocCustomerTable): Promise<News[]> => {
    const inARow = await topupsRepo(tx).lastFailed(ownerKey, Math.min(Number(failures), ATTEMPTS_MAX));
    const attempt = off_code === null ? inARow.at(-1) : inARow[0];
    if (attempt === undefined) return [];
    const values = {
      amount: amountText(Number(attempt.amount_cents), attempt.currency),
      code: oneLine(off_code ?? attempt.failed_code ?? attempt.state),
    };
    return [{ ownerKey, kind: off_code === null ? TOPUP_FAILED : TOPUP_NEEDS_OWNER, about: attempt.id, values }];
  };
  async function* due(): AsyncGenerator<readonly News[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const customers = await db.read((tx) => topupsRepo(tx).failing(from, PART));
      for (const customer of customers) yield await db.read((tx) => newsOf(tx, customer));
      after = customers.length < PART ? undefined : customers.at(-1)?.owner_key;
    }
  }

  return {
    tellDue: (signal: AbortSignal): Promise<void> => tellAll(billing.tell, due(), signal),

    /** Of these owners those whose last one failed, and why. */
    codesOf: async (tx: Tx, owners: readonly OwnerKey[]): Promise<ReadonlyMap<OwnerKey, string>> => {
      const codes = new Map<OwnerKey, string>();
      for (const { owner_key: owner, off_code } of await topupsRepo(tx).failingAmong(owners)) {
        const [last] = off_code === null ? await topupsRepo(tx).lastFailed(owner, 1) : [];
        const code = off_code ?? last?.failed_code;
        if (code != null) codes.set(owner, code);
      }
      return codes;
    },

    /** How many owners there are whose last one failed, counted up to so many. */
    count: (tx: Tx, most: number): Promise<number> => topupsRepo(tx).countFailing(most),
  };
};
export type FailedTopups = ReturnType<typeof createFailedTopups>;
