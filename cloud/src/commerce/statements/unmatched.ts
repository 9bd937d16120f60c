import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { type LedgerService, microsOfMinor, type OwnerKey } from '../ledger/ledger.module.ts';
import { startOf } from '../rates/rates.module.ts';
import { statementsFault } from './statements.faults.ts';
import { type BankEntryRow, statementsRepo } from './statements.repo.ts';

export interface UnmatchedDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly ledger: Pick<LedgerService, 'post'>;
  readonly billing: Pick<BillingService, 'owners' | 'approvals' | 'currency' | 'cameIn'> & {
    readonly wallets: Pick<BillingService['wallets'], 'credited'>;
  };
}
interface Who {
  /** As the books name them. */
  readonly by: string;
  /** Who it really is, whoever they act as. */
  readonly actor: string;
}
export const AskedCredit = z.object({ entryId: z.string(), note: z.string(), by: z.string() });

export const entryViewOf = (row: BankEntryRow, mayBe: readonly string[] = []) => ({
  entryId: row.id,
  fileId: row.file_id,
  account: row.account,
  bankReference: row.bank_reference,
  bookedOn: row.booked_on,
  amountMinor: row.amount_minor,
  currency: row.currency,
  direction: row.direction,
  reversal: row.reversal === 1,
  text: row.text,
  payer: row.payer,
  state: row.state,
  reason: row.reason,
  reference: row.reference,
  mayBeOf: [...mayBe],
  ownerKey: row.owner_key,
  transferId: row.transfer_id,
  note: row.note,
  decidedAt: row.decided_at === null ? null : isoOf(Number(row.decided_at)),
});

/** Payments that nothing settles by itself, until somebody says what becomes of them: each once. */
export const createUnmatched = ({ clock, ledger, billing }: UnmatchedDeps) => {
  const waiting = async (tx: Tx, entryId: string): Promise<BankEntryRow> => {
    const found = await statementsRepo(tx).findEntry(entryId);
    if (found === undefined) throw statementsFault('entry_unknown', 'There is no such payment.');
    if (found.state !== 'waiting')
      throw statementsFault('entry_decided', `The payment is ${found.state}, and stays so.`);
    return found;
  };
  const decide = async (
    tx: Tx,
    entry: BankEntryRow,
    decision: Pick<BankEntryRow, 'state' | 'owner_key' | 'transfer_id' | 'note'>,
    by: string,
  ) => {
    const decided = await statementsRepo(tx).decide(entry.id, {
      ...{ ...decision, reference: entry.reference },
      ...{ decided_by: by, decided_at: clock.wallMs() },
    });
    if (decided === undefined) throw statementsFault('entry_decided', 'Somebody else has just decided this payment.');
    return decided;
  };
  const credit = async (tx: Tx, entry: BankEntryRow, owner: OwnerKey, { note, by }: { note: string; by: string }) => {
    const { transferId } = await ledger.post(tx, {
      key: `bank:${entry.id}`,
      kind: 'bank-payment',
      debit: { owner, account: 'bank-clearing' },
      credit: { owner, account: 'wallet' },
      currency: billing.currency,
      micros: microsOfMinor(entry.amount_minor, billing.currency),
      about: entry.id,
      by,
    });
    await billing.wallets.credited(tx, owner);
    const came = { ownerKey: owner, kind: 'bank-payment', aboutId: entry.id, cents: entry.amount_minor } as const;
    await billing.cameIn(tx, { ...came, at: startOf(entry.booked_on) });
    return decide(tx, entry, { state: 'credited', owner_key: owner, transfer_id: transferId, note }, by);
  };

  return {
    page: async (tx: Tx, { after, limit }: { readonly after?: string | undefined; readonly limit: number }) => {
      const rows = await statementsRepo(tx).pageOfWaiting(after, limit);
      const owners = await statementsRepo(tx).ownersOf(rows.map(({ id }) => id));
      return rows.map((row) => entryViewOf(row, owners.get(row.id)));
    },

    /** Credits a payment to somebody's wallet, or asks a second person where it is much. */
    credit: async (
      tx: Tx,
      entryId: string,
      { ownerKey, note }: { readonly ownerKey: string; readonly note: string },
      { by, actor }: Who,
    ) => {
      const entry = await waiting(tx, entryId);
      const { amount_minor, direction, reversal, currency } = entry;
      if (direction === 'debit' || reversal === 1 || currency !== billing.currency || amount_minor === 0)
        throw statementsFault('entry_not_credited', 'Only what came in, in the currency that is billed, is credited.');
      const owner = await billing.owners.require(tx, ownerKey);
      if (!billing.approvals.isNeeded(amount_minor))
        return { entry: await credit(tx, entry, owner.key, { note, by }), approvalId: null };
      const asked = { entryId, note, by };
      const amountCents = amount_minor;
      const kind = 'entry' as const;
      const approvalId = await billing.approvals.ask(tx, { kind, ownerKey: owner.key, amountCents, asked, by: actor });
      return { entry, approvalId };
    },

    /** A credit that a second person has approved. */
    creditApproved: async (
      tx: Tx,
      asked: unknown,
      ownerKey: string,
    ): Promise<{ readonly transferId: string | null }> => {
      const { entryId, note, by } = AskedCredit.parse(asked);
      const { key } = await billing.owners.require(tx, ownerKey);
      const { transfer_id } = await credit(tx, await waiting(tx, entryId), key, { note, by });
      return { transferId: transfer_id };
    },

    /** Puts a payment aside: it is matched by hand already, is not for us, or is dealt with elsewhere. */
    dismiss: async (tx: Tx, entryId: string, note: string, by: string) => {
      const entry = await waiting(tx, entryId);
      return decide(tx, entry, { state: 'dismissed', owner_key: null, transfer_id: null, note }, by);
    },

    /** How many wait, counted up to so many. */
    count: (tx: Tx, most: number): Promise<number> => statementsRepo(tx).countWaiting(most),

    /** Whether a payment waits that may be this owner's. */
    mayHavePaid: (tx: Tx, owner: OwnerKey): Promise<boolean> => statementsRepo(tx).hasWaitingOf(owner),
  };
};
export type Unmatched = ReturnType<typeof createUnmatched>;
