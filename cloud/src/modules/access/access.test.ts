import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../test-kit/partner-api.ts';
import { confirms, forceOpen, scriptedLink, type World } from '../../test-kit/world.ts';

const CLOSED = { sun: [], mon: [], tue: [], wed: [], thu: [], fri: [], sat: [] };
const DAILY = (block: readonly [string, string]) =>
  Object.fromEntries(Object.keys(CLOSED).map((day) => [day, [block]]));

describe.each(ENGINES)('the access check on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PartnerApi;
  let world: World;
  let live: Record<string, string>;
  let member: { partnerId: PartnerId; facilityId: FacilityId; memberId: string };
  beforeEach(async () => {
    clock = new ManualClock(); // 2026-01-01T00:00:00Z: ten in the morning in Brisbane.
    db = await open();
    api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
    ({ world } = api);
    live = basic((await api.keyOf('live')).text);
    member = { partnerId: world.partnerId, facilityId: world.facilityId, memberId: 'M-1' };
  });
  afterEach(() => api.close());

  const post = async (path: string, body: Record<string, unknown>, headers = live) => {
    await api.moveOn();
    const answer = await api.send({ method: 'POST', path: `/partner/v1/${path}`, headers, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.metadata.skipped_items).toEqual([]);
  };
  let revision = 0;
  const aWindow = (overrides: Record<string, unknown> = {}) => ({
    external_id: 'w',
    kind: 'weekly',
    timezone: 'Australia/Brisbane',
    access_hours: DAILY(['06:00', '22:00']),
    ...overrides,
  });
  const push = (fields: Record<string, unknown> = {}, headers = live) =>
    post(
      'members',
      {
        members: [
          { facility_id: world.facilityId, member_id: 'M-1', first_name: 'Ada', last_name: 'Byron', ...fields },
        ],
      },
      headers,
    );
  const pushWindows = (windows: readonly unknown[], headers = live) =>
    push({ access_time_windows: windows, access_time_windows_revision: ++revision }, headers);
  const map = (key = 'default', partnerId = world.partnerId) =>
    world.scopes.mapKey({ facilityId: world.facilityId, partnerId, key }, { to: 'facility' });
  const ask = async (query: Record<string, string> = {}, { memberId = 'M-1', headers = live, still = false } = {}) => {
    if (!still) await api.moveOn();
    const search = new URLSearchParams({ facility_id: world.facilityId, ...query });
    return api.send({ method: 'GET', path: `/partner/v1/members/${memberId}/access-check?${search}`, headers });
  };
  const check = async (query: Record<string, string> = {}) => {
    const answer = await ask(query);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data.doors[0];
  };
  const anotherPartner = async () => {
    const id = await world.partners.create({
      name: 'Other',
      linkingMethod: 'facility_id',
      organisations: [world.orgId],
    });
    await world.partners.setIntegration(id, world.facilityId, { enabled: true });
    return { id, headers: basic((await api.keyOf('live', id)).text) };
  };
  /** Staff's word on the member. */
  const flag = async (flags: Parameters<World['access']['setFlags']>[1]) => {
    const personId = await world.access.personFor(member, 'Sam');
    await world.access.setFlags({ facilityId: world.facilityId, personId }, flags, { by: 'Sam', reason: 'Because' });
    return personId;
  };

  it('says that a member gets in by a window, with what was looked at and by which versions', async () => {
    await map();
    await pushWindows([aWindow()]);
    const { status, json } = await ask({ door_id: world.doorId, at: '2026-01-01T10:00:00+10:00' });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      member_id: 'M-1',
      facility_id: world.facilityId,
      at: '2026-01-01T00:00:00.000Z',
      doors: [{ door_id: world.doorId, name: 'Front door', allowed: true, reason: 'granted', via: 'window' }],
      versions: {
        time_zones: expect.stringMatching(/^20\d\d[a-z]+$/),
        access_time_windows_revision: revision,
        facility: expect.any(Number),
      },
    });
    const steps = json.data.doors[0].explanation as { step: string; verdict: string }[];
    expect(steps.find(({ verdict }) => verdict === 'opens')).toMatchObject({ step: 'window', scope_key: 'default' });
  });

  it('says when a closed window next opens, to the second', async () => {
    await map();
    await pushWindows([aWindow()]);
    const before = await check({ at: '2026-01-01T05:59:59+10:00' });
    expect(before).toMatchObject({ allowed: false, reason: 'outside_hours', next_open: '2025-12-31T20:00:00.000Z' });
    expect(await check({ at: '2026-01-01T06:00:00+10:00' })).toMatchObject({ allowed: true });
    expect(await check({ at: '2026-01-01T22:00:00+10:00' })).toMatchObject({ allowed: false });
  });

  it('[R52] a key that is not mapped, disabled, or mapped to nothing opens nothing, and other windows are not affected', async () => {
    await pushWindows([aWindow({ scope_key: 'pool' })]);
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await map('pool');
    expect(await check()).toMatchObject({ allowed: true, via: 'window' });
    const key = { facilityId: world.facilityId, partnerId: world.partnerId, key: 'pool' };
    await world.scopes.setKeyDisabled(key, true);
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await world.scopes.setKeyDisabled(key, false);
    await world.scopes.mapKey(key, { to: 'none' });
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await map('gym');
    await pushWindows([aWindow({ scope_key: 'pool' }), aWindow({ external_id: 'v', scope_key: 'gym' })]);
    expect(await check()).toMatchObject({ allowed: true, via: 'window' });
    expect(await world.warnings.list(world.facilityId)).toMatchObject([
      { kind: 'scope_key_opens_nothing', subject: `${world.partnerId}/pool` },
    ]);
  });

  it('[R52] a key that is mapped to a named set opens the doors of the set, and no others', async () => {
    const studio = await world.aDoor({ name: 'Studio' });
    const scope = await world.scopes.createScope(world.facilityId, { name: 'Studios', doors: [studio] });
    await world.scopes.mapKey(
      { facilityId: world.facilityId, partnerId: world.partnerId, key: 'default' },
      { to: 'scopes', scopes: [scope] },
    );
    await pushWindows([aWindow()]);
    const { json } = await ask();
    expect(
      json.data.doors.map(({ name, allowed, reason }: Record<string, unknown>) => [name, allowed, reason]),
    ).toEqual([
      ['Front door', false, 'no_grant'],
      ['Studio', true, 'granted'],
    ]);
  });

  it('[R53] a window never passes a disabled person, a block of all access, a ban, or a closed door', async () => {
    await map();
    await pushWindows([aWindow()]);
    for (const flags of [{ disabled: true }, { blocked: true }, { banned: true }]) {
      await flag(flags);
      expect(await check()).toMatchObject({ allowed: false, reason: 'other' });
      await flag({ disabled: false, blocked: false, banned: false });
      expect(await check()).toMatchObject({ allowed: true });
    }
    await api.moveOn();
    await world.beacon({ maintenance: { ...forceOpen(0), mode: 'force-closed', untilMs: null } });
    const { json } = await ask({}, { still: true });
    expect(json.data.doors[0]).toMatchObject({ allowed: false, reason: 'maintenance_force_closed' });
  });

  it('staff who hold a door open let everybody in but those they keep out', async () => {
    await push();
    const stands = async () => {
      await api.moveOn();
      await world.beacon({ maintenance: forceOpen(clock.wallMs() + 60_000) });
      return (await ask({}, { still: true })).json.data.doors[0];
    };
    expect(await stands()).toMatchObject({ allowed: true, via: 'maintenance_open' });
    await flag({ banned: true });
    expect(await stands()).toMatchObject({ allowed: false, reason: 'other' });
  });

  it('[R53] outside of its windows a member still gets in by plans and by grants', async () => {
    await map();
    await pushWindows([aWindow({ access_hours: CLOSED })]);
    expect(await check()).toMatchObject({ allowed: false });
    const personId = await world.access.personFor(member, 'Sam');
    const person = { facilityId: world.facilityId, personId };
    const grant = await world.access.grant(person, { target: { to: 'doors', doors: [world.doorId] } }, 'Sam');
    expect(await check()).toMatchObject({ allowed: true, reason: 'granted', via: 'other' });
    await world.access.takeBack(world.facilityId, grant);
    expect(await check()).toMatchObject({ allowed: false });
    await withPlan();
    expect(await check()).toMatchObject({ allowed: true, via: 'plan' });
  });

  const withPlan = async (plan: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) => {
    await post('membership-plans', {
      membership_plans: [
        {
          facility_id: world.facilityId,
          membership_plan_id: 'gold',
          name: 'Gold',
          access_zones: [{ name: 'Floor', access_hours: { thu: [['09:00', '17:00']] } }],
        },
      ],
    });
    await world.access.mapPlanZone(
      { facilityId: world.facilityId, partnerId: world.partnerId, name: 'Floor' },
      { to: 'facility' },
    );
    await push({
      membership_plans: [{ membership_plan_id: 'gold', name: 'Gold', status: 'active', is_current: true, ...plan }],
      ...fields,
    });
  };

  it('a plan opens in its zone’s hours, within its dates, and for the days of grace after them', async () => {
    await withPlan({ start_date: '2026-01-01', end_date: '2026-01-01' });
    expect(await check({ at: '2026-01-01T08:59:59+10:00' })).toMatchObject({ reason: 'outside_hours' });
    expect(await check({ at: '2026-01-01T09:00:00+10:00' })).toMatchObject({ allowed: true, via: 'plan' });
    expect(await check({ at: '2025-12-25T09:00:00+10:00' })).toMatchObject({ allowed: false });
    expect(await check({ at: '2026-01-08T09:00:00+10:00' })).toMatchObject({ reason: 'plan_ended' });
    await world.access.setPolicy(world.facilityId, { graceHours: 7 * 24 });
    expect(await check({ at: '2026-01-08T09:00:00+10:00' })).toMatchObject({ allowed: true, via: 'grace' });
  });

  it('a status denies as the partner’s map says, and an unknown one denies nothing', async () => {
    await withPlan({}, { membership_status: 'On Hold' });
    expect(await check()).toMatchObject({ allowed: false, reason: 'status_denied' });
    await withPlan({}, { membership_status: 'Frozen' });
    expect(await check()).toMatchObject({ allowed: true });
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'status_without_meaning' }]);
    await world.scopes.setStatus(world.partnerId, 'frozen', 'deny');
    expect(await check()).toMatchObject({ allowed: false, reason: 'status_denied' });
  });

  it('a zone of a plan that nobody has mapped opens nothing', async () => {
    await withPlan();
    await world.access.mapPlanZone(
      { facilityId: world.facilityId, partnerId: world.partnerId, name: 'Floor' },
      { to: 'none' },
    );
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
  });

  it('no push lifts a ban', async () => {
    await map();
    await pushWindows([aWindow()]);
    await flag({ banned: true });
    await pushWindows([aWindow()]);
    await withPlan({}, { membership_status: 'current', tags: ['unbanned'] });
    expect(await check()).toMatchObject({ allowed: false, reason: 'other' });
  });

  it('what staff and other partners decided is `other`, and nothing of it leaks', async () => {
    const other = await anotherPartner();
    await push();
    await push({ member_id: 'X-9', first_name: 'Ada', last_name: 'Byron' }, other.headers);
    await post(
      'members',
      {
        members: [
          {
            facility_id: world.facilityId,
            member_id: 'X-9',
            first_name: 'Ada',
            last_name: 'Byron',
            access_time_windows: [aWindow({ scope_key: 'theirs' })],
            access_time_windows_revision: 1,
          },
        ],
      },
      other.headers,
    );
    await map('theirs', other.id);
    expect(await check()).toMatchObject({ allowed: false, reason: 'no_grant' });
    const personId = await world.access.personFor(member, 'Sam');
    await world.access.linkMember(personId, { ...member, partnerId: other.id, memberId: 'X-9' });
    const granted = await ask();
    expect(granted.json.data.doors[0]).toMatchObject({ allowed: true, reason: 'granted', via: 'other' });
    const late = await ask({ at: '2026-01-01T23:00:00+10:00' });
    expect(late.json.data.doors[0]).toMatchObject({ allowed: false, reason: 'no_grant' });
    await world.access.setFlags(
      { facilityId: world.facilityId, personId },
      { banned: true },
      { by: 'Sam', reason: 'x' },
    );
    const banned = await ask();
    expect(banned.json.data.doors[0]).toMatchObject({ allowed: false, reason: 'other' });
    for (const { text } of [granted, late, banned]) {
      expect(text).not.toMatch(/theirs|X-9|Sam|ptr_|"ban|disabled|next_open/);
    }
  });

  it('says the same of a member who is nobody and of one of another partner', async () => {
    const other = await anotherPartner();
    await push({ member_id: 'X-9' }, other.headers);
    const answers = [await ask({}, { memberId: 'X-9' }), await ask({}, { memberId: 'nobody' })];
    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect({ ...json, request_id: '' }).toEqual({
        error: 'not_found',
        message: 'There is no such member for this integration.',
        request_id: '',
      });
    }
  });

  it('[R11, R13] any key may ask; a door or facility that is not there is 404, and a disabled integration 403', async () => {
    await push();
    const readOnly = basic((await api.keyOf('read-only')).text);
    expect((await ask({}, { headers: readOnly })).status).toBe(200);
    expect((await ask({ door_id: 'door_zzzzzzzzzzzzzzzz' })).status).toBe(404);
    expect((await ask({ facility_id: 'fac_zzzzzzzzzzzzzzzz' })).status).toBe(404);
    expect((await ask({ at: 'yesterday' })).status).toBe(400);
    expect((await ask({ at: '1767225600' })).status).toBe(400);
    // Of years that have four digits in their own offset, but not in UTC.
    expect((await ask({ at: '9999-12-31T23:59:59-12:00' })).status).toBe(400);
    expect((await ask({ at: '0000-01-01T00:00:00+12:00' })).status).toBe(400);
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false });
    expect((await ask()).status).toBe(403);
  });

  it('previews who would lose access if an integration were disabled: those who have nothing else', async () => {
    const other = await anotherPartner();
    await map();
    await map('default', other.id);
    const windows = { access_time_windows: [aWindow()], access_time_windows_revision: 1 };
    for (const memberId of ['M-1', 'M-2', 'M-3', 'M-4']) await push({ member_id: memberId, ...windows });
    await push({ member_id: 'M-5' });
    await push({ member_id: 'X-2', ...windows }, other.headers);
    const personOf = (memberId: string) => world.access.personFor({ ...member, memberId }, 'Sam');
    await world.access.linkMember(await personOf('M-2'), { ...member, partnerId: other.id, memberId: 'X-2' });
    const person = { facilityId: world.facilityId, personId: await personOf('M-3') };
    await world.access.grant(person, { target: { to: 'facility' } }, 'Sam');
    const banned = { facilityId: world.facilityId, personId: await personOf('M-4') };
    await world.access.setFlags(banned, { banned: true }, { by: 'Sam', reason: 'x' });
    const source = { partnerId: world.partnerId, facilityId: world.facilityId };
    expect(await world.access.previewSuspension(source)).toEqual({ members: 5, losing: 1, memberIds: ['M-1'] });
    await clock.advance(Days(1));
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false });
    expect(await world.access.previewSuspension(source)).toMatchObject({ losing: 0 });
  });
});
