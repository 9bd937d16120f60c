import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const daily = (from: string, to: string) => Object.fromEntries(DAYS.map((day) => [day, [[from, to]]]));
const NEVER = Object.fromEntries(DAYS.map((day) => [day, []]));
const aWindow = (hours: object, scope = 'default') => ({
  external_id: 'w',
  kind: 'weekly',
  timezone: 'UTC',
  scope_key: scope,
  access_hours: hours,
});

describe.each(ENGINES)('why somebody gets in, and what if, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PlatformApi;
  let revision: number;
  beforeEach(async () => {
    clock = new ManualClock(); // 2026-01-01T00:00:00Z, a Thursday.
    db = await open();
    api = await servePlatformApi(db, clock);
    revision = 0;
  });
  afterEach(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const item = (memberId: string, fields: object = {}) => ({
    member_id: memberId,
    first_name: 'Ada',
    last_name: memberId,
    ...fields,
  });
  const windows = (...list: readonly object[]) => ({
    access_time_windows: list,
    access_time_windows_revision: ++revision,
  });
  const push = async (...items: readonly object[]) => {
    const members = items.map((one) => ({ facility_id: api.world.facilityId, ...one }));
    const bytes = new TextEncoder().encode(JSON.stringify({ members }));
    const { result } = await api.world.members.push(bytes, api.world.callBy());
    expect(result.skippedItems).toEqual([]);
  };
  const map = (key = 'default') =>
    api.world.db.write((tx) =>
      api.world.scopes.setKey(
        tx,
        { facilityId: api.world.facilityId, partnerId: api.world.partnerId, key },
        { target: { to: 'facility' } },
      ),
    );
  const get = (path: string, query: Record<string, string> = {}) =>
    api.send({
      method: 'GET',
      path: `/api/access-control/${api.world.facilityId}/${path}?${new URLSearchParams(query)}`,
      headers: api.callers.staff.headers,
    });
  const explainMember = async (at: string) =>
    (await get(`members/${api.world.partnerId}/M-1/explain`, { doorId: api.world.doorId, at })).json.doors[0];
  const whatIf = async (change: object, more: object = {}) => {
    const answer = await api.send({
      method: 'POST',
      path: `/api/access-control/${api.world.facilityId}/what-if`,
      headers: api.callers.manager.headers,
      body: { change: { partnerId: api.world.partnerId, ...change }, ...more },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  /** Everything that is stored but the audit of the requests themselves. */
  const everything = () =>
    db.read(async (tx) => {
      const names =
        db.engine === 'sqlite'
          ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(tx)
          : await sql<{
              name: string;
            }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(tx);
      const kept: Record<string, unknown> = {};
      for (const { name } of names.rows)
        if (!/^(audit|http_reply|rate_hit|sqlite_)/.test(name))
          kept[name] = (await sql`select * from ${sql.table(name)}`.execute(tx)).rows;
      return JSON.stringify(kept);
    });

  it('explains to staff with every name, what has to change, and when it next turns', async () => {
    await map();
    await push(item('M-1', windows(aWindow(daily('06:00', '22:00')))));
    const closed = await explainMember('2026-01-01T05:00:00Z');
    expect(closed).toMatchObject({
      doorId: api.world.doorId,
      allowed: false,
      reason: 'outside_hours',
      nextOpen: '2026-01-01T06:00:00.000Z',
      nextChange: '2026-01-01T06:00:00.000Z',
      changes: [{ reason: 'outside_hours' }],
    });
    expect(closed.steps[closed.decidedBy]).toMatchObject({ verdict: 'denies' });
    const open = await explainMember('2026-01-01T10:00:00Z');
    const source = { partnerId: api.world.partnerId, name: 'Acme Members' };
    expect(open).toMatchObject({ allowed: true, via: 'window', source, nextChange: '2026-01-01T22:00:00.000Z' });
    expect(open.steps[open.decidedBy]).toMatchObject({ step: 'window', verdict: 'opens', source, scopeKey: 'default' });
  });

  it('holds nothing back that staff decided, and says the same of the person and of the card', async () => {
    await map();
    await push(item('M-1', windows(aWindow(daily('00:00', '24:00')))));
    const { partnerId, facilityId, access, credentials } = api.world;
    const personId = await api.world.db.write((tx) =>
      access.personFor(tx, { partnerId, facilityId, memberId: 'M-1' }, 'Sam'),
    );
    await api.world.db.write((tx) =>
      access.setFlags(tx, { facilityId, personId }, { banned: true }, { by: 'Sam', reason: 'Fighting' }),
    );
    expect(await explainMember('2026-01-01T10:00:00Z')).toMatchObject({ allowed: false, reason: 'banned' });
    const person = await get(`people/${personId}/explain`);
    expect(person.json.doors).toMatchObject([{ reason: 'banned' }]);
    const id = await api.world.db.write((tx) =>
      credentials.addCredential(tx, { facilityId, personId, by: 'Sam' }, { kind: 'card', text: '12344711' }),
    );
    const card = async () => (await get('credentials/explain', { endsWith: '4711' })).json.data;
    expect(await card()).toMatchObject([{ credentialId: id, personId, access: { doors: [{ reason: 'banned' }] } }]);
    await api.world.db.write((tx) => credentials.disableCredential(tx, facilityId, id, true));
    expect(await card()).toMatchObject([{ disabled: true, access: { doors: [{ reason: 'unknown_credential' }] } }]);
    expect((await get('credentials/explain', { endsWith: '0815' })).json.data).toEqual([]);
    expect((await get(`members/${partnerId}/M-9/explain`)).json).toMatchObject({ error: 'member_not_here' });
  });

  it('a push that is only tried says who gains and who loses, which items it would skip, and writes nothing', async () => {
    await map();
    await push(item('M-1', windows(aWindow(daily('06:00', '22:00')))), item('M-2'));
    await api.world.snapshots.build(api.world.facilityId);
    const before = await everything();
    const tried = await whatIf({
      kind: 'members',
      members: [
        item('M-1', windows(aWindow(daily('06:00', '20:00')))),
        item('M-2', windows(aWindow({ ...NEVER, fri: [['09:00', '12:00']] }))),
        item('M-3', windows(aWindow(daily('00:00', '24:00'), 'unmapped'))),
        { first_name: 'Nobody', last_name: '' },
      ],
    });
    expect(tried).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-08T00:00:00.000Z',
      looked: 3,
      gaining: 1,
      losing: 1,
      next: null,
      skipped: [{ index: 3, reason: expect.stringContaining('member_id') }],
    });
    const [ada, bob] = tried.data;
    expect(ada).toMatchObject({
      memberIds: ['M-1'],
      name: 'Ada M-1',
      doors: [{ doorId: api.world.doorId, gains: [] }],
    });
    expect(ada.doors[0].loses).toHaveLength(7);
    expect(ada.doors[0].loses[0]).toEqual({ from: '2026-01-01T20:00:00.000Z', to: '2026-01-01T22:00:00.000Z' });
    expect(bob.doors[0]).toMatchObject({
      gains: [{ from: '2026-01-02T09:00:00.000Z', to: '2026-01-02T12:00:00.000Z' }],
      loses: [],
    });
    expect(await everything()).toBe(before);
    expect((await get(`members/${api.world.partnerId}/M-3/explain`)).status).toBe(404);
  });

  it('names as much as an answer takes, and counts the others', async () => {
    const { world } = api;
    for (let i = 0; i < 7; i++) await world.aDoor({ name: `Door ${i}` });
    const hours = Array.from({ length: 8 }, (_, i) => [`${10 + i}:00`, `${10 + i}:30`]);
    const busy = aWindow(Object.fromEntries(DAYS.map((day) => [day, hours])));
    await push(...Array.from({ length: 60 }, (_, i) => item(`M-${10 + i}`, windows(busy))));
    const { data, ...rest } = await whatIf({ kind: 'scope-key', key: 'default', target: { to: 'facility' } });
    expect(rest).toMatchObject({ looked: 60, gaining: 60, unnamed: 10, next: null });
    expect(data).toHaveLength(50);
    expect(data[49].doors).toHaveLength(8);
    for (const { gains, more } of data[49].doors) expect([gains.length, more]).toEqual([50, true]);
  });

  it('another mapping, and the end of an integration, tell the same before they are done', async () => {
    await push(
      item('M-1', windows(aWindow(daily('06:00', '22:00')))),
      item('M-2', windows(aWindow(daily('06:00', '22:00'), 'pool'))),
    );
    await map('pool');
    await api.world.snapshots.build(api.world.facilityId);
    const before = await everything();
    const mapped = await whatIf({
      kind: 'scope-key',
      key: 'default',
      target: { to: 'doors', doorIds: [api.world.doorId] },
    });
    expect(mapped).toMatchObject({ gaining: 1, losing: 0, data: [{ memberIds: ['M-1'] }] });
    const unmapped = await whatIf({ kind: 'scope-key', key: 'pool', target: null });
    expect(unmapped).toMatchObject({ gaining: 0, losing: 1, data: [{ memberIds: ['M-2'] }] });
    const off = await whatIf({ kind: 'integration-off' });
    expect(off).toMatchObject({ looked: 2, losing: 1, data: [{ memberIds: ['M-2'] }] });
    expect(await everything()).toBe(before);
    const first = await whatIf({ kind: 'integration-off' }, { limit: 1 });
    expect(first).toMatchObject({ looked: 1, data: [], next: 'M-1' });
    expect(await whatIf({ kind: 'integration-off' }, { limit: 1, after: 'M-1' })).toMatchObject({ losing: 1 });
  });

  it('a zone of a plan, and who has another source or staff’s grant, which go on opening', async () => {
    const { partnerId, facilityId, access } = api.world;
    const zone = { name: 'Floor', access_hours: { thu: [['09:00', '17:00']] } };
    const plans = {
      membership_plans: [{ facility_id: facilityId, membership_plan_id: 'gold', name: 'Gold', access_zones: [zone] }],
    };
    await api.world.plans.push(new TextEncoder().encode(JSON.stringify(plans)), api.world.callBy());
    const plan = {
      membership_plans: [{ membership_plan_id: 'gold', name: 'Gold', status: 'active', is_current: true }],
    };
    await push(item('M-1', plan), item('M-2', plan));
    const mapped = await whatIf({ kind: 'plan-zone', name: 'Floor', target: { to: 'facility' } });
    expect(mapped).toMatchObject({ gaining: 2, data: [{ memberIds: ['M-1'] }, { memberIds: ['M-2'] }] });
    await api.world.db.write((tx) =>
      access.mapPlanZone(tx, { facilityId, partnerId, name: 'Floor' }, { to: 'facility' }),
    );
    const personId = await api.world.db.write((tx) =>
      access.personFor(tx, { partnerId, facilityId, memberId: 'M-1' }, 'Sam'),
    );
    await api.world.db.write((tx) => access.grant(tx, { facilityId, personId }, { target: { to: 'facility' } }, 'Sam'));
    const unmapped = await whatIf({ kind: 'plan-zone', name: 'Floor', target: null });
    expect(unmapped).toMatchObject({ looked: 2, losing: 1, data: [{ memberIds: ['M-2'] }] });
  });

  it('is refused for a source, a door or a set that is not here, and for windows that are not valid', async () => {
    await push(item('M-1'));
    const ask = (change: object) =>
      api.send({
        method: 'POST',
        path: `/api/access-control/${api.world.facilityId}/what-if`,
        headers: api.callers.manager.headers,
        body: { change: { partnerId: api.world.partnerId, ...change } },
      });
    const nobody = { partnerId: 'ptr_zzzzzzzzzzzzzzzz' };
    expect(await ask({ kind: 'integration-off', ...nobody })).toMatchObject({ json: { error: 'source_not_here' } });
    const door = { to: 'doors', doorIds: ['door_zzzzzzzzzzzzzzzz'] };
    expect(await ask({ kind: 'scope-key', key: 'x', target: door })).toMatchObject({ json: { error: 'door_unknown' } });
    const bad = item('M-1', windows(aWindow({ ...NEVER, thu: [['25:00', '26:00']] })));
    const refused = await ask({ kind: 'members', members: [bad] });
    expect(refused).toMatchObject({ status: 422, json: { error: 'validation_failed' } });
  });
});
