import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** A device has said how warm it is where it is (°C). */
export const deviceMeasured =
  event<[tx: Tx, device: { readonly uuid: string; readonly facilityId: FacilityId }, temperatureC: number]>(
    'devices.measured',
  );
