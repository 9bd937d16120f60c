import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths: devices of a facility that were registered before the end of that day. Boxes are counted by themselves. */
export const meterDevices = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('device')
    .where('facility_id', '=', facilityId)
    .where('registered_at', '<', utcDay(day).to)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) * 1_000;
};
