import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const nightly = Object.fromEntries(DAYS.map((day) => [day, [['02:30', '06:00']]]));

interface Stretch {
  from: string;
  until: string;
  localFrom: string;
  localUntil: string;
  verdict: string;
  reason: string;
  source?: object;
}

describe.each(ENGINES)('an access calendar on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock('2026-10-24T12:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
    const { organisations, db, facilityId, partnerId, scopes } = api.world;
    await db.write((tx) => organisations.updateFacility(tx, facilityId, { timezone: 'Europe/Berlin' }));
    const key = { facilityId, partnerId, key: 'default' };
    await db.write((tx) => scopes.setKey(tx, key, { target: { to: 'facility' } }));
    await push({
      access_time_windows: [
        {
          external_id: 'w',
          kind: 'weekly',
          timezone: 'Europe/Berlin',
          scope_key: 'default',
          access_hours: nightly,
          active_until: Date.parse('2026-10-27T04:00:00Z') / 1_000,
        },
      ],
      access_time_windows_revision: 1,
    });
  });
  afterEach(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const push = async (fields: object) => {
    const member = { facility_id: api.world.facilityId, member_id: 'M-1', first_name: 'Ada', last_name: 'Byron' };
    const bytes = new TextEncoder().encode(JSON.stringify({ members: [{ ...member, ...fields }] }));
    const { result } = await api.world.members.push(bytes, api.world.callBy());
    expect(result.skippedItems).toEqual([]);
  };
  const read = (path: string, query: Record<string, string> = {}) =>
    api.send({
      method: 'GET',
      path: `/api/access-control/${api.world.facilityId}/${path}/calendar?${new URLSearchParams(query)}`,
      headers: api.callers.staff.headers,
    });
  const ofMember = async (query: Record<string, string> = {}) => {
    const { status, text, json } = await read(`members/${api.world.partnerId}/M-1`, query);
    expect(status, text).toBe(200);
    return json as { days: object[]; doors: { doorId: string; stretches: Stretch[] }[]; more: boolean };
  };

  it('begins today by the facility’s clock, and has days of 23 and of 25 hours', async () => {
    const { days, more } = await ofMember();
    expect(days).toHaveLength(7);
    expect(days.slice(0, 3)).toEqual([
      { date: '2026-10-24', minutes: 1_440 },
      { date: '2026-10-25', minutes: 1_500 },
      { date: '2026-10-26', minutes: 1_440 },
    ]);
    expect((await ofMember({ from: '2026-03-29', days: '1' })).days).toEqual([{ date: '2026-03-29', minutes: 1_380 }]);
    expect(more).toBe(false);
  });

  it('opens twice in the night in which half past two comes twice, and says whose window it is', async () => {
    const { doors } = await ofMember({ from: '2026-10-25', days: '1', doorId: api.world.doorId });
    const source = { partnerId: api.world.partnerId, name: 'Acme Members' };
    const shown = doors[0]?.stretches.map(({ from, localFrom, localUntil, verdict, reason, source }) => ({
      from,
      local: [localFrom.slice(11, 16), localUntil.slice(11, 16)],
      verdict,
      reason,
      ...(source && { source }),
    }));
    const closed = { verdict: 'denied', reason: 'outside_hours' };
    const opened = { verdict: 'allowed', reason: 'granted', source };
    expect(shown).toEqual([
      { from: '2026-10-24T22:00:00.000Z', local: ['00:00', '02:30'], ...closed },
      { from: '2026-10-25T00:30:00.000Z', local: ['02:30', '02:00'], ...opened },
      { from: '2026-10-25T01:00:00.000Z', local: ['02:00', '02:30'], ...closed },
      { from: '2026-10-25T01:30:00.000Z', local: ['02:30', '06:00'], ...opened },
      { from: '2026-10-25T05:00:00.000Z', local: ['06:00', '00:00'], ...closed },
    ]);
  });

  it('says for what reason a door stays closed, also where that turns while it is closed', async () => {
    const { doors } = await ofMember({ from: '2026-10-27', days: '2' });
    expect(doors[0]?.stretches.map(({ from, reason }) => [from, reason])).toEqual([
      ['2026-10-26T23:00:00.000Z', 'outside_hours'],
      ['2026-10-27T01:30:00.000Z', 'granted'],
      // The last window is over.
      ['2026-10-27T04:00:00.000Z', 'no_grant'],
    ]);
  });

  it('agrees with the explanation of any of its boundaries, a second before it and at it', async () => {
    const { doors } = await ofMember({ days: '5' });
    const stretches = doors[0]?.stretches ?? [];
    for (const [i, { from, reason }] of stretches.entries()) {
      if (i === 0) continue;
      for (const [by, expected] of [
        [-1_000, stretches[i - 1]?.reason],
        [0, reason],
      ] as const) {
        const at = new Date(Date.parse(from) + by).toISOString();
        const path = `members/${api.world.partnerId}/M-1/explain?${new URLSearchParams({ at })}`;
        const { json } = await api.send({
          method: 'GET',
          path: `/api/access-control/${api.world.facilityId}/${path}`,
          headers: api.callers.staff.headers,
        });
        expect([at, json.doors[0].reason]).toEqual([at, expected]);
      }
    }
  });

  it('of a person has what staff say of them in it', async () => {
    const { access, db, facilityId, partnerId } = api.world;
    const member = { facilityId, partnerId, memberId: 'M-1' };
    const personId = await db.write((tx) => access.personFor(tx, member, 'test'));
    expect((await read(`people/${personId}`, { days: '1' })).json.doors[0].stretches).toHaveLength(3);
    const banned = await api.send({
      method: 'PUT',
      path: `/api/access-control/${facilityId}/people/${personId}/flags`,
      headers: api.callers.manager.headers,
      body: { banned: true, reason: 'Threatened staff' },
    });
    expect(banned.status, banned.text).toBe(200);
    const { json } = await read(`people/${personId}`, { days: '31' });
    expect(json.doors[0].stretches.map(({ reason }: Stretch) => reason)).toEqual(['banned']);
  });

  it('is of 31 days at most, of doors and people that are here', async () => {
    for (const query of [{ days: '32' }, { days: '0' }, { from: '2026-02-30' }, { from: '20261025' }])
      expect((await read(`members/${api.world.partnerId}/M-1`, query as never)).status, JSON.stringify(query)).toBe(
        400,
      );
    expect(await read(`members/${api.world.partnerId}/M-2`)).toMatchObject({
      status: 404,
      json: { error: 'member_unknown' },
    });
    expect(await read(`members/${api.world.partnerId}/M-1`, { doorId: 'door_zzzzzzzzzzzzzzzz' })).toMatchObject({
      status: 404,
      json: { error: 'door_unknown' },
    });
  });
});
