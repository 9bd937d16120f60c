import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';

/** How many doors the box has. */
export const doorsOfBox = question<(tx: Tx, boxId: BoxId) => Promise<number>>('boxes.doorsOf');
/** A hash over them, as boxes make it. */
export const doorsHashOf = question<(tx: Tx, boxId: BoxId) => Promise<string>>('boxes.doorsHashOf');
/** Whether everything is stored that the box says it had written down. */
export const journalStored =
  question<(tx: Tx, boxId: BoxId, says: Beacon['journal']) => Promise<boolean>>('boxes.journalStored');

/** After a restore: a box keeps to its doors until somebody has looked. */
export const boxHeld = event<[tx: Tx, facilityId: FacilityId, boxId: BoxId]>('boxes.held');
/** And it has turned out that its doors are what the cloud knows. */
export const boxSame = event<[tx: Tx, facilityId: FacilityId, boxId: BoxId]>('boxes.same');
