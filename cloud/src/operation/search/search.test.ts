import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

interface Hit {
  kind: string;
  name: string | null;
  facilityId?: string;
  memberId?: string;
  boxId?: string;
  userId?: string;
}

describe.each(ENGINES)('a search for anything on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
    const { world } = api;
    const { partnerId, facilityId, db, members } = world;
    const elsewhere = { partnerId, facilityId: api.otherFacilityId };
    await members.put([
      { partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Ünlü' },
      { partnerId, facilityId, memberId: 'ADA%7', firstName: 'Grace', lastName: 'Hopper' },
      { ...elsewhere, memberId: 'M-9', firstName: 'Ada', lastName: 'Elsewhere' },
    ]);
    await world.aDoor({ name: 'Ünlüs Türe' });
    await db.write((tx) =>
      tx
        .updateTable('box')
        .set({ name: 'Comms cupboard', serial_number: 'GH-00042' })
        .where('id', '=', world.boxId)
        .execute(),
    );
  });
  afterAll(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const ask = (q: string, who: CallerKind = 'manager') =>
    api.send({ method: 'GET', path: `/api/search?${new URLSearchParams({ q })}`, headers: api.callers[who].headers });
  const found = async (q: string, who?: CallerKind): Promise<Hit[]> => {
    const { status, text, json } = await ask(q, who);
    expect(status, text).toBe(200);
    return json.data as Hit[];
  };
  const names = async (q: string, who?: CallerKind) => (await found(q, who)).map(({ kind, name }) => [kind, name]);

  it('finds facilities, doors, boxes and members by any part of a name, whatever its capitals, on both engines alike', async () => {
    expect(await names('HARBOUR g')).toEqual([['facility', 'Harbour Gym']]);
    expect(await names('ÜNLÜ')).toEqual([
      ['member', 'Ada Ünlü'],
      ['door', 'Ünlüs Türe'],
    ]);
    expect(await names('cupboard')).toEqual([['box', 'Comms cupboard']]);
    expect(await names('gh-00042')).toEqual([['box', 'Comms cupboard']]);
    expect(await names('hopper grace')).toEqual([['member', 'Grace Hopper']]);
  });

  it('takes a text for itself, and finds things by their ids', async () => {
    expect((await found('a%7')).map(({ memberId }) => memberId)).toEqual(['ADA%7']);
    expect(await names('__')).toEqual([]);
    expect(await found(api.world.doorId)).toMatchObject([
      { kind: 'door', name: 'Front door', facilityId: api.world.facilityId },
    ]);
    expect(await found(api.world.boxId.slice(0, 13))).toMatchObject([{ kind: 'box', boxId: api.world.boxId }]);
  });

  it('finds nothing that is out of reach: members of others, doors for who works with people only', async () => {
    expect((await found('ada')).map(({ memberId }) => memberId).sort()).toEqual(['ADA%7', 'M-1']);
    expect((await found('ada', 'otherOrgAdmin')).map(({ memberId }) => memberId)).toEqual(['M-9']);
    expect((await found('ada', 'superAdmin')).map(({ memberId }) => memberId).sort()).toEqual(['ADA%7', 'M-1', 'M-9']);
    expect(await names('front', 'otherOrgAdmin')).toEqual([]);
    expect(await names('front', 'iam')).toEqual([]);
    expect((await ask('front', 'nobody')).status).toBe(403);
  });

  it('finds users by name and e-mail address, among those one works with', async () => {
    const { email } = api.callers.staff.user;
    expect((await found(email, 'iam')).map(({ userId }) => userId)).toEqual([api.callers.staff.user.id]);
    expect(await found(email, 'otherOrgAdmin')).toEqual([]);
  });

  it('shows 20 at most, some of each kind, and says that there is more', async () => {
    const { partnerId, facilityId, members } = api.world;
    const many = Array.from({ length: 40 }, (_, n) => ({
      memberId: `Q-${n}`,
      firstName: 'Front',
      lastName: `Row ${n}`,
    }));
    await members.put(many.map((one) => ({ partnerId, facilityId, ...one })));
    const { json } = await ask('front');
    expect(json.data).toHaveLength(20);
    expect(json.more).toBe(true);
    expect((json.data as Hit[]).filter(({ kind }) => kind === 'door')).toMatchObject([{ name: 'Front door' }]);
    expect((await ask('cupboard')).json.more).toBe(false);
  });

  it('takes a text of 2 to 60 characters', async () => {
    for (const q of ['a', ' a ', 'x'.repeat(61)]) expect((await ask(q)).status).toBe(400);
    expect((await ask('x'.repeat(60))).status).toBe(200);
  });
});
