import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';

/** Changes of the facility's access were recorded and committed: its snapshot is to be built. Must not throw. */
export const accessChangesRecorded = question<(facilityId: FacilityId) => void>('scopes.accessChangesRecorded');
/** What gives access by this scope, in words; undefined where nothing does. */
export const namesScope =
  question<(tx: Tx, facilityId: FacilityId, scopeId: string) => Promise<string | undefined>>('scopes.namesScope');
