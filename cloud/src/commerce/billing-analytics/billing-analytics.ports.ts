import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** Whose requests to AI models are meant, in which months (`2026-01`), both inclusive. */
export interface AiSpentAsked {
  readonly of: OwnerKey | 'platform';
  readonly from: string;
  readonly to: string;
  /** Owners that do not count; of an organisation none of its facilities do. */
  readonly without: readonly OwnerKey[];
}
/** What requests to AI models came to, by month, as far as their days are closed: in micros. Where nobody asks models, nothing. */
export const aiSpent = question<(tx: Tx, asked: AiSpentAsked) => Promise<ReadonlyMap<string, number>>>(
  'billing-analytics.aiSpent',
  async () => new Map(),
);

/** The owners that are archived; of an archived organisation its facilities are not named besides. Until somebody archives any, none. */
export const archivedOwners = question<(tx: Tx) => Promise<readonly OwnerKey[]>>(
  'billing-analytics.archivedOwners',
  async () => [],
);
