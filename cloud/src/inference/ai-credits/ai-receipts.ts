import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { zipSync } from 'fflate';
import type { InvoicesService } from '../../commerce/invoices/invoices.module.ts';
import { type LedgerService, minorOfMicros } from '../../commerce/ledger/ledger.module.ts';
import { besidesReading } from '../../kit/db/reading-only.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Documents } from '../../kit/documents/documents.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { aiCreditsFault } from './ai-credits.faults.ts';
import { aiCreditsRepo } from './ai-credits.repo.ts';
import { type Receipt, receiptDocument } from './ai-documents.ts';
import type { TransferRow } from './ai-transactions.repo.ts';
import { type AiTransactions, transactionIdOf } from './ai-transactions.ts';

const NUMBER_DIGITS = 6;
/** Of every file in a ZIP: the first moment that the format knows, so that the same files are the same bytes. */
const ZIPPED_AT = new Date(1980, 0, 1);

export interface ReceiptsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  readonly documents: Pick<Documents, 'pdf'>;
  readonly transactions: Pick<AiTransactions, 'find'>;
  readonly invoices: Pick<InvoicesService, 'epoch'>;
}
export interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The names of a place, as documents have them: they stay what they were then. */
export const namesOf = async (tx: Tx, organisations: ReceiptsDeps['organisations'], id: FacilityId) => {
  const facility = await organisations.findFacility(tx, id);
  const organisation = facility && (await organisations.findOrganisation(tx, facility.org_id));
  if (facility === undefined || organisation === undefined) throw new Bug('a gate let somebody through to no facility');
  return { facility: facility.name, organisation: organisation.name };
};

/** Receipts for top-ups and for what was given back: made and numbered once, for the first who asks, and the same ever after. */
export const createAiReceipts = (deps: ReceiptsDeps) => {
  const { db, clock, ledger, organisations, documents, transactions, invoices } = deps;

  const make = async (tx: Tx, id: FacilityId, row: TransferRow): Promise<Receipt> => {
    const at = Number(row.at);
    const names = await namesOf(tx, organisations, id);
    const year = new Date(at).getUTCFullYear();
    const place = await aiCreditsRepo(tx).nextPlace(year);
    const epoch = await invoices.epoch(tx);
    const series = epoch === undefined ? `R-${year}` : `R-${year}-${epoch}`;
    const number = `${series}-${String(place).padStart(NUMBER_DIGITS, '0')}`;
    const receipt: Receipt = {
      ...{ number, kind: row.kind === 'refund' ? 'refund' : 'topup', ...names, at, about: row.about },
      ...{ amountCents: minorOfMicros(row.micros, ledger.currency), currency: ledger.currency },
      method: `${row.debit_account} ${row.credit_account}`.includes('/bank-clearing/') ? 'bank transfer' : 'card',
      transactionId: transactionIdOf(row.id),
    };
    const body = JSON.stringify(receipt);
    const kept = { number, year, place, transfer_id: row.id, facility_id: id, body, made_at: clock.wallMs() };
    await aiCreditsRepo(tx).addReceipt(kept);
    return receipt;
  };
  /** Two who ask at once: the number of a year is held by one, and the other finds the receipt then. */
  const issue = (id: FacilityId, row: TransferRow): Promise<Receipt> =>
    db.write(async (tx) => {
      await aiCreditsRepo(tx).holdReceipts(new Date(Number(row.at)).getUTCFullYear());
      const kept = await aiCreditsRepo(tx).receiptOf(row.id);
      return kept === undefined ? make(tx, id, row) : (JSON.parse(kept.body) as Receipt);
    });
  const receiptOf = async (id: FacilityId, row: TransferRow): Promise<Receipt> => {
    const kept = await db.read((tx) => aiCreditsRepo(tx).receiptOf(row.id));
    return kept === undefined ? besidesReading(() => issue(id, row)) : (JSON.parse(kept.body) as Receipt);
  };
  const fileOf = async (receipt: Receipt): Promise<File> => ({
    name: `${receipt.number}.pdf`,
    bytes: await documents.pdf(receiptDocument(receipt)),
  });

  return {
    /** Throws `receipt_unknown` for what is neither a top-up of the facility nor a refund. */
    read: async (id: FacilityId, transactionId: string): Promise<File> => {
      const row = await db.read((tx) => transactions.find(tx, id, transactionId));
      if (row === undefined || (row.kind !== 'topup' && row.kind !== 'refund'))
        throw aiCreditsFault('receipt_unknown', 'There is no receipt of this id at this facility.');
      return fileOf(await receiptOf(id, row));
    },

    /** Those of several top-ups as one file. One wrong id refuses all. */
    zip: async (id: FacilityId, transactionIds: readonly string[]): Promise<Uint8Array> => {
      const rows: TransferRow[] = [];
      for (const transactionId of transactionIds) {
        const row = await db.read((tx) => transactions.find(tx, id, transactionId));
        if (row?.kind !== 'topup')
          throw wrongField('query.ids', 'unknown', `has ${transactionId}, which is no top-up of this facility`);
        rows.push(row);
      }
      const files: File[] = [];
      // In the order of time, so that new ones are numbered so.
      for (const row of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) files.push(await fileOf(await receiptOf(id, row)));
      return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { level: 0, mtime: ZIPPED_AT });
    },
  };
};
export type AiReceipts = ReturnType<typeof createAiReceipts>;
