import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { question } from '../../kit/modules/ports.ts';

/** Whether what a database that was restored once knows may end the doubt of this box. */
export const mayEndDoubt = question<(facilityId: FacilityId, boxId: BoxId) => Promise<boolean>>('journal.mayEndDoubt');
