import { amountText } from '../../kit/currencies.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { CREDIT_NOTE_ISSUED, INVOICE_ISSUED } from './document-mails.ts';
import { type DocumentRow, invoicesRepo } from './invoices.repo.ts';
import { documentIn } from './issue-documents.ts';
import type { FileToMake } from './kept-files.ts';

export interface SendDocumentsDeps {
  readonly db: Pick<Database, 'read'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly billing: Pick<BillingService, 'tell'>;
  readonly fileOf: (row: DocumentRow) => FileToMake;
  readonly bytesOf: (file: FileToMake) => Promise<Uint8Array>;
}

const KINDS = { invoice: INVOICE_ISSUED, 'credit-note': CREDIT_NOTE_ISSUED } as const;

/**
 * Sends a document once, as a file: to the address that the document itself names, or to whoever is told of the payer's money.
 * The file stays in the store of objects, where the e-mail finds it, as what was sent; made anew, it is the same to the byte.
 */
export const createSendDocument =
  ({ db, objects, billing, fileOf, bytesOf }: SendDocumentsDeps) =>
  async (documentId: string): Promise<void> => {
    const row = await db.read((tx) => invoicesRepo(tx).find(documentId));
    if (row === undefined) return;
    const { customer, currency, number, sums } = documentIn(row);
    const named = MailAddress.safeParse(customer.email);
    const file = fileOf(row);
    const key = `invoices/${row.id}.pdf`;
    await objects.put(key, { bytes: await bytesOf(file), type: 'application/pdf' });
    await billing.tell({
      ...{ ownerKey: row.owner_key, kind: KINDS[row.kind], about: row.id },
      values: { number, total: amountText(sums.totalCents, currency) },
      attachment: { key, name: file.name },
      ...(named.success && { to: [named.data] }),
    });
  };
