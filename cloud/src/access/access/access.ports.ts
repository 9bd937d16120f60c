import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import type { AccessDeps } from './access.service.ts';

/** Staff keep out a person, who is these members. */
export const memberBarred = event<Parameters<AccessDeps['barred']>>('access.memberBarred');

/** What a person presents at doors, to be exported, without a number, and erased. */
export const readCredentials =
  question<(tx: Tx, facilityId: FacilityId, personId: string) => Promise<readonly object[]>>('access.readCredentials');
export const eraseCredentials =
  question<(tx: Tx, facilityId: FacilityId, personId: string) => Promise<number>>('access.eraseCredentials');
