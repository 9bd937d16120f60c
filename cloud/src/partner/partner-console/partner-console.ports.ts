import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';

/** How many members a partner has sent, by facility. */
export interface MemberCounts {
  readonly byFacility: ReadonlyMap<FacilityId, number>;
  /** False where there are more than are counted at once: then facilities are missing from it. */
  readonly isWhole: boolean;
}

export const membersOf = question<(tx: Tx, partnerId: PartnerId) => Promise<MemberCounts>>('partner-console.membersOf');
