import { amountText } from '../../kit/currencies.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { oneLine } from '../../platform/mail/mail.module.ts';
import { type BillingService, type News, tellAll } from '../billing/billing.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { AI_TOPUP_FAILED, AI_TOPUP_NEEDS_OWNER, TOPUP_FAILED, TOPUP_NEEDS_OWNER } from './topup-mails.ts';
import { topupsRepo } from './topups.repo.ts';
import {
  type PayprocCustomerTable,
  TOPUP_PURPOSES,
  type TopupAttemptTable,
  type TopupPurpose,
} from './topups.tables.ts';

const PART = 50;
/** More than there are attempts in a row. */
const ATTEMPTS_MAX = 20;

const KINDS = {
  wallet: { again: TOPUP_FAILED, over: TOPUP_NEEDS_OWNER },
  'ai-credit': { again: AI_TOPUP_FAILED, over: AI_TOPUP_NEEDS_OWNER },
} as const satisfies Readonly<Record<TopupPurpose, object>>;

const newsOfOne = (attempt: TopupAttemptTable, offCode: string | null): Pick<News, 'kind' | 'values'> => ({
  kind: KINDS[attempt.purpose][offCode === null ? 'again' : 'over'],
  values: {
    amount: amountText(Number(attempt.amount_cents), attempt.currency),
    code: oneLine(offCode ?? attempt.failed_code ?? attempt.state),
  },
});

/** Automatic top-ups that failed, as long as none has been paid since. */
export const createFailedTopups = ({
  db,
  billing,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly billing: Pick<BillingService, 'tell'>;
}) => {
  /** Of several in a row the first is told of, of each account, and the one with which all were given up: they are by one card. */
  const newsOf = async (tx: Tx, { owner_key: ownerKey, failures, off_code }: PayprocCustomerTable): Promise<News[]> => {
    const inARow = await topupsRepo(tx).lastFailed(ownerKey, Math.min(Number(failures), ATTEMPTS_MAX));
    const first = (of: TopupPurpose) => inARow.findLast(({ purpose }) => purpose === of) ?? [];
    const toTell = off_code === null ? TOPUP_PURPOSES.flatMap(first) : inARow.slice(0, 1);
    return toTell.map((attempt) => ({ ownerKey, about: attempt.id, ...newsOfOne(attempt, off_code) }));
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
