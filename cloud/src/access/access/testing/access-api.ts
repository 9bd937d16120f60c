import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../../testing/partner-api.ts';
import { confirms, scriptedLink, type World } from '../../../testing/world.ts';

type Fields = Record<string, unknown>;
export const CLOSED = { sun: [], mon: [], tue: [], wed: [], thu: [], fri: [], sat: [] };
const DAILY = (block: readonly [string, string]) =>
  Object.fromEntries(Object.keys(CLOSED).map((day) => [day, [block]]));

/** Open from six in the morning to ten at night, by the key `default`. */
export const aWindow = (fields: Fields = {}) => ({
  external_id: 'w',
  kind: 'weekly',
  timezone: 'Australia/Brisbane',
  access_hours: DAILY(['06:00', '22:00']),
  ...fields,
});

interface Serving {
  /** 2026-01-01T00:00:00Z at first: ten in the morning in Brisbane. */
  clock: ManualClock;
  api: PartnerApi;
  world: World;
  /** What a request with a live key carries. */
  live: Record<string, string>;
  member: { partnerId: PartnerId; facilityId: FacilityId; memberId: string };
  /** Of the windows that were pushed last. */
  revision: number;
}

/** The access check over the partner API, new for every test: `on` is what serves it now. */
export const accessApi = (open: TestEngine['open']) => {
  const on = {} as Serving;
  beforeEach(async () => {
    on.clock = new ManualClock();
    on.api = await servePartnerApi(await open(), on.clock, scriptedLink(confirms).link);
    on.world = on.api.world;
    on.live = basic((await on.api.keyOf('live')).text);
    on.member = { partnerId: on.world.partnerId, facilityId: on.world.facilityId, memberId: 'M-1' };
    on.revision = 0;
  });
  afterEach(() => on.api.close());

  const post = async (path: string, body: Fields, headers = on.live) => {
    await on.api.moveOn();
    const answer = await on.api.send({ method: 'POST', path: `/partner/v1/${path}`, headers, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.metadata.skipped_items).toEqual([]);
  };
  const push = (fields: Fields = {}, headers = on.live) =>
    post(
      'members',
      {
        members: [
          { facility_id: on.world.facilityId, member_id: 'M-1', first_name: 'Ada', last_name: 'Byron', ...fields },
        ],
      },
      headers,
    );
  const ask = async (
    query: Record<string, string> = {},
    { memberId = 'M-1', headers = on.live, still = false } = {},
  ) => {
    if (!still) await on.api.moveOn();
    const search = new URLSearchParams({ facility_id: on.world.facilityId, ...query });
    return on.api.send({ method: 'GET', path: `/partner/v1/members/${memberId}/access-check?${search}`, headers });
  };
  return {
    on,
    push,
    pushWindows: (windows: readonly unknown[]) =>
      push({ access_time_windows: windows, access_time_windows_revision: ++on.revision }),
    /** The member with a plan that opens the whole gym on Thursdays, from nine to five. */
    pushPlan: async (plan: Fields = {}, fields: Fields = {}) => {
      const { facilityId, partnerId } = on.world;
      const zone = { name: 'Floor', access_hours: { thu: [['09:00', '17:00']] } };
      await post('membership-plans', {
        membership_plans: [{ facility_id: facilityId, membership_plan_id: 'gold', name: 'Gold', access_zones: [zone] }],
      });
      await on.world.db.write((tx) =>
        on.world.access.mapPlanZone(tx, { facilityId, partnerId, name: 'Floor' }, { to: 'facility' }),
      );
      await push({
        membership_plans: [{ membership_plan_id: 'gold', name: 'Gold', status: 'active', is_current: true, ...plan }],
        ...fields,
      });
    },
    map: (key = 'default', partnerId = on.world.partnerId) =>
      on.world.db.write((tx) =>
        on.world.scopes.setKey(tx, { facilityId: on.world.facilityId, partnerId, key }, { target: { to: 'facility' } }),
      ),
    ask,
    /** What the first door answers. */
    check: async (query: Record<string, string> = {}) => {
      const answer = await ask(query);
      expect(answer.status, answer.text).toBe(200);
      return answer.json.data.doors[0];
    },
    anotherPartner: async () => {
      const { db, partners, orgId, facilityId } = on.world;
      const id = await db.write((tx) =>
        partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] }),
      );
      await db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: true }));
      return { id, headers: basic((await on.api.keyOf('live', id)).text) };
    },
    /** Staff's word on the member. */
    flag: async (flags: Parameters<World['access']['setFlags']>[2]) => {
      const person = {
        facilityId: on.world.facilityId,
        personId: await on.world.db.write((tx) => on.world.access.personFor(tx, on.member, 'Sam')),
      };
      await on.world.db.write((tx) => on.world.access.setFlags(tx, person, flags, { by: 'Sam', reason: 'Because' }));
    },
  };
};
