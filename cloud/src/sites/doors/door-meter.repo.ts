import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths: doors of a facility that were not removed before the end of that day. When one was made, nothing says. */
export const meterDoors = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('door')
    .where('facility_id', '=', facilityId)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>=', utcDay(day).to)]))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) * 1_000;
};
