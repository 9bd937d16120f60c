import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const USUAL = { theme: 'system', density: 'comfortable', homeFacilityId: null, savedFilters: [] };
const A_FILTER = { name: 'Refused', page: '/ops/events', query: 'kind=access.denied' };

describe.each(ENGINES)('preferences on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  const read = async (who: CallerKind) =>
    (await api.send({ method: 'GET', path: '/api/preferences', headers: api.callers[who].headers })).json;
  const put = (who: CallerKind, body: object) =>
    api.send({ method: 'PUT', path: '/api/preferences', headers: api.callers[who].headers, body });

  it('are the usual ones until they are set, then what was set last, each user’s own', async () => {
    expect(await read('staff')).toEqual({ ...USUAL, changedAt: null });
    const mine = { ...USUAL, theme: 'dark', homeFacilityId: api.world.facilityId, savedFilters: [A_FILTER] };
    const { status, json } = await put('staff', mine);
    expect([status, json]).toEqual([200, { ...mine, changedAt: expect.any(String) }]);
    expect(await read('staff')).toEqual(json);
    expect(await read('manager')).toEqual({ ...USUAL, changedAt: null });
    await put('staff', { ...mine, savedFilters: [] });
    expect(await read('staff')).toMatchObject({ theme: 'dark', savedFilters: [] });
  });

  it('name a place without saying whether there is one', async () => {
    for (const homeFacilityId of [api.otherFacilityId, 'fac_zzzzzzzzzzzzzzzz'])
      expect(await put('staff', { ...USUAL, homeFacilityId })).toMatchObject({ status: 200, json: { homeFacilityId } });
    expect((await put('staff', { ...USUAL, homeFacilityId: 'Harbour' })).status).toBe(400);
  });

  it('are 20 kB at most, with 50 filters', async () => {
    const filters = (count: number, query: string) => ({
      ...USUAL,
      savedFilters: Array.from({ length: count }, () => ({ ...A_FILTER, query })),
    });
    expect((await put('staff', filters(50, 'q'))).status).toBe(200);
    expect((await put('staff', filters(51, 'q'))).status).toBe(400);
    expect((await put('staff', filters(9, 'q'.repeat(2_000)))).status).toBe(200);
    expect((await put('staff', filters(11, 'q'.repeat(2_000)))).status).toBe(413);
  });

  it('are gone with their user', async () => {
    const { db } = api.world;
    const rows = () => db.read((tx) => tx.selectFrom('user_preferences').select('user_id').execute());
    await put('agent', USUAL);
    const { id } = api.callers.agent.user;
    expect((await rows()).map(({ user_id }) => user_id)).toContain(id);
    await db.write((tx) => api.world.users.remove(tx, id));
    expect((await rows()).map(({ user_id }) => user_id)).not.toContain(id);
  });
});
