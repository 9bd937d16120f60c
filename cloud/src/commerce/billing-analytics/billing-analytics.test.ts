import { Days, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createBillingAnalytics, type Scope } from './billing-analytics.service.ts';

const SIGNAL = new AbortController().signal;
interface Body {
  readonly series: { readonly month: string; readonly billedCents: number }[];
  readonly totals: { readonly billedCents: number; readonly paidCents: number; readonly usageByCharge: object[] };
  readonly outstandingCents: number;
  readonly cached: boolean;
  readonly asOf: string;
}

describe.each(ENGINES)('billing analytics on $name', ({ open }) => {
  const clock = new ManualClock('2026-01-29T00:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
    const { db, platformRates, dayLogs } = api.world;
    await db.write((tx) =>
      platformRates.put(tx, { charges: { pricePerFacilityDay: 1, pricePerDoorDay: 0.5 } }, 'user:test'),
    );
    await clock.advance(Days(1));
    await dayLogs.openDue(SIGNAL);
    await clock.advance(Days(3));
    await dayLogs.openDue(SIGNAL);
    await clock.advance(Minutes(20));
    await dayLogs.closeDue(SIGNAL);
  });
  afterAll(() => api.close());

  const get = async (path: string) => {
    await api.moveOn();
    const { headers } = api.callers.superAdmin;
    const answer = await api.send({ method: 'GET', path: `/api/admin/saas-billing/${path}`, headers });
    return answer as { status: number; json: Body };
  };
  const ofOrganisation = (query = '') => get(`org/${api.world.orgId}/analytics${query}`);

  it('are of 12 months unless asked for 1 to 24, and never of more [R91]', async () => {
    for (const read of [ofOrganisation, (query = '') => get(`platform-analytics${query}`)]) {
      expect((await read()).json.series).toHaveLength(12);
      expect((await read('?months=1')).json.series).toHaveLength(1);
      expect((await read('?months=24')).json.series).toHaveLength(24);
      for (const months of ['25', '0', '-1', '1.5', 'x', '1e1000'])
        expect((await read(`?months=${months}`)).status).toBe(400);
    }
  });

  it('are what the days came to, by month and charge, of the organisation, of one facility and of all', async () => {
    const { json } = await ofOrganisation('?months=2');
    // Two facilities, one of them with a door: two days in January, one in February.
    expect(json).toMatchObject({
      series: [
        { month: '2026-01', billedCents: 500, paidCents: 500 },
        { month: '2026-02', billedCents: 250, paidCents: 250 },
      ],
      totals: {
        billedCents: 750,
        usageByCharge: expect.arrayContaining([{ charge: 'pricePerDoorDay', quantity: 3, cents: 150 }]),
      },
      outstandingCents: 0,
    });
    expect((await ofOrganisation(`?clubID=${api.siblingId}`)).json.totals.billedCents).toBe(300);
    expect((await get('platform-analytics?refresh=1')).json.totals.billedCents).toBe(1_050);
  });

  it('know of no facility of somebody else, and of no organisation that there is not', async () => {
    for (const path of [`?clubID=${api.otherFacilityId}`, '?clubID=fac_zzzzzzzzzzzzzzzz'])
      expect((await ofOrganisation(path)).status).toBe(404);
    expect((await get('org/org_zzzzzzzzzzzzzzzz/analytics')).status).toBe(404);
  });

  it('are kept for five minutes by what is asked, and reckoned anew on demand [R92]', async () => {
    const first = (await get('platform-analytics?months=7')).json;
    expect(first.cached).toBe(false);
    await clock.advance(Minutes(4));
    expect((await get('platform-analytics?months=7')).json).toMatchObject({ cached: true, asOf: first.asOf });
    expect((await get('platform-analytics?months=8')).json.cached).toBe(false);
    const anew = (await get('platform-analytics?months=7&refresh=1')).json;
    expect(anew.cached).toBe(false);
    expect(anew.asOf > first.asOf).toBe(true);
    await clock.advance(Minutes(5));
    expect((await get('platform-analytics?months=7')).json.cached).toBe(false);
  });

  it('are reckoned by one of those who ask at once', async () => {
    await clock.advance(Seconds(1));
    const { billingAnalytics } = api.world;
    const asked = { scope: { kind: 'platform' }, months: 5, includeArchived: false } as const;
    const all = await Promise.all(Array.from({ length: 6 }, () => billingAnalytics.read(asked)));
    expect(all.filter(({ cached }) => !cached)).toHaveLength(1);
  });

  it('leave out those that are archived, once, unless they are asked for', async () => {
    const { db, organisations, ledger, billedDays, monthlyRecords, orgId } = api.world;
    const analytics = createBillingAnalytics({
      aiSpent: async () => new Map(),
      db,
      clock,
      organisations,
      ledger,
      billedDays,
      monthlyRecords,
      // The facility of the archived organisation is archived as well.
      archivedOwners: async () => [
        `org#${api.otherOrgId}`,
        `facility#${api.otherFacilityId}`,
        `facility#${api.siblingId}`,
      ],
    });
    const of = (scope: Scope, includeArchived: boolean) =>
      analytics.read({ scope, months: 2, includeArchived, refresh: true });
    expect((await of({ kind: 'platform' }, true)).totals.billedCents).toBe(1_050);
    expect((await of({ kind: 'platform' }, false)).totals).toMatchObject({ billedCents: 450, paidCents: 450 });
    expect((await of({ kind: 'org', orgId }, true)).totals.billedCents).toBe(750);
    expect((await of({ kind: 'org', orgId }, false)).totals.billedCents).toBe(450);
    const facility = { kind: 'facility', orgId, facilityId: api.siblingId } as const;
    expect((await of(facility, false)).totals.billedCents).toBe(300);
  });
});
