import type { OwnerKey } from './owner-key.ts';

/** Whose an account is. `platform`: the installation’s own, for what concerns no owner. */
export type LedgerOwner = OwnerKey | 'platform';

interface KindOfAccount {
  /** No posting takes the balance below; null: it may. */
  readonly floor: 0 | null;
  /** What it is in a balance sheet, by the words that `hledger` knows. */
  readonly nature: 'assets' | 'liabilities' | 'revenues' | 'expenses' | 'equity';
}

/**
 * Every kind of account. Those of the platform (`revenue` and what follows) are one an owner too: posting for one owner never
 * waits for another.
 */
export const ACCOUNT_KINDS = {
  wallet: { floor: null, nature: 'liabilities' },
  receivable: { floor: null, nature: 'assets' },
  'ai-credit': { floor: 0, nature: 'liabilities' },
  'ai-receivable': { floor: null, nature: 'assets' },
  revenue: { floor: null, nature: 'revenues' },
  'card-clearing': { floor: null, nature: 'assets' },
  'bank-clearing': { floor: null, nature: 'assets' },
  grants: { floor: null, nature: 'expenses' },
  shortfall: { floor: null, nature: 'expenses' },
  rounding: { floor: null, nature: 'expenses' },
  fx: { floor: null, nature: 'equity' },
} as const satisfies Readonly<Record<string, KindOfAccount>>;
export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** An account, as whoever posts names it. */
export interface AccountOf {
  readonly owner: LedgerOwner;
  readonly account: AccountKind;
}

export const accountIdOf = ({ owner, account }: AccountOf, currency: string): string =>
  `${owner}/${account}/${currency}`;

/** A new account: made with the first thing that is posted to it. */
export const newAccount = ({ owner, account }: AccountOf, currency: string) => ({
  id: accountIdOf({ owner, account }, currency),
  owner_key: owner as string,
  kind: account as string,
  currency,
  floor_micros: ACCOUNT_KINDS[account].floor,
  debits: 0,
  credits: 0,
  held: 0,
  frozen_at: null,
});
