import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { dayAt } from '../rates/rates.module.ts';
import { facturX } from './factur-x.ts';
import { type DocumentRow, invoicesRepo } from './invoices.repo.ts';
import type { DocumentKind, TaxDocument } from './tax-document.ts';

/** A document before it has a number and a day. */
export interface Draft {
  readonly ownerKey: OwnerKey;
  readonly aboutId: string;
  readonly correctsId: string | null;
  readonly by: string;
  readonly says: Omit<TaxDocument, 'number' | 'issuedOn'>;
}

export interface IssueDocumentDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
}

export const SEND = 'invoices.send';
const PREFIXES: Readonly<Record<DocumentKind, string>> = { invoice: '', 'credit-note': 'CN-' };
const DIGITS = 6;

/**
 * Gives a draft its number, keeps it, and has it sent. INVARIANT: comes last in its unit. Whoever takes a number holds up all others until the unit
 * is over, so that none is left out; somebody who then waited for a wallet could wait for one of those.
 */
export const createIssueDocument =
  ({ clock, random, jobs }: IssueDocumentDeps) =>
  async (tx: Tx, { ownerKey, aboutId, correctsId, by, says }: Draft): Promise<DocumentRow> => {
    const now = clock.wallMs();
    const today = dayAt(now);
    const epoch = await invoicesRepo(tx).epoch();
    const prefix = `${PREFIXES[says.kind]}${today.slice(0, 4)}-${epoch === undefined ? '' : `${epoch}-`}`;
    const { number: taken, day } = await invoicesRepo(tx).takeNumber(prefix, today);
    const number = `${prefix}${String(taken).padStart(DIGITS, '0')}`;
    const document: TaxDocument = { ...says, number, issuedOn: day };
    const row = {
      ...{
        id: randomId('inv', random, now),
        kind: says.kind,
        of_kind: says.of,
        about_id: aboutId,
        owner_key: ownerKey,
      },
      ...{ number, corrects_id: correctsId, issued_on: day, currency: says.currency },
      ...{ total_cents: says.sums.totalCents, body: JSON.stringify(document), xml: facturX(document) },
      ...{ made_by: by, made_at: now },
    };
    if (!(await invoicesRepo(tx).insert(row))) throw new Bug(`the number ${number} was taken before`);
    if (says.kind === 'invoice') await invoicesRepo(tx).openCredit(row.id, row.total_cents);
    await jobs.enqueue(tx, SEND, { documentId: row.id });
    return row;
  };
export type IssueDocument = ReturnType<typeof createIssueDocument>;

/**
 * After a restore of the database nobody knows which numbers went out since the backup. So a series of its own begins, which is told
 * apart by the time of the restore: none of it was ever given to anything else.
 */
export const passGivenNumbers = (tx: Tx, now: number): Promise<unknown> =>
  invoicesRepo(tx).beginEpoch(`R${isoOf(now).replace(/\D/g, '').slice(4, 14)}`);

export const documentIn = ({ body }: Pick<DocumentRow, 'body'>): TaxDocument => JSON.parse(body);
