import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type LedgerService, microsOfMinor, type OwnerKey } from '../ledger/ledger.module.ts';
import { billingFault } from './billing.faults.ts';
import { type LockoutFacts, type LockoutState, lockoutAt } from './lockout.ts';
import type { OwesByRecords } from './owed.ts';
import type { BilledOwner, Owners } from './owners.ts';
import type { Profiles } from './profiles.ts';
import { afterCharge, afterCredit, type Markers, NO_MARKERS } from './wallet-markers.ts';
import { type WalletRow, walletsRepo } from './wallets.repo.ts';

export interface WalletsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly ledger: Pick<LedgerService, 'post' | 'currency' | 'balance'>;
  readonly owners: Owners;
  readonly profiles: Pick<Profiles, 'resolve'>;
  readonly monthlyRecords: OwesByRecords;
  readonly mayHavePaid: (tx: Tx, owner: OwnerKey) => Promise<boolean>;
}

export interface Adjustment {
  readonly amountCents: number;
  readonly note: string;
  readonly allowNegative: boolean;
  readonly by: string;
}

export const markersOf = (row: WalletRow | undefined): Markers =>
  row === undefined ? NO_MARKERS : { depletedAt: row.depleted_at, lowAt: row.low_at };

/** What owners have paid ahead. The balance is the ledger’s; beside it is noted since when it is used up. */
export const createWallets = (deps: WalletsDeps) => {
  const { clock, random, ledger, owners, profiles, monthlyRecords, mayHavePaid } = deps;
  const walletOf = (owner: OwnerKey) => ({ owner, account: 'wallet' as const });
  const balance = (tx: Tx, owner: OwnerKey) => ledger.balance(tx, walletOf(owner));

  const mark = async (tx: Tx, owner: OwnerKey, after: (before: Markers, balance: number) => Markers) => {
    const before = markersOf(await walletsRepo(tx).find(owner));
    const now = after(before, await balance(tx, owner));
    if (now.depletedAt !== before.depletedAt || now.lowAt !== before.lowAt)
      await walletsRepo(tx).put({ owner_key: owner, depleted_at: now.depletedAt, low_at: now.lowAt });
  };
  /** Something came in, and is posted. */
  const credited = (tx: Tx, owner: OwnerKey) => mark(tx, owner, afterCredit);
  /** Something was taken, and is posted. */
  const charged = async (tx: Tx, owner: BilledOwner) => {
    const { profile } = await profiles.resolve(tx, owner);
    const threshold = profile.autoTopup.thresholdCents;
    const thresholdMicros = threshold === null ? null : microsOfMinor(threshold, ledger.currency);
    await mark(tx, owner.key, (before, micros) =>
      afterCharge(before, { balance: micros, threshold: thresholdMicros, now: clock.wallMs() }),
    );
  };

  /** Whoever pays for an owner: a facility may leave that to its organisation. */
  const payerFor = async (tx: Tx, owner: BilledOwner) => {
    const { profile } = await profiles.resolve(tx, owner);
    const payer = profile.payerScope === 'organisation' && owner.orgKey !== null ? owner.orgKey : owner.key;
    return { profile, payer: payer === owner.key ? owner : await owners.require(tx, payer) };
  };

  /** As it stands now: it is judged anew each time, so that nothing has to be done for it to end. */
  const lockout = async (tx: Tx, owner: BilledOwner): Promise<LockoutState> => {
    const { profile, payer } = await payerFor(tx, owner);
    const { lockoutPolicy: policy } = (await profiles.resolve(tx, payer)).profile;
    const { depletedAt } = markersOf(await walletsRepo(tx).find(payer.key));
    const owed = (await monthlyRecords.owedByRecords(tx, [payer.key])).get(payer.key);
    const facts: LockoutFacts = {
      balanceMicros: await balance(tx, payer.key),
      depletedAt: profile.billingMethod === 'wallet' ? depletedAt : null,
      overdueSince: owed?.overdueSince ?? null,
      policy,
      billingDisabled: profile.billingDisabled,
      mayHavePaid: false,
    };
    const state = lockoutAt(clock.wallMs(), facts);
    // Asked only where it makes a difference.
    if (state.state !== 'restricted' || !(await mayHavePaid(tx, payer.key))) return state;
    return lockoutAt(clock.wallMs(), { ...facts, mayHavePaid: true });
  };

  return {
    balance,
    credited,
    charged,
    payerFor,
    lockout,
    markers: async (tx: Tx, owner: OwnerKey): Promise<Markers> => markersOf(await walletsRepo(tx).find(owner)),

    /** Throws `wallet_locked` where whoever pays for the owner is restricted. Nothing about a door ever asks. */
    refuseRestricted: async (tx: Tx, owner: OwnerKey): Promise<void> => {
      const { state } = await lockout(tx, await owners.require(tx, owner));
      if (state === 'restricted')
        throw billingFault('wallet_locked', 'What is owed has to be paid first: see the wallet.');
    },

    /** Owners whose wallets are low or used up, so many after one. */
    low: (tx: Tx, after: string, limit: number): Promise<OwnerKey[]> => walletsRepo(tx).lowAfter(after, limit),

    /** What people wrote beside adjustments, by the transfer. */
    notesOf: (tx: Tx, transferIds: readonly string[]) => walletsRepo(tx).notesOf(transferIds),

    /** Posts an adjustment. Throws `insufficient_balance` where a debit is past the balance and may not be. */
    adjust: async (tx: Tx, owner: BilledOwner, { amountCents, note, allowNegative, by }: Adjustment) => {
      const isCredit = amountCents > 0;
      const ours = { owner: owner.key, account: 'grants' as const };
      const adjustmentId = randomId('adj', random, clock.wallMs());
      const { transferId } = await ledger.post(tx, {
        key: `adjust:${adjustmentId}`,
        kind: 'adjustment',
        debit: isCredit ? ours : walletOf(owner.key),
        credit: isCredit ? walletOf(owner.key) : ours,
        currency: ledger.currency,
        micros: microsOfMinor(Math.abs(amountCents), ledger.currency),
        about: adjustmentId,
        by,
        ...(!isCredit && !allowNegative && { floor: 0 }),
      });
      const row = { transfer_id: transferId, owner_key: owner.key, note, made_by: by, made_at: clock.wallMs() };
      await walletsRepo(tx).addAdjustment(row);
      await (isCredit ? credited(tx, owner.key) : charged(tx, owner));
      return { transferId };
    },
  };
};
export type Wallets = ReturnType<typeof createWallets>;
