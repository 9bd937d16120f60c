import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { amountText } from '../../kit/currencies.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { dayAt } from '../rates/rates.module.ts';
import type { Customers } from './customers.ts';
import { CREDIT_NOTE_ISSUED, INVOICE_ISSUED } from './document-mails.ts';
import { type DocumentRow, invoicesRepo } from './invoices.repo.ts';
import { documentIn, SEND } from './issue-documents.ts';
import type { FileToMake } from './kept-files.ts';

export interface SendDocumentsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly customers: Pick<Customers, 'of'>;
  readonly billing: Pick<BillingService, 'tell'>;
  readonly fileOf: (row: DocumentRow) => FileToMake;
  readonly bytesOf: (file: FileToMake) => Promise<Uint8Array>;
}

const KINDS = { invoice: INVOICE_ISSUED, 'credit-note': CREDIT_NOTE_ISSUED } as const;
/** How long a document waits for somebody to send it to, and how often it is looked. */
const WAITS_FOR = Days(30);
const LOOKED_AFTER = Days(1);

/**
 * Sends a document once, as a file: to the address that the document itself names, to the one that its payer has given since, or to
 * whoever is told of the payer's money. Where there is none of these yet, it is looked again each day, for a month.
 * The file stays in the store of objects, where the e-mail finds it, as what was sent; made anew, it is the same to the byte.
 */
export const createSendDocument = (deps: SendDocumentsDeps) => {
  const { db, clock, jobs, objects, customers, billing, fileOf, bytesOf } = deps;

  const lookAgain = async ({ id, made_at: madeAt }: DocumentRow): Promise<void> => {
    const dueAt = clock.wallMs() + LOOKED_AFTER;
    if (dueAt > Number(madeAt) + WAITS_FOR) return;
    // By its day: the job that asks for it is open itself, and may be run twice.
    const key = `${id}:${dayAt(dueAt)}`;
    await db.write((tx) => jobs.enqueue(tx, SEND, { documentId: id }, { dueAt, key }));
  };

  return async (documentId: string): Promise<void> => {
    const row = await db.read((tx) => invoicesRepo(tx).find(documentId));
    if (row === undefined) return;
    const { customer, currency, number, sums } = documentIn(row);
    const email = customer.email ?? (await db.read((tx) => customers.of(tx, row.owner_key)))?.email;
    const named = MailAddress.safeParse(email);
    const file = fileOf(row);
    const key = `invoices/${row.id}.pdf`;
    await objects.put(key, { bytes: await bytesOf(file), type: 'application/pdf' });
    const isTold = await billing.tell({
      ...{ ownerKey: row.owner_key, kind: KINDS[row.kind], about: row.id },
      values: { number, total: amountText(sums.totalCents, currency) },
      attachment: { key, name: file.name },
      ...(named.success && { to: [named.data] }),
    });
    if (!isTold) await lookAgain(row);
  };
};
