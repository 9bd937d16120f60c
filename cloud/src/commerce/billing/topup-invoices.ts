import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerService, OwnerKey } from '../ledger/ledger.module.ts';
import { microsOfMinor } from '../ledger/ledger.module.ts';
import type { EvenOutAi } from './ai-owed.ts';
import { billingFault } from './billing.faults.ts';
import type { CameIn } from './billing.ports.ts';
import type { BilledOwner } from './owners.ts';
import { newPaymentReference } from './payment-reference.ts';
import { type TopupRow, topupInvoicesRepo } from './topup-invoices.repo.ts';
import type { Wallets } from './wallets.ts';

const LISTED_MAX = 100;
/** 35 random bits: that several are taken in a row does not happen. */
const TRIES = 5;

const isoOrNull = (at: number | null): string | null => (at === null ? null : isoOf(Number(at)));
export const invoiceViewOf = (row: TopupRow) => ({
  invoiceId: row.id,
  ownerKey: row.owner_key as string,
  purpose: row.purpose,
  amountCents: row.amount_cents,
  currency: row.currency,
  reference: row.reference,
  state: row.state,
  dueAt: isoOf(Number(row.due_at)),
  madeBy: row.made_by,
  madeAt: isoOf(Number(row.made_at)),
  cancelledAt: isoOrNull(row.cancelled_at),
  receivedCents: row.received_cents,
  paidAt: isoOrNull(row.paid_at),
});

/** What came in for an invoice. */
export interface Received {
  readonly cents: number;
  readonly paidAt: number;
  readonly by: string;
}

/** Top-ups that are paid by a transfer with a reference: pending, then paid or cancelled, and never anything after. */
export const createTopupInvoices = ({
  clock,
  random,
  ledger,
  wallets,
  moneyCameIn,
  evenOutAi,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly wallets: Pick<Wallets, 'credited'>;
  readonly moneyCameIn: (tx: Tx, cameIn: readonly CameIn[]) => Promise<void>;
  readonly evenOutAi: EvenOutAi;
}) => ({
  create: async (
    tx: Tx,
    owner: BilledOwner,
    {
      amountCents,
      dueDays,
      by,
      purpose = 'wallet',
    }: {
      readonly amountCents: number;
      readonly dueDays: number;
      readonly by: string;
      readonly purpose?: TopupRow['purpose'];
    },
  ) => {
    const now = clock.wallMs();
    for (let tries = 0; tries < TRIES; tries++) {
      const row = {
        id: randomId('tinv', random, now),
        owner_key: owner.key,
        purpose,
        amount_cents: amountCents,
        currency: ledger.currency,
        reference: newPaymentReference(random),
        state: 'pending' as const,
        due_at: now + Days(dueDays),
        made_by: by,
        made_at: now,
        ...{ cancelled_at: null, received_cents: null, paid_at: null, settled_at: null, transfer_id: null },
      };
      if (await topupInvoicesRepo(tx).insert(row)) return invoiceViewOf(row);
    }
    throw new Bug('every new reference was taken');
  },

  newest: async (tx: Tx, owner: BilledOwner) =>
    (await topupInvoicesRepo(tx).newestOf(owner.key, LISTED_MAX)).map(invoiceViewOf),
  countPending: (tx: Tx, ownerKey: OwnerKey): Promise<number> => topupInvoicesRepo(tx).countPending(ownerKey),
  findByReference: (tx: Tx, reference: string): Promise<TopupRow | undefined> =>
    topupInvoicesRepo(tx).findByReference(reference),
  find: (tx: Tx, id: string): Promise<TopupRow | undefined> => topupInvoicesRepo(tx).find(id),

  /** Throws `invoice_unknown` and `invoice_paid`. One that was cancelled before stays so. */
  cancel: async (tx: Tx, id: string) => {
    const repo = topupInvoicesRepo(tx);
    const cancelled = await repo.cancel(id, clock.wallMs());
    if (cancelled !== undefined) return { ...invoiceViewOf(cancelled), changed: true };
    const found = await repo.find(id);
    if (found === undefined) throw billingFault('invoice_unknown', 'There is no such top-up invoice.');
    if (found.state === 'paid') throw billingFault('invoice_paid', 'The invoice is paid, and stays so.');
    return { ...invoiceViewOf(found), changed: false };
  },

  /**
   * Takes in what came for an invoice, in the state that it was seen in, once. Undefined where it is in that state no more, or was
   * settled. A cancelled one stays cancelled: the money is its owner’s all the same.
   */
  settle: async (
    tx: Tx,
    { id, owner_key, purpose, state }: TopupRow,
    { cents, paidAt, by }: Received,
  ): Promise<{ readonly transferId: string } | undefined> => {
    if (state === 'paid') return undefined;
    const paid = { received_cents: cents, paid_at: paidAt, settled_at: clock.wallMs() };
    if (!(await topupInvoicesRepo(tx).settle(id, state, paid))) return undefined;
    const owner = owner_key;
    const { transferId } = await ledger.post(tx, {
      key: `topup:${id}`,
      kind: 'topup',
      debit: { owner, account: 'bank-clearing' },
      credit: { owner, account: purpose },
      currency: ledger.currency,
      micros: microsOfMinor(cents, ledger.currency),
      about: id,
      by,
    });
    await topupInvoicesRepo(tx).setTransfer(id, transferId);
    await (purpose === 'wallet' ? wallets.credited(tx, owner) : evenOutAi(tx, owner));
    await moneyCameIn(tx, [{ ownerKey: owner, kind: 'topup-invoice', aboutId: id, cents, at: paidAt }]);
    return { transferId };
  },
});
export type TopupInvoices = ReturnType<typeof createTopupInvoices>;
