import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths: boxes in service at a facility that were claimed before the end of that day. */
export const meterBoxes = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('box')
    .where('facility_id', '=', facilityId)
    .where('status', '=', 'active')
    .where('claimed_at', '<', utcDay(day).to)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) * 1_000;
};
