import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('holidays on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock('2026-03-01T00:00:00.000Z'));
  });
  afterAll(() => api.close());

  const send = (by: keyof PlatformApi['callers'], query: string, body?: object) =>
    api.send({
      method: body === undefined ? 'GET' : 'PUT',
      path: `/api/admin/country/AU/holidays${query}`,
      headers: api.callers[by].headers,
      body,
    });
  const days = ({ json }: { json: object }) =>
    (json as { data: { name: string; date: string; blacklisted?: boolean }[] }).data;

  it('[R88] without an organisation are the global ones only, whatever an organisation has struck off', async () => {
    const of = `?organisationId=${api.world.orgId}`;
    expect((await send('orgAdmin', of, { blacklisted: ['easter -1'] })).status).toBe(200);
    const global = await send('staff', '');
    expect(global.status).toBe(200);
    expect(days(global)).toContainEqual(expect.objectContaining({ date: '2026-04-04', name: 'Easter Saturday' }));
    for (const day of days(global)) expect(day).not.toHaveProperty('blacklisted');
    const own = days(await send('orgAdmin', of));
    expect(own.filter(({ blacklisted }) => blacklisted).map(({ name }) => name)).toEqual(['Easter Saturday']);
    expect(own.map(({ date }) => date)).toEqual(days(global).map(({ date }) => date));
  });

  it('Q3 of an organisation are read by managers and staff of its facilities, and by nobody elsewhere', async () => {
    const of = `?organisationId=${api.world.orgId}`;
    await send('orgAdmin', of, { blacklisted: ['easter -1'] });
    for (const reader of ['orgAdmin', 'manager', 'staff'] as const) {
      const own = await send(reader, of);
      expect(own.status, reader).toBe(200);
      expect(days(own).filter(({ blacklisted }) => blacklisted)).toMatchObject([{ name: 'Easter Saturday' }]);
      expect(await send(reader, `?organisationId=${api.otherOrgId}`)).toMatchObject({
        status: 404,
        json: { error: 'place_unknown' },
      });
    }
    expect((await send('agent', of)).status).toBe(403);
    expect((await send('otherOrgAdmin', of)).status).toBe(404);
    expect((await send('manager', of, { blacklisted: [] })).status).toBe(404);
  });

  it('of a blacklist take its place as a whole', async () => {
    const of = `?organisationId=${api.world.orgId}`;
    await send('orgAdmin', of, { blacklisted: ['easter -1', 'easter -2'] });
    const struck = days(await send('orgAdmin', of, { blacklisted: ['easter -2', 'easter -2'] }));
    expect(struck.filter(({ blacklisted }) => blacklisted).map(({ name }) => name)).toEqual(['Good Friday']);
    const wrong = await send('orgAdmin', of, { blacklisted: ['easter -2', 'pi day'] });
    expect(wrong).toMatchObject({ status: 400, json: { message: expect.stringContaining('blacklisted.1') } });
    expect(days(await send('orgAdmin', of)).filter(({ blacklisted }) => blacklisted)).toHaveLength(1);
  });

  it('are struck off for the organisation that the query names, by who manages it, and for no other', async () => {
    const { orgId } = api.world;
    const own = `?organisationId=${orgId}`;
    const other = `?organisationId=${api.otherOrgId}`;
    const struck = async (by: keyof PlatformApi['callers'], of: string) =>
      days(await send(by, of)).filter(({ blacklisted }) => blacklisted).length;
    await send('orgAdmin', own, { blacklisted: ['easter -1', 'easter -2'] });
    const body = { blacklisted: ['easter -1'] };
    const statuses = [
      await send('orgAdmin', '', body),
      await send('orgAdmin', own, {}),
      await send('staff', own, body),
      await send('otherOrgAdmin', own, body),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 404, 404]);
    expect([await struck('orgAdmin', own), await struck('otherOrgAdmin', other)]).toEqual([2, 0]);
    const { headers } = api.callers.orgAdmin;
    const abroad = await api.send({ method: 'GET', path: `/api/admin/country/NZ/holidays${own}`, headers });
    expect(days(abroad).filter(({ blacklisted }) => blacklisted)).toEqual([]);
  });

  it('are of the year asked for, and of a country there is', async () => {
    expect(days(await send('staff', '?year=2027'))).toContainEqual(
      expect.objectContaining({ date: '2027-03-26', name: 'Good Friday' }),
    );
    const headers = api.callers.staff.headers;
    expect(await api.send({ method: 'GET', path: '/api/admin/country/XX/holidays', headers })).toMatchObject({
      status: 404,
      json: { error: 'country_unknown' },
    });
    expect((await api.send({ method: 'GET', path: '/api/admin/country/au/holidays', headers })).status).toBe(400);
  });
});
