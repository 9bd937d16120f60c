import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';

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
  afterEach(() => api.close());

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

  it('a plan that changed is a new version of the facility’s access; one that did not is none', async () => {
    const version = () => db.read((tx) => api.world.scopes.versionOf(tx, api.world.facilityId));
    await push([aPlan()]);
    const before = await version();
    await push([aPlan()]);
    expect(await version()).toBe(before);
    await push([aPlan({ access_zones: [{ name: 'Gym' }] })]);
    expect(await version()).toBe(before + 1);
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
      message: '2 of 5 membership plans applied.',
      metadata: {
        success: 2,
        skipped: 3,
        skipped_items: [
          { index: 1, membership_plan_id: 'silver', facility_id: 'fac_zzzzzzzzzzzzzzzz', reason: 'Unknown facility' },
          { index: 3, membership_plan_id: null, facility_id: null, reason: 'Item 3 is not an object' },
          {
            index: 4,
            membership_plan_id: null,
            facility_id: api.world.facilityId,
            reason: 'Missing membership_plan_id',
          },
        ],
        ignored_fields: [
          {
            index: 2,
            membership_plan_id: 'bronze',
            facility_id: api.world.facilityId,
            path: 'name',
            reason: 'Missing name',
          },
        ],
      },
    });
    expect(await stored()).toMatchObject([{ name: '' }, { name: 'Gold' }]);
  });

  it('[R19] takes exactly the five billing cycles', async () => {
    const cycles = ['weekly', 'fortnightly', 'monthly', 'annually', 'one_time'];
    const others = ['daily', 'Monthly', 'yearly', '', 1];
    const plans = [...cycles, ...others].map((billing_cycle, n) =>
      aPlan({ membership_plan_id: `p${n}`, billing_cycle }),
    );
    const { json } = await push(plans);
    expect(json.metadata).toMatchObject({ success: 10, ignored_fields: { length: 5 } });
    for (const { reason } of json.metadata.ignored_fields)
      expect(reason).toBe('billing_cycle: must be one of weekly, fortnightly, monthly, annually, one_time');
    const taken = (await stored()).map(({ billing_cycle }) => billing_cycle);
    expect(taken).toEqual([...cycles, ...others.map(() => null)]);
  });

  it('[R20] takes a price in the smallest unit, and null for classes without limit', async () => {
    const { json } = await push([
      aPlan({ price: 7900, currency: 'AUD', class_limit: 8 }),
      aPlan({ class_limit: null }),
      ...[79.5, '7900', -1, 2 ** 53].map((price, n) => aPlan({ membership_plan_id: `p${n}`, price })),
    ]);
    expect(json.metadata).toMatchObject({ success: 6, ignored_fields: { length: 4 } });
    for (const { reason } of json.metadata.ignored_fields)
      expect(reason).toMatch(/^price: must be (an integer|at least 0)/);
    expect(await stored()).toMatchObject([
      { price: 7900, currency: 'AUD', class_limit: null },
      ...Array.from({ length: 4 }, () => ({ price: null })),
    ]);
  });

  it('[R21] keeps zones with their hours: a day left out is closed, like an empty one; no hours are no limit', async () => {
    const access_hours = { mon: [['05:00', '22:00']], tue: [] };
    const zones = [
      { name: 'Gym floor', access_hours },
      { name: 'Pool', description: 'Heated', access_hours: null },
    ];
    const weekday = (name: string) =>
      aPlan({ membership_plan_id: 'p', access_zones: [{ name: 'Pool', access_hours: { [name]: [] } }] });
    const { json } = await push([aPlan({ access_zones: zones }), weekday('monday'), weekday('Mon')]);
    const waits = expect.stringMatching(/^access_zones: only as far as/);
    expect(json.metadata.ignored_fields.map(({ reason }: { reason: string }) => reason)).toEqual([
      'access_zones[0].access_hours: must not have monday',
      waits,
      'access_zones[0].access_hours: must not have Mon',
      waits,
    ]);
    const warned = await db.read((tx) => tx.selectFrom('warning').select(['kind', 'message']).execute());
    expect(warned).toMatchObject([{ kind: 'sync_refused', message: expect.stringContaining('the plan p,') }]);
    const { plans, facilityId, partnerId } = api.world;
    const known = [
      { name: 'Gym floor', access_hours },
      { name: 'Pool', description: 'Heated' },
    ];
    const expected = [{ planId: 'gold', name: 'Gold', zones: known }];
    const unread = { planId: 'p', name: 'Gold', zones: [] };
    expect(await db.read((tx) => plans.listPlans(tx, partnerId, facilityId))).toEqual([...expected, unread]);
    expect(await db.read((tx) => plans.findPlans(tx, { partnerId, facilityId }, ['gold', 'none']))).toEqual(expected);
    await push([aPlan({ access_zones: null })]);
    expect(await db.read((tx) => plans.listPlans(tx, partnerId, facilityId))).toMatchObject([
      { zones: [] },
      { zones: [] },
    ]);
  });

  it('does not show plans of another partner, or of another facility', async () => {
    await push([aPlan()]);
    const { plans, facilityId, partnerId, partners, organisations, orgId } = api.world;
    const other = await db.write((tx) =>
      partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    const elsewhere = await organisations.createFacility({ orgId, name: 'Elsewhere', timezone: 'UTC' });
    await db.read(async (tx) => {
      expect(await plans.listPlans(tx, other, facilityId)).toEqual([]);
      expect(await plans.listPlans(tx, partnerId, elsewhere)).toEqual([]);
      expect(await plans.findPlans(tx, { partnerId: other, facilityId }, ['gold'])).toEqual([]);
    });
  });

  it('loses nothing of two updates at once that name different fields', async () => {
    await push([aPlan()]);
    const fields = [{ price: 1 }, { class_limit: 2 }, { duration_days: 3 }, { active_members: 4 }];
    const keys = await Promise.all(fields.map(async () => basic((await api.keyOf('live')).text)));
    await api.moveOn();
    const answers = await Promise.all(fields.map((field, n) => push([aPlan(field)], keys[n])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stored()).toMatchObject([{ price: 1, class_limit: 2, duration_days: 3, active_members: 4 }]);
  });
});
