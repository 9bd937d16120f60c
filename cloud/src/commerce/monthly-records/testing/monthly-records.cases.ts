import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

let made = 0;
/** A record of an earlier month, as the job makes it. */
const aRecord = async ({ world }: PlatformApi) => {
  const recordId = `mrec_${String(++made).padStart(16, '0')}`;
  const own = { facilityId: world.facilityId, key: 'pricePerDoorDay', label: null, quantity: 1_000, free: 0 };
  await world.db.write((tx) =>
    tx
      .insertInto('monthly_record')
      .values({
        id: recordId,
        payer_key: `facility#${world.facilityId}`,
        org_id: world.orgId,
        month: `${1000 + made}-01`,
        method: 'wallet',
        lines: JSON.stringify([{ lineId: '1', ...own, micros: 20_000, cents: 2 }]),
        total_cents: 2,
        micros: 20_000,
        state: 'paid',
        closed_at: 0,
        paid_at: 0,
      })
      .execute(),
  );
  return recordId;
};

export const monthlyRecordsCases: PlatformCases = {
  'monthly-records.list': async (api) => {
    await aRecord(api);
    return { params: { organisationId: api.world.orgId }, foreign: NOWHERE, missing: NOWHERE };
  },
  'monthly-records.explain': async (api) => ({
    params: { recordId: await aRecord(api), lineId: '1' },
    foreign: { recordId: 'mrec_zzzzzzzzzzzzzzzz' },
    missing: { recordId: 'mrec_zzzzzzzzzzzzzzzz' },
  }),
};
const NOWHERE = { organisationId: 'org_zzzzzzzzzzzzzzzz' };
