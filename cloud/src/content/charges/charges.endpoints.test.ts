import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('charges on $name', ({ open }) => {
  // 09:00 of 31 December in Brisbane.
  const clock = new ManualClock('2026-12-30T23:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const charge = (key: string, amountMinor: number, more: object = {}) => ({
    ...{ key, label: key, amountMinor, currency: 'AUD', per: 'member', period: 'month', taxBasisPoints: 1_000 },
    ...{ active: true, ...more },
  });
  const save = (body: object, by: keyof PlatformApi['callers'] = 'admin') =>
    api.send({
      method: 'POST',
      path: '/api/admin/charges-config',
      headers: api.callers[by].headers,
      body: { organisationId: api.world.orgId, effectiveOn: '2026-01-01', ...body },
    });
  const get = async (path: string, by: keyof PlatformApi['callers'] = 'superAdmin') =>
    (await api.send({ method: 'GET', path, headers: api.callers[by].headers })) as {
      status: number;
      json: { revision: number; inEffect: number; charges: object[]; data: { key: string; amountMinor: number }[] };
    };
  const ofOrganisation = (query = '') => get(`/api/admin/charges-config?organisationId=${api.world.orgId}${query}`);
  const amountsAt = async (facilityId: string, query = '') =>
    Object.fromEntries(
      (await get(`/api/club/${facilityId}/charges-config${query}`)).json.data.map((one) => [one.key, one.amountMinor]),
    );

  it('are appended, revision by revision, and an older one reads as it was saved', async () => {
    expect((await ofOrganisation()).json).toMatchObject({ revision: 0, charges: [], inEffect: null });
    expect((await save({ charges: [charge('entry', 100)], expectedRevision: 0 })).status).toBe(201);
    const second = await save({ charges: [charge('entry', 200)], expectedRevision: 1 });
    expect(second.json).toMatchObject({ revision: 2, inEffect: 2, savedBy: { name: 'admin Example' } });
    expect((await ofOrganisation('&revision=1')).json).toMatchObject({ charges: [{ amountMinor: 100 }] });
    expect(await ofOrganisation('&revision=9')).toMatchObject({ status: 404, json: { error: 'revision_unknown' } });
    const late = await save({ charges: [], expectedRevision: 1 });
    expect(late).toMatchObject({ status: 409, json: { error: 'changed' } });
    expect((await ofOrganisation()).json.revision).toBe(2);
  });

  it('are one revision of two that go on from the same one at once', async () => {
    const { revision } = (await ofOrganisation()).json;
    const both = [1, 2, 3, 4].map((n) => save({ charges: [charge('entry', n)], expectedRevision: revision }));
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409]);
    expect((await ofOrganisation()).json.revision).toBe(revision + 1);
  });

  it('are merged at a facility: its amounts, without what it does not charge, and what is inactive as asked', async () => {
    const { facilityId } = api.world;
    await save({
      charges: [charge('entry', 100), charge('towel', 5), charge('old', 7, { active: false })],
      overrides: [
        { facilityId, key: 'entry', amountMinor: 150 },
        { facilityId, key: 'towel', disabled: true },
      ],
    });
    expect(await amountsAt(facilityId)).toEqual({ entry: 150, old: 7 });
    expect(await amountsAt(facilityId, '?hideInactive=1')).toEqual({ entry: 150 });
    expect(await amountsAt(facilityId, '?hideInactive=yes&showDisabledFees=true')).toEqual({
      entry: 150,
      towel: 5,
      old: 7,
    });
    expect(await amountsAt(api.siblingId)).toEqual({ entry: 100, towel: 5, old: 7 });
    expect(await amountsAt(api.otherFacilityId)).toEqual({});
    const { json } = await get(`/api/club/${facilityId}/charges-config?showDisabledFees=1`, 'staff');
    expect(json.data).toMatchObject([
      { key: 'entry', source: 'facility', disabled: false },
      { key: 'towel', source: 'facility', disabled: true },
      { key: 'old', source: 'organisation', disabled: false },
    ]);
  });

  it('hold from their day on, as it begins at the facility, whatever is mended before', async () => {
    const { facilityId } = api.world;
    await save({ charges: [charge('entry', 900)], effectiveOn: '2027-01-01' });
    await save({ charges: [charge('entry', 110)], effectiveOn: '2026-06-01' });
    expect(await amountsAt(facilityId)).toEqual({ entry: 110 });
    await clock.advance(Hours(15)); // Midnight in Brisbane, 14:00 of the day before in UTC.
    expect(await amountsAt(facilityId)).toEqual({ entry: 900 });
    expect((await ofOrganisation()).json).toMatchObject({ charges: [{ amountMinor: 110 }] });
  });

  it.each([
    ['charges.1.key', { charges: [charge('a', 1), charge('a', 2)] }],
    ['charges.0.period', { charges: [charge('a', 1, { per: 'once' })] }],
    ['charges.0.currency', { charges: [charge('a', 1, { currency: 'ZZZ' })] }],
    ['charges.0.amountMinor', { charges: [charge('a', 1_000_000_001)] }],
    ['overrides.0.key', { charges: [], overrides: [{ facilityId: 'fac_0123456789abcdef', key: 'a', disabled: true }] }],
    [
      'overrides.0.facilityId',
      { charges: [charge('a', 1)], overrides: [{ facilityId: 'other', key: 'a', amountMinor: 2 }] },
    ],
  ])('are refused with the place of what is wrong: %s', async (path, body) => {
    const text = JSON.stringify(body).replace('"other"', JSON.stringify(api.otherFacilityId));
    const refused = await save(JSON.parse(text));
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect((refused.json as { message: string }).message).toContain(path);
  });

  it('are set by whoever administers the organisation, and by nobody else', async () => {
    const statuses = [];
    for (const by of ['manager', 'staff', 'otherOrgAdmin'] as const)
      statuses.push((await save({ charges: [] }, by)).status);
    expect(statuses).toEqual([403, 403, 404]);
  });
});
