import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** The provider has taken them, whatever became of them then. */
const TAKEN = ['sent', 'delivered', 'undelivered'] as const;

/** Thousandths: segments that the provider took of a facility's texts on that day. */
export const meterSms = async (tx: Tx, facilityId: FacilityId, day: string): Promise<number> => {
  const { from, to } = utcDay(day);
  const { segments } = await tx
    .selectFrom('sms_recipient as recipient')
    .innerJoin('sms_message as message', 'message.id', 'recipient.message_id')
    .where('recipient.facility_id', '=', facilityId)
    .where('recipient.handing_at', '>=', from)
    .where('recipient.handing_at', '<', to)
    .where('recipient.state', 'in', TAKEN)
    .select(({ fn }) => fn.sum('message.segments').as('segments'))
    .executeTakeFirstOrThrow();
  return Number(segments ?? 0) * 1_000;
};
