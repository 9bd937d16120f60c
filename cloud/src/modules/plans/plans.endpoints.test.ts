import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../test-kit/partner-api.ts';
import { confirms, scriptedLink } from '../../test-kit/world.ts';

const PATH = '/partner/v1/membership-plans';

describe.each(ENGINES)('pushing membership plans on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PartnerApi;
  let live: Record<string, string>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
    live = basic((await api.keyOf('live')).text);
  });
  afterEach(async () => {
    await api.close();
    await api.requests.close();
    await api.world.partners.close();
  });

  const aPlan = (overrides: Record<string, unknown> = {}) => ({
    facility_id: api.world.facilityId as string,
    membership_plan_id: 'gold',
    name: 'Gold',
    ...overrides,
  });
  const push = (plans: unknown, headers = live) =>
    api.send({ method: 'POST', path: PATH, headers, body: { membership_plans: plans } });
  const stored = () =>
    db.read((tx) => tx.selectFrom('membership_plan').selectAll().orderBy('membership_plan_id').execute());

  it('[R17] creates a plan whose id is new and updates one that is known: sent twice, there is one', async () => {
    expect((await push([aPlan()])).status).toBe(200);
    expect(await push([aPlan({ name: 'Gold Plus' })])).toMatchObject({
      status: 200,
      json: { metadata: { success: 1 } },
    });
    expect(await stored()).toMatchObject([{ membership_plan_id: 'gold', name: 'Gold Plus' }]);
  });

  it('keeps what an update leaves out, and clears what it sends as null', async () => {
    await push([aPlan({ description: 'All of it', price: 7900, currency: 'AUD', is_trial: false })]);
    await push([aPlan({ description: null, is_trial: true })]);
    expect(await stored()).toMatchObject([{ description: null, price: 7900, currency: 'AUD', is_trial: 1 }]);
  });

  it('[R18] counts and names what it skips, and applies the rest', async () => {
    const { status, json } = await push([
      aPlan(),
      aPlan({ membership_plan_id: 'silver', facility_id: 'fac_zzzzzzzzzzzzzzzz' }),
      aPlan({ membership_plan_id: 'bronze', name: undefined }),
      'bronze',
      aPlan({ membership_plan_id: undefined }),
    ]);
    expect(status).toBe(200);
    expect(json).toEqual({
      message: '1 of 5 membership plans applied.',
      metadata: {
        success: 1,
        skipped: 4,
        skipped_items: [
          { index: 1, membership_plan_id: 'silver', facility_id: 'fac_zzzzzzzzzzzzzzzz', reason: 'Unknown facility' },
          { index: 2, membership_plan_id: 'bronze', facility_id: api.world.facilityId, reason: 'Missing name' },
          { index: 3, membership_plan_id: null, facility_id: null, reason: 'Item 3 is not an object' },
          {
            index: 4,
            membership_plan_id: null,
            facility_id: api.world.facilityId,
            reason: 'Missing membership_plan_id',
          },
        ],
      },
    });
    expect(await stored()).toHaveLength(1);
  });
});
