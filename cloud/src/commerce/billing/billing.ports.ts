import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { Adjustment } from './wallets.ts';

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
