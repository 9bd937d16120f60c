import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** What the records of an owner come to, who pays by invoice. */
export interface OwedByRecords {
  readonly openRecords: number;
  readonly overdueCents: number;
  /** When the oldest open record was due; null: none is overdue. */
  readonly overdueSince: number | null;
  /** Of days that are closed, and on no record yet. */
  readonly unbilledMicros: number;
  readonly monthToDateMicros: number;
}

/** Of each of these owners what its records come to; one that is left out owes nothing. Asked of at most 200 at once. */
export const owedByRecords = question<
  (tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlyMap<string, OwedByRecords>>
>('billing.owedByRecords', async () => new Map());

/** Whether a payment came in that nobody could match yet, and may be this owner’s. */
export const mayHavePaid = question<(tx: Tx, owner: OwnerKey) => Promise<boolean>>(
  'billing.mayHavePaid',
  async () => false,
);

/** A forced match that a second person has approved: as `asked` was given to `approvals.ask`. Resolves with its transfer. */
export const matchApproved =
  question<(tx: Tx, asked: unknown, by: string) => Promise<{ readonly transferId: string | null }>>(
    'billing.matchApproved',
  );
