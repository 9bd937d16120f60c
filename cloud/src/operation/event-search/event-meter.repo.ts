import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths of a thousand: what happened at the doors of a facility on that day, as far as its boxes have told. */
export const meterEvents = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { from, to } = utcDay(day);
  const { count } = await tx
    .selectFrom('door_event')
    .where('facility_id', '=', facilityId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
