import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { CameIn, WentBack } from '../billing/billing.ports.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';
import type { ClosedMonth } from '../monthly-records/monthly-records.ports.ts';
import { dayAt, monthsAfter, startOf } from '../rates/rates.module.ts';
import { correctionOf } from './correction.ts';
import type { Customers } from './customers.ts';
import { type DueRow, invoicesRepo } from './invoices.repo.ts';
import { documentIn, type IssueDocument } from './issue-documents.ts';
import type { Party } from './party.ts';
import { invoiceLines, isItemised } from './record-lines.ts';
import type { Supplier } from './supplier.ts';
import type { InvoicedKind, TaxDocument } from './tax-document.ts';
import { taxSums } from './tax-sums.ts';
import { taxTreatment } from './tax-treatment.ts';

export interface DueInvoicesDeps extends Pick<Environment, 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly supplier: Supplier | undefined;
  readonly customers: Pick<Customers, 'of'>;
  readonly issue: IssueDocument;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly monthlyRecords: Pick<MonthlyRecords, 'toInvoice'>;
}

export const ISSUE = 'invoices.issue';
export const SWEEP = 'invoices.issue-due';
const AT_ONCE = 100;

const WORDS: Readonly<Record<Exclude<InvoicedKind, 'monthly-record'>, string>> = {
  'topup-invoice': 'Top-up, paid by transfer',
  'card-topup': 'Top-up, paid by card',
  'bank-payment': 'Payment by transfer, credited to the wallet',
};

const RETURNED: Readonly<Record<WentBack['kind'], string>> = {
  refund: 'The payment was refunded to the card.',
  dispute: 'The payment was disputed, and taken back by the bank of the card.',
};

/** The last day of a month. */
const lastDayOf = (month: string): string => dayAt(startOf(`${monthsAfter(month, 1)}-01`) - 1);

/**
 * What is invoiced is noted in the unit that settles it, and made by a job: neither a payment nor the close of a month ever waits
 * for a number, or fails for want of an address.
 */
export const createDueInvoices = (deps: DueInvoicesDeps) => {
  const { db, clock, jobs, supplier, customers, issue, organisations, ledger, monthlyRecords, log } = deps;

  const note = async (
    tx: Tx,
    row: Omit<DueRow, 'made_at' | 'corrects_about' | 'reason'> & Partial<DueRow>,
  ): Promise<void> => {
    if (supplier === undefined || row.cents <= 0) return;
    await invoicesRepo(tx).addDue({ corrects_about: null, reason: null, ...row, made_at: clock.wallMs() });
    await jobs.enqueue(tx, ISSUE, { aboutId: row.about_id });
  };

  /** What an invoice says of a month; undefined where nothing is owed by it, or was. */
  const ofRecord = async (tx: Tx, { about_id }: DueRow) => {
    const record = await monthlyRecords.toInvoice(tx, about_id);
    if (record === undefined || record.state === 'void') return undefined;
    const { month, reference, dueAt, lines } = record;
    // One of many lines names no facility.
    const named = isItemised(lines) ? [...new Set(lines.map(({ facilityId }) => facilityId))] : [];
    const places = await organisations.facilitiesById(tx, named);
    const isOwed = record.state === 'issued' && reference !== null && dueAt !== null;
    return {
      lines: invoiceLines(lines, (id) => places.get(id)?.name ?? id),
      from: `${month}-01`,
      to: lastDayOf(month),
      payment: isOwed ? { dueOn: dayAt(dueAt), reference } : null,
    };
  };
  const ofPayment = (kind: keyof typeof WORDS, { about_id, cents, day }: DueRow) => ({
    lines: [{ name: WORDS[kind], detail: about_id, cents }],
    ...{ from: day, to: day, payment: null },
  });

  const draftOf = async (tx: Tx, due: DueRow, by: Supplier, customer: Party) => {
    const { of_kind: of } = due;
    const what = of === 'monthly-record' ? await ofRecord(tx, due) : ofPayment(of, due);
    if (what === undefined) return undefined;
    const tax = taxTreatment(by, customer, what.to);
    const { nets, ...sums } = taxSums(
      what.lines.map(({ cents }) => cents),
      tax.hundredths,
    );
    const { rates: _rates, oneStopShop: _shop, ...named } = by;
    const says: Omit<TaxDocument, 'number' | 'issuedOn'> = {
      ...{ kind: 'invoice', of, currency: ledger.currency, supplier: named, customer, tax, sums, corrects: null },
      ...{ from: what.from, to: what.to, payment: what.payment },
      lines: what.lines.map(({ name, detail }, at) => ({ name, detail, netCents: nets[at] ?? 0 })),
    };
    return says;
  };

  /** Takes back what went back, once there is an invoice of it. Where there is to be none, there is nothing to correct. */
  const correctOne = async (tx: Tx, { about_id, reason, cents }: DueRow, correctsAbout: string): Promise<boolean> => {
    const invoice = await invoicesRepo(tx).invoiceAbout(correctsAbout);
    if (invoice === undefined && (await invoicesRepo(tx).findDue(correctsAbout)) !== undefined) return false;
    const due = await invoicesRepo(tx).takeDue(about_id);
    if (due === undefined || invoice === undefined) return true;
    if (!(await invoicesRepo(tx).credit(invoice.id, cents)))
      log.error({ aboutId: about_id, cents }, 'more of an invoice went back than is left of it');
    else {
      const says = correctionOf(documentIn(invoice), cents, reason ?? '');
      const of = { ownerKey: due.owner_key, aboutId: about_id, correctsId: invoice.id };
      await issue(tx, { ...of, by: 'system:invoices', says });
    }
    return true;
  };

  /** Makes one, once. Resolves with false where nobody knows yet whom to name. */
  const issueOne = async (aboutId: string): Promise<boolean> => {
    if (supplier === undefined) return false;
    return db.write(async (tx) => {
      const found = await invoicesRepo(tx).findDue(aboutId);
      if (found === undefined) return true;
      if (found.corrects_about !== null) return correctOne(tx, found, found.corrects_about);
      const customer = await customers.of(tx, found.owner_key);
      if (customer === undefined) return false;
      const due = await invoicesRepo(tx).takeDue(aboutId);
      if (due === undefined) return true;
      const says = await draftOf(tx, due, supplier, customer);
      if (says === undefined) return true;
      const { owner_key: ownerKey } = due;
      await issue(tx, { ownerKey, aboutId, correctsId: null, by: 'system:invoices', says });
      return true;
    });
  };

  return {
    /** Months that are owed. */
    months: async (tx: Tx, closed: readonly ClosedMonth[]): Promise<void> => {
      for (const { recordId, payerKey, method, month, totalCents } of closed)
        if (method === 'invoice')
          await note(tx, {
            ...{ about_id: recordId, of_kind: 'monthly-record', owner_key: payerKey },
            ...{ cents: totalCents, day: lastDayOf(month) },
          });
    },
    /** Money that came in. */
    payments: async (tx: Tx, cameIn: readonly CameIn[]): Promise<void> => {
      for (const { ownerKey, kind, aboutId, cents, at } of cameIn)
        await note(tx, { about_id: aboutId, of_kind: kind, owner_key: ownerKey, cents, day: dayAt(at) });
    },

    /** Money that went back. */
    returns: async (tx: Tx, wentBack: readonly WentBack[]): Promise<void> => {
      for (const { ownerKey, aboutId, cameInAs, kind, cents, at } of wentBack)
        await note(tx, {
          ...{ about_id: aboutId, of_kind: 'card-topup', owner_key: ownerKey, cents, day: dayAt(at) },
          ...{ corrects_about: cameInAs, reason: RETURNED[kind] },
        });
    },

    issueOne,
    /** Once somebody has said whom to name. */
    soon: (tx: Tx): Promise<unknown> => jobs.enqueue(tx, SWEEP, {}),

    /** Makes all that can be made. One that cannot stops no other. */
    issueDue: async (signal: AbortSignal): Promise<void> => {
      let failures = 0;
      for (let after = ''; ; ) {
        const ids = await db.read((tx) => invoicesRepo(tx).dueAfter(after, AT_ONCE));
        for (const aboutId of ids) {
          signal.throwIfAborted();
          await issueOne(aboutId).catch((error: unknown) => {
            failures += 1;
            log.error({ err: error, aboutId }, 'an invoice cannot be made');
          });
        }
        const last = ids.at(-1);
        if (last === undefined || ids.length < AT_ONCE) break;
        after = last;
      }
      if (failures > 0) throw new Error(`invoices that cannot be made: ${failures}`);
    },
  };
};
export type DueInvoices = ReturnType<typeof createDueInvoices>;
