import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { Adjustment } from './wallets.ts';

/** Money that came in, for what is not owed yet: it is an owner's, in the wallet or as AI credit. */
export interface CameIn {
  readonly ownerKey: OwnerKey;
  /** A top-up invoice, a top-up by card, or a payment of a statement that is credited by hand. */
  readonly kind: 'topup-invoice' | 'card-topup' | 'bank-payment';
  /** The invoice, the top-up, or the payment. */
  readonly aboutId: string;
  readonly cents: number;
  /** When it came, in ms since 1970. */
  readonly at: number;
}

/** Money came in and is credited: told once of each, in the unit that credits it. */
export const moneyCameIn = event<[tx: Tx, cameIn: readonly CameIn[]]>('billing.moneyCameIn');

/** Money that had come in, and went back to whoever paid it. */
export interface WentBack {
  readonly ownerKey: OwnerKey;
  /** The refund or the dispute. */
  readonly aboutId: string;
  /** What it had come in as: `aboutId` of that. */
  readonly cameInAs: string;
  readonly kind: 'refund' | 'dispute';
  readonly cents: number;
  readonly at: number;
}

/** Money went back, and the wallet has it no more: told once of each, in the unit that debits it. */
export const moneyWentBack = event<[tx: Tx, wentBack: readonly WentBack[]]>('billing.moneyWentBack');

/** Whether a payment came in that nobody could match yet, and may be this owner’s. */
export const mayHavePaid = question<(tx: Tx, owner: OwnerKey) => Promise<boolean>>(
  'billing.mayHavePaid',
  async () => false,
);

/** Of these owners those whose automatic top-up failed the last time, and why: in the word of whoever takes cards. */
export const topupsFailed = question<(tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlyMap<OwnerKey, string>>>(
  'billing.topupsFailed',
  async () => new Map(),
);

/** An adjustment of AI credit that a second person has approved. Resolves with its transfer. */
export const aiAdjustmentApproved =
  question<(tx: Tx, asked: Adjustment, ownerKey: string) => Promise<{ readonly transferId: string | null }>>(
    'billing.aiAdjustmentApproved',
  );

/** Of these owners those whose AI models are paused. */
export const aiPaused = question<(tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlySet<string>>>(
  'billing.aiPaused',
  async () => new Set(),
);

/** A forced match that a second person has approved: as `asked` was given to `approvals.ask`. Resolves with its transfer. */
export const matchApproved =
  question<(tx: Tx, asked: unknown, by: string) => Promise<{ readonly transferId: string | null }>>(
    'billing.matchApproved',
  );

/** A payment of a statement that is credited by hand, approved by a second person: as `asked` was given to `approvals.ask`. */
export const creditApproved =
  question<(tx: Tx, asked: unknown, ownerKey: string) => Promise<{ readonly transferId: string | null }>>(
    'billing.creditApproved',
  );

/** A credit note that a second person has approved: as `asked` was given to `approvals.ask`. */
export const creditNoteApproved =
  question<(tx: Tx, asked: unknown) => Promise<{ readonly transferId: string | null }>>('billing.creditNoteApproved');
