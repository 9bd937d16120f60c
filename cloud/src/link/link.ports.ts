import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Tx } from '../kit/db/unit-of-work.ts';
import { event, question } from '../kit/modules/ports.ts';
import type { LinkPorts } from './link.ts';

export const publicKeyOf = question<LinkPorts['publicKeyOf']>('link.publicKeyOf');
export const knownBoxes = question<NonNullable<LinkPorts['knownBoxes']>>('link.knownBoxes');
export const newestMark = question<NonNullable<LinkPorts['newestMark']>>('link.newestMark');
export const storeFacts = question<LinkPorts['storeFacts']>('link.storeFacts');

/** The newest beacon of a box. In no unit: whoever hears it opens its own. */
export const beaconArrived = event<[boxId: BoxId, beacon: Beacon]>('link.beaconArrived');
/** The connection ended. Counts only if it is the one of the newest beacon. In no unit. */
export const boxGone = event<[boxId: BoxId, connectionId: string]>('link.boxGone');
export type FactListener = (tx: Tx, boxId: BoxId, facilityId: FacilityId, fact: Fact) => Promise<void>;
/** Each fact once, in the unit that stores it; none about a door that its box never had. */
export const factStored = event<Parameters<FactListener>>('link.factStored');
