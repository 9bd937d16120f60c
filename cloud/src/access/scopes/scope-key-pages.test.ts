import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('the pages of scope keys on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
    const { world } = api;
    const { facilityId, partnerId } = world;
    const key = (name: string) => ({ facilityId, partnerId, key: name });
    // "pool" has three members, "attic" and "sauna" one each, "gym" is mapped, and nobody has sent "cellar".
    const windows = [['pool', 'sauna', 'gym'], ['pool', 'attic', 'gym'], ['pool']];
    const changes = windows.map((after, i) => ({ memberId: `M-${i}`, before: [], after }));
    await world.db.write((tx) => world.scopes.windowsStored(tx, { facilityId, partnerId, changes }));
    await world.db.write((tx) => world.scopes.setKey(tx, key('gym'), { target: { to: 'facility' } }));
    await world.db.write((tx) => world.scopes.setKey(tx, key('cellar'), { disabled: true }));
  });
  afterAll(() => api.close());

  const list = async (query: string) => {
    await api.moveOn();
    const path = `/api/access-control/${api.world.facilityId}/scope-keys?${query}`;
    return api.send({ method: 'GET', path, headers: api.callers.staff.headers });
  };
  const ORDER = ['pool', 'attic', 'sauna', 'cellar', 'gym'];

  it.each([1, 2, 5])('have every key once by pages of %i, the most urgent first', async (limit) => {
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { json } = await list(`limit=${limit}${after}`);
      expect(json.total).toBe(ORDER.length);
      seen.push(...json.data.map(({ key }: { key: string }) => key));
      if (json.next === null) break;
      after = `&after=${encodeURIComponent(json.next)}`;
    }
    expect(seen).toEqual(ORDER);
  });

  it('go on where they were, whatever came before that meanwhile', async () => {
    const { json: first } = await list('limit=3');
    const { partnerId, facilityId } = api.world;
    await api.world.db.write((tx) =>
      api.world.scopes.setKey(tx, { facilityId, partnerId, key: 'lift' }, { target: { to: 'none' } }),
    );
    const changes = [{ memberId: 'M-9', before: [], after: ['lift', 'pool'] }];
    await api.world.db.write((tx) => api.world.scopes.windowsStored(tx, { facilityId, partnerId, changes }));
    const { json: second } = await list(`limit=3&after=${first.next}`);
    expect(second.data.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(['cellar', 'gym']));
    expect(second.total).toBe(ORDER.length + 1);
  });

  it('are of one partner where that is asked', async () => {
    const { world } = api;
    const { json } = await list(`partnerId=${world.partnerId}&limit=1`);
    expect(json).toMatchObject({ data: [{ partnerId: world.partnerId, partnerName: 'Acme Members' }] });
    const none = await list('partnerId=ptr_0000000000000000');
    expect(none.json).toEqual({ data: [], next: null, total: 0 });
  });

  it.each(['yesterday', '1', '-2.1', '1.-1', '.'])('begin nowhere after “%s”', async (after) => {
    const answer = await list(`after=${after}`);
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringMatching(/^query\.after: /) } });
  });
});
