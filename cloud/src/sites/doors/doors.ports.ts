import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import type { DoorsDeps } from './doors.service.ts';

/** What boxes have told of a door last. */
export const lastHeard = question<DoorsDeps['lastHeard']>('doors.lastHeard');
/** The overrides by which this box was asked for lockdowns over its doors. */
export const standingOverrides =
  question<(tx: Tx, boxId: BoxId) => Promise<readonly string[]>>('doors.standingOverrides');

/** Who may pass which door may be different from now on; `records`: how that is written down may be. */
export const doorsChanged = event<[tx: Tx, facilityId: FacilityId, what: 'doors' | 'records']>('doors.changed');
/** A box drives this door from now on that did not before: what stands over the door stands there too. */
export const doorGiven = event<[tx: Tx, facilityId: FacilityId, doorId: DoorId]>('doors.given');
