import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { type AccountOf, type LedgerService, microsOfMinor } from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';
import { correctionOf } from './correction.ts';
import { invoicesFault } from './invoices.faults.ts';
import { type DocumentRow, invoicesRepo } from './invoices.repo.ts';
import { documentIn, type IssueDocument } from './issue-documents.ts';

export interface CreditNotesDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly issue: IssueDocument;
  readonly ledger: Pick<LedgerService, 'post'>;
  readonly monthlyRecords: Pick<MonthlyRecords, 'toInvoice' | 'voidRecord'>;
  readonly billing: Pick<BillingService, 'owners'> & {
    readonly wallets: Pick<BillingService['wallets'], 'credited' | 'charged'>;
    readonly approvals: Pick<BillingService['approvals'], 'ask' | 'isNeeded'>;
  };
}
/** What is to be taken back of an invoice: all that is left, unless it says how much. */
const Asked = z.object({ invoiceId: z.string(), amountCents: z.int(), reason: z.string(), by: z.string() });
type Asked = z.output<typeof Asked>;
interface Who {
  /** As the books name them. */
  readonly by: string;
  /** Who it really is, whoever they act as. */
  readonly actor: string;
}

const notCreditable = (why: string) => invoicesFault('not_creditable', why);

/** Corrections of invoices, which never change themselves: what was invoiced too much is taken back, in the books too. */
export const createCreditNotes = ({ clock, random, issue, ledger, monthlyRecords, billing }: CreditNotesDeps) => {
  const invoice = async (tx: Tx, invoiceId: string): Promise<DocumentRow> => {
    const row = await invoicesRepo(tx).find(invoiceId);
    if (row === undefined) throw invoicesFault('tax_document_unknown', 'There is no such tax document.');
    if (row.kind !== 'invoice') throw notCreditable('It is a credit note itself.');
    return row;
  };

  /** The accounts that give it back. What is owed is owed no more; what was paid is in the wallet, or leaves it. */
  const sidesOf = async (tx: Tx, { of_kind, about_id, owner_key: owner, total_cents }: DocumentRow, cents: number) => {
    const of = (account: AccountOf['account']): AccountOf => ({ owner, account });
    // Whoever gives it back to a card does that at the provider, and what comes of it has a credit note by itself.
    if (of_kind === 'card-topup') throw notCreditable('It is refunded at the card provider: its credit note follows.');
    if (of_kind !== 'monthly-record') return { debit: of('wallet'), credit: of('bank-clearing'), floor: 0 };
    const record = await monthlyRecords.toInvoice(tx, about_id);
    if (record?.state !== 'issued') return { debit: of('revenue'), credit: of('wallet') };
    if (cents !== Number(total_cents))
      throw notCreditable('It is still owed, and is credited as a whole or not at all.');
    // Whoever pays it at the same moment may be first: then it is in the wallet.
    const isVoid = await monthlyRecords.voidRecord(tx, about_id);
    return { debit: of('revenue'), credit: of(isVoid ? 'receivable' : 'wallet') };
  };

  const carryOut = async (tx: Tx, { invoiceId, amountCents, reason, by }: Asked) => {
    const row = await invoice(tx, invoiceId);
    if (!(await invoicesRepo(tx).credit(row.id, amountCents))) throw notCreditable('So much is not left of it.');
    const { owner_key: owner, currency } = row;
    const { floor, ...sides } = { floor: undefined, ...(await sidesOf(tx, row, amountCents)) };
    const id = randomId('cn', random, clock.wallMs());
    const { transferId } = await ledger.post(tx, {
      ...{ key: `credit-note:${id}`, kind: 'credit-note', ...sides, currency, about: row.id, by },
      micros: microsOfMinor(amountCents, currency),
      ...(floor !== undefined && { floor }),
    });
    if (sides.credit.account === 'wallet') await billing.wallets.credited(tx, owner);
    if (sides.debit.account === 'wallet') await billing.wallets.charged(tx, await billing.owners.require(tx, owner));
    const says = correctionOf(documentIn(row), amountCents, reason);
    const made = await issue(tx, { ownerKey: owner, aboutId: row.about_id, correctsId: row.id, by, says });
    return { made, transferId };
  };

  return {
    /** Takes back so much of an invoice, or asks a second person where it is much. */
    create: async (
      tx: Tx,
      { invoiceId, amountCents, reason }: { invoiceId: string; amountCents?: number | undefined; reason: string },
      { by, actor }: Who,
    ) => {
      const row = await invoice(tx, invoiceId);
      const left = Number(row.total_cents) - ((await invoicesRepo(tx).creditedOf([row.id])).get(row.id) ?? 0);
      const asked: Asked = { invoiceId: row.id, amountCents: amountCents ?? left, reason, by };
      if (asked.amountCents < 1 || asked.amountCents > left) throw notCreditable(`${left} are left of it.`);
      if (!billing.approvals.isNeeded(asked.amountCents))
        return { made: (await carryOut(tx, asked)).made, approvalId: null };
      const { owner_key: ownerKey } = row;
      const waits = { kind: 'credit-note', ownerKey, amountCents: asked.amountCents, asked, by: actor } as const;
      return { made: undefined, approvalId: await billing.approvals.ask(tx, waits) };
    },

    /** One that a second person has approved. */
    approved: async (tx: Tx, asked: unknown): Promise<{ readonly transferId: string | null }> => {
      const { transferId } = await carryOut(tx, Asked.parse(asked));
      return { transferId };
    },
  };
};
export type CreditNotes = ReturnType<typeof createCreditNotes>;
