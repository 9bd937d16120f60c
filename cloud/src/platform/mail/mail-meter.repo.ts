import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths: e-mails that tell of a facility, to each of its recipients one, that a mail server took on that day. */
export const meterMail = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { from, to } = utcDay(day);
  const { count } = await tx
    .selectFrom('mail')
    .where('facility_id', '=', facilityId)
    .where('sent_at', '>=', from)
    .where('sent_at', '<', to)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) * 1_000;
};
