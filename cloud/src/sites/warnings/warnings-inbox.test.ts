import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('the warnings of a facility on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeAll(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const call = async (method: 'GET' | 'POST', path: string) => {
    await api.moveOn();
    const { headers } = api.callers.manager;
    return api.send({ method, path: `/api/access-control/${api.world.facilityId}/warnings${path}`, headers });
  };
  const raise = (subject: string) => {
    const { world } = api;
    const warning = {
      kind: 'panel_guessed_at',
      facilityId: world.facilityId,
      subject,
      message: 'Ten wrong PINs.',
    } as const;
    return world.db.write((tx) => world.warnings.raise(tx, warning));
  };
  const find = async (subject: string, state = 'open') => {
    const { data } = (await call('GET', `?state=${state}&kind=panel_guessed_at&limit=200`)).json;
    return data.find((warning: { subject: string }) => warning.subject === subject);
  };

  it('come page by page, the newest first, also where several are of one instant', async () => {
    for (const subject of ['p1', 'p2', 'p3']) await raise(subject);
    await clock.advance(Seconds(1));
    for (const subject of ['p4', 'p5']) await raise(subject);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { json } = await call('GET', `?kind=panel_guessed_at&limit=2${next === '' ? '' : `&after=${next}`}`);
      seen.push(...json.data.map(({ subject }: { subject: string }) => subject));
      next = json.next;
    }
    expect(seen.slice(0, 2).sort()).toEqual(['p4', 'p5']);
    expect(seen.toSorted()).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
    expect((await call('GET', '?after=yesterday')).status).toBe(400);
  });

  it('are closed by hand where they tell of what has happened, and are new ones when it happens again', async () => {
    await raise('again');
    const { warningId } = await find('again');
    expect((await call('POST', `/${warningId}/acknowledge`)).status).toBe(200);
    await raise('again');
    expect(await find('again')).toMatchObject({
      warningId,
      count: 2,
      acknowledgedAt: expect.any(String),
      closable: true,
    });

    expect((await call('POST', `/${warningId}/close`)).status).toBe(200);
    expect((await call('POST', `/${warningId}/close`)).status).toBe(200);
    const { id } = api.callers.manager.user;
    const closedBy = { kind: 'user', id, name: 'manager Example' };
    expect(await find('again', 'closed')).toMatchObject({ warningId, closedBy, closable: false });
    expect(await find('again')).toBeUndefined();

    await raise('again');
    const renewed = await find('again');
    expect(renewed).toMatchObject({
      count: 1,
      acknowledgedAt: null,
      acknowledgedBy: null,
      closedAt: null,
      closedBy: null,
    });
    expect(renewed.warningId).not.toBe(warningId);
  });
});
