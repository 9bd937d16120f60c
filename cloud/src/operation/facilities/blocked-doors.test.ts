import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

interface At {
  readonly facilityId: string;
  readonly name: string;
  readonly doors: readonly { readonly name: string; readonly why: string }[];
  readonly unseen: number;
}

describe.each(ENGINES)('where people cannot get in now, on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock('2026-11-21T12:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
    await api.world.beacon({});
  });
  afterEach(() => api.close());

  const look = async (by: CallerKind, query: Readonly<Record<string, string>> = {}) => {
    const { headers } = api.callers[by];
    const answer = await api.send({
      method: 'GET',
      path: `/api/blocked-doors?${new URLSearchParams(query)}`,
      headers,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as { data: At[]; next: string | null };
  };
  const here = async () => (await look('staff')).data;
  const maintenance = (mode: 'off' | 'force-closed') => ({
    ...{ mode, untilMs: clock.wallMs() + Minutes(30), by: 'Kim', reason: 'Heater repair', generation: 1 },
  });

  it('is nowhere where every door is heard of and lets people in', async () => {
    expect(await here()).toEqual([]);
  });

  it('is said of each door with why, by whom and until when, and nothing once that is over', async () => {
    await api.world.beacon({ maintenance: maintenance('force-closed') });
    expect(await here()).toEqual([
      {
        facilityId: api.world.facilityId,
        name: 'Harbour Gym',
        doors: [
          {
            ...{ doorId: api.world.doorId, name: 'Front door', why: 'kept_closed' },
            ...{ by: 'Kim', reason: 'Heater repair', until: '2026-11-21T12:30:00.000Z' },
          },
        ],
        unseen: 0,
      },
    ]);
    await api.world.beacon({ lockdown: { active: true, by: 'Sam', reason: 'Threat', generation: 1 } });
    expect(await here()).toMatchObject([{ doors: [{ why: 'lockdown', by: 'Sam', reason: 'Threat', until: null }] }]);
    await api.world.beacon({ reachable: false });
    expect(await here()).toMatchObject([{ doors: [{ why: 'board_silent' }] }]);
    await api.world.beacon({});
    expect(await here()).toEqual([]);
  });

  it('tells doors that nobody hears of from those where people cannot get in', async () => {
    await clock.advance(Minutes(2));
    expect(await here()).toMatchObject([{ doors: [], unseen: 1 }]);
  });

  it('is over all facilities that somebody reaches, page by page, and over no other', async () => {
    const names = async (by: CallerKind, query: Readonly<Record<string, string>> = {}) =>
      (await look(by, query)).data.map(({ name }) => name);
    const { organisations, orgId } = api.world;
    for (const number of Array.from({ length: 60 }, (_, n) => n)) {
      const name = `Gym ${number}`;
      const facilityId: FacilityId = await organisations.createFacility({ orgId, name, timezone: 'UTC' });
      if (number % 20 === 19) await api.world.doors.create({ ...BARE_DOOR, name: 'Door', facilityId });
    }
    expect((await names('orgAdmin')).sort()).toEqual(['Gym 19', 'Gym 39', 'Gym 59']);
    expect(await names('staff')).toEqual([]);
    expect(await names('otherOrgAdmin')).toEqual([]);
    const one = await look('superAdmin', { limit: '1', organisationId: orgId });
    expect(one.data).toHaveLength(1);
    const rest = await names('superAdmin', { after: String(one.next), organisationId: orgId });
    expect(new Set([one.data[0]?.name, ...rest]).size).toBe(3);
  });
});
