import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import type { Profile } from './billing-shapes.ts';
import type { OwesByRecords } from './owed.ts';
import type { BilledOwner } from './owners.ts';
import type { Profiles } from './profiles.ts';
import type { TopupInvoices } from './topup-invoices.ts';

export interface Note {
  readonly code: string;
  readonly message: string;
}
/** What stands against a change of the billing method, and what should be known before. */
export interface Preflight {
  readonly from: Profile['billingMethod'];
  readonly to: Profile['billingMethod'];
  readonly canMigrate: boolean;
  readonly blockers: readonly Note[];
  readonly warnings: readonly Note[];
  readonly openInvoices: number;
  readonly unbilledMicros: number;
}

export interface PreflightFacts {
  readonly from: Profile['billingMethod'];
  readonly to: Profile['billingMethod'];
  readonly balanceMicros: number;
  readonly pendingTopups: number;
  readonly openRecords: number;
  readonly overdueCents: number;
  readonly unbilledMicros: number;
  readonly autoTopup: boolean;
}

const note = (code: string, message: string): Note => ({ code, message });

/** What has to be settled before somebody is billed another way: nothing may be owed under the one that ends. */
export const judgeMigration = (facts: PreflightFacts): Preflight => {
  const { from, to, balanceMicros, pendingTopups, openRecords, overdueCents, unbilledMicros } = facts;
  const blockers: Note[] = [];
  const warnings: Note[] = [];
  if (from === to) warnings.push(note('same_method', `It is billed by ${to} already.`));
  else if (to === 'invoice') {
    if (balanceMicros < 0)
      blockers.push(note('negative_balance', 'The wallet is below zero: have it topped up first.'));
    if (pendingTopups > 0)
      blockers.push(note('pending_topups', 'Top-up invoices wait to be paid: cancel them, or match them.'));
    if (balanceMicros > 0)
      warnings.push(note('balance_left', 'The wallet keeps its balance, and no day is paid from it.'));
    if (facts.autoTopup) warnings.push(note('auto_topup', 'The automatic top-up stays set, and tops up nothing.'));
  } else {
    if (overdueCents > 0) blockers.push(note('overdue_records', 'A monthly record is overdue.'));
    if (unbilledMicros > 0)
      blockers.push(note('unbilled_days', 'Days of this month are on no record yet: change once it is closed.'));
    if (openRecords > 0) warnings.push(note('open_records', 'Monthly records stay to be paid by their references.'));
    if (balanceMicros <= 0)
      warnings.push(note('empty_wallet', 'The wallet is empty: the next day takes it below zero.'));
  }
  const openInvoices = pendingTopups + openRecords;
  return { from, to, canMigrate: blockers.length === 0, blockers, warnings, openInvoices, unbilledMicros };
};

export const createPreflight =
  ({
    ledger,
    profiles,
    topups,
    monthlyRecords,
  }: {
    readonly ledger: Pick<LedgerService, 'balance'>;
    readonly profiles: Pick<Profiles, 'resolve'>;
    readonly topups: Pick<TopupInvoices, 'countPending'>;
    readonly monthlyRecords: OwesByRecords;
  }) =>
  async (
    tx: Tx,
    owner: BilledOwner,
    { from, to }: { readonly from?: Profile['billingMethod']; readonly to: Profile['billingMethod'] },
  ): Promise<Preflight> => {
    const { key } = owner;
    const { profile } = await profiles.resolve(tx, owner);
    const owed = (await monthlyRecords.owedByRecords(tx, [key])).get(key);
    return judgeMigration({
      from: from ?? profile.billingMethod,
      to,
      balanceMicros: await ledger.balance(tx, { owner: key, account: 'wallet' }),
      pendingTopups: await topups.countPending(tx, key),
      openRecords: owed?.openRecords ?? 0,
      overdueCents: owed?.overdueCents ?? 0,
      unbilledMicros: owed?.unbilledMicros ?? 0,
      autoTopup: profile.autoTopup.enabled,
    });
  };
