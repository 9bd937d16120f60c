import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** The owners that are archived; of an archived organisation its facilities are not named besides. Until somebody archives any, none. */
export const archivedOwners = question<(tx: Tx) => Promise<readonly OwnerKey[]>>(
  'billing-analytics.archivedOwners',
  async () => [],
);
