import type { Tx } from '../../kit/db/unit-of-work.ts';
import { referencesNear } from '../billing/billing.module.ts';
import type { Payable, PaymentsService } from '../payments/payments.module.ts';
import type { BankEntry } from './read/bank-statement.ts';
import { referencesIn } from './references-in.ts';
import type { Reason } from './statements.repo.ts';

/** What becomes of a payment by itself: it settles what its reference pays, or it waits for somebody. */
export type EntryVerdict =
  | { readonly is: 'settles'; readonly reference: string; readonly payable: Payable }
  | {
      readonly is: 'waits';
      readonly reason: Reason;
      readonly reference: string | null;
      /** Whose it may be: nobody of these is restricted while it waits. */
      readonly owners: readonly string[];
    };

const waits = (reason: Reason, reference: string | null = null, payables: readonly Payable[] = []): EntryVerdict => ({
  is: 'waits',
  reason,
  reference,
  owners: [...new Set(payables.map(({ ownerKey }) => ownerKey as string))],
});

export interface JudgesEntries {
  readonly payments: Pick<PaymentsService, 'find'>;
  /** The currency that we bill in. */
  readonly currency: string;
}

/** So many references are looked for of what reads as one, and is none. */
const NEAR_MAX = 100;

/** What is open by a reference a letter or a swap away from one of these. */
const openNear = async (
  tx: Tx,
  payments: JudgesEntries['payments'],
  written: readonly string[],
): Promise<readonly Payable[]> => {
  const open: Payable[] = [];
  for (const reference of [...new Set(written.flatMap(referencesNear))].slice(0, NEAR_MAX)) {
    const payable = await payments.find(tx, reference);
    if (payable !== undefined && payable.settled === null && !payable.cancelled) open.push(payable);
  }
  return open;
};

/** Looks at a payment as it is in its file, and at what is open now. Nothing is changed. */
export const judgeEntry = async (
  tx: Tx,
  { payments, currency }: JudgesEntries,
  entry: BankEntry & { readonly currency: string },
): Promise<EntryVerdict> => {
  if (entry.reversal) return waits('reversal');
  if (entry.direction === 'debit') return waits('debit');
  if (entry.currency !== currency) return waits('other_currency');
  const { right, mistyped } = referencesIn(entry.text);
  const found: { readonly reference: string; readonly payable: Payable }[] = [];
  for (const reference of right) {
    const payable = await payments.find(tx, reference);
    if (payable !== undefined) found.push({ reference, payable });
  }
  const [one] = found;
  if (one === undefined) {
    const near = await openNear(tx, payments, [...mistyped, ...right]);
    return near.length === 0 ? waits('no_reference') : waits('mistyped', mistyped[0] ?? right[0] ?? null, near);
  }
  const { reference, payable } = one;
  if (found.length > 1)
    return waits(
      'several_references',
      reference,
      found.map(({ payable }) => payable),
    );
  if (payable.settled !== null) return waits('already_settled', reference, [payable]);
  if (payable.cancelled) return waits('reference_cancelled', reference, [payable]);
  if (payable.expectedCents !== entry.minor) return waits('amount_mismatch', reference, [payable]);
  return { is: 'settles', reference, payable };
};
