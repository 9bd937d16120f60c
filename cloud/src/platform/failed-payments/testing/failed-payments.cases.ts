import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const AT_S = 1_700_000_000;

/** A payment of which nobody was told. */
const aFailedPayment = ({ world: { db, facilityId } }: PlatformApi, paymentId: string): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('failed_club_payment')
      .values({
        facility_id: facilityId,
        payment_id: paymentId,
        amount_minor: 4_900,
        currency: 'AUD',
        code: 'card_declined',
        failed_at: AT_S * 1_000,
        resolved_at: null,
      })
      .execute(),
  );

let made = 0;

export const failedPaymentsCases: PlatformCases = {
  'tasks.refresh-failed-payments': async () => ({}),
  'tasks.tell-failed-payments': async (api) => {
    await aFailedPayment(api, `pay_${made++}`);
    return { query: { fromDate: String(AT_S - 60), toDate: String(AT_S + 60) } };
  },
};
