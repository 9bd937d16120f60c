import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { administering } from './testing/administering.ts';

/** A window by one scope key. */
const windows = (scope_key: string) => ({
  access_time_windows: [{ external_id: 'w', kind: 'absolute', from: 0, to: 60, scope_key }],
  access_time_windows_revision: 1,
});

describe.each(ENGINES)('access administration on $name', ({ open }) => {
  const { on, call, callAt, at, push, versionNow } = administering(open);
  const inCreated = async (path: string, body: object, id: string): Promise<string> => {
    const answer = await call('POST', path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json[id];
  };
  const aPerson = (memberId: string) =>
    inCreated('people', { partnerId: on.api.world.partnerId, memberId }, 'personId');
  const elsewhere = async () => {
    const { world, otherFacilityId, siblingId } = on.api;
    const person = { partnerId: world.partnerId, memberId: 'M-1' };
    return {
      door: await world.doors.create({ ...DOOR, facilityId: siblingId }),
      scope: await world.db.write((tx) =>
        world.scopes.createScope(tx, otherFacilityId, { name: randomId('n'), doors: [] }),
      ),
      personId: await world.db.write((tx) =>
        world.access.personFor(tx, { ...person, facilityId: otherFacilityId }, 'test'),
      ),
    };
  };

  it('refuses what belongs to another facility in a body like what there is not, naming the field', async () => {
    const { partnerId } = on.api.world;
    const { door, scope, personId } = await elsewhere();
    const target = { to: 'facility' };
    const bodies = (doorId: string, scopeId: string, person: string) =>
      [
        ['POST', 'scopes', { name: 'Pool', doorIds: [doorId] }, 'doorIds: '],
        ['PUT', 'scope-keys', { partnerId, key: 'k', target: { to: 'doors', doorIds: [doorId] } }, 'target.doorIds: '],
        ['PUT', 'scope-keys', { partnerId, key: 'k', target: { to: 'scopes', scopes: [scopeId] } }, 'target.scopes: '],
        ['PUT', 'plan-zones', { partnerId, name: 'z', target: { to: 'doors', doorIds: [doorId] } }, 'target.doorIds: '],
        ['PUT', 'plan-zones', { partnerId, name: 'z', target: { to: 'scopes', scopes: [scopeId] } }, 'target.scopes: '],
        ['POST', 'grants', { personId: person, target }, 'personId: '],
      ] as const;
    const foreign = bodies(door, scope, personId);
    const none = bodies(randomId('door'), randomId('scp'), randomId('per'));
    for (const [i, [method, path, body, field]] of foreign.entries()) {
      const answer = await call(method, path, body);
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 404,
        json: { message: expect.stringContaining(field) },
      });
      const missing = await call(method, path, none[i]?.[2]);
      expect(missing.status).toBe(404);
      expect(missing.json.error).toBe(answer.json.error);
      expect(blank(missing.json.message)).toBe(blank(answer.json.message));
    }
    expect((await call('GET', 'scope-keys')).json.data).toEqual([]);
    expect((await call('GET', 'grants')).json.data).toEqual([]);
  });

  it('does not raise the version of the facility’s access by what is so already', async () => {
    const { partnerId, doorId } = on.api.world;
    const scopeId = await inCreated('scopes', { name: 'Twice', doorIds: [doorId] }, 'scopeId');
    const personId = await aPerson('M-twice');
    const card = { kind: 'card', number: 'A1B2C3D4', asksPin: false };
    const credentialId = await inCreated(`people/${personId}/credentials`, card, 'credentialId');
    const staffId = await inCreated('panel-staff', { name: 'Kim', role: 'staff', pin: '402817' }, 'staffId');
    const target = { to: 'doors', doorIds: [doorId] };
    const edits = [
      ['PATCH', `scopes/${scopeId}`, { doorIds: [] }],
      ['PUT', 'scope-keys', { partnerId, key: 'twice', target }],
      ['PUT', 'scope-keys', { partnerId, key: 'twice', disabled: true }],
      ['PUT', 'scope-keys', { partnerId, key: 'twice', target: null }],
      ['PUT', 'policy', { graceHours: 3, geofence: { latitude: 1.5, longitude: 2, radiusM: 100 } }],
      ['PUT', 'plan-zones', { partnerId, name: 'Twice', target }],
      ['PUT', 'plan-zones', { partnerId, name: 'Twice', target: null }],
      ['PUT', `people/${personId}/flags`, { banned: true, reason: 'Once' }],
      ['PUT', `people/${personId}/extended-hold`, { extended: true }],
      ['POST', `people/${personId}/members`, { partnerId, memberId: 'M-twice-too' }],
      ['PATCH', `credentials/${credentialId}`, { disabled: true }],
      ['PATCH', `panel-staff/${staffId}`, { role: 'manager' }],
    ] as const;
    for (const [method, path, body] of edits) {
      const before = await versionNow();
      const first = await call(method, path, body);
      expect(first.status, first.text).toBe(200);
      const between = await versionNow();
      expect(between, `${method} ${path} is a change`).toBeGreaterThan(before);
      expect((await call(method, path, body)).status).toBe(200);
      expect(await versionNow(), `${method} ${path} again is none`).toBe(between);
    }
    // A name of a set, and other words for the same ban, are nothing that a box decides by.
    const before = await versionNow();
    await call('PATCH', `scopes/${scopeId}`, { name: 'Thrice' });
    await call('PUT', `people/${personId}/flags`, { banned: true, reason: 'In other words' });
    expect(await versionNow()).toBe(before);
    expect((await call('GET', `people/${personId}`)).json).toMatchObject({ banned: true, reason: 'In other words' });
  });

  it('lets one of two edits at once count, whole', async () => {
    const { world } = on.api;
    const second = await world.aDoor({ name: 'Side door', relay: { bus: 'rs485-1', unit: 1, channel: 5 } });
    const names = await Promise.all([1, 2].map(() => call('POST', 'scopes', { name: 'Both', doorIds: [] })));
    expect(names.map(({ status }) => status).sort()).toEqual([201, 409]);
    const scopeId = names.find(({ status }) => status === 201)?.json.scopeId;
    const edits = [
      { name: 'Front', doorIds: [world.doorId] },
      { name: 'Side', doorIds: [second] },
    ];
    for (let round = 0; round < 5; round++) {
      const done = await Promise.all(edits.map((body) => call('PATCH', `scopes/${scopeId}`, body)));
      expect(done.map(({ status }) => status)).toEqual([200, 200]);
      const { data: scopes } = (await call('GET', 'scopes')).json;
      const { name, doorIds } = scopes.find((scope: { scopeId: string }) => scope.scopeId === scopeId);
      expect(edits).toContainEqual({ name, doorIds });
    }
    await call('PATCH', `scopes/${scopeId}`, { doorIds: [] });
  });

  it('keeps a set of doors that something points at, and names it', async () => {
    const { partnerId } = on.api.world;
    const scopeId = await inCreated('scopes', { name: 'In use', doorIds: [] }, 'scopeId');
    const target = { to: 'scopes', scopes: [scopeId] };
    const removal = () => call('DELETE', `scopes/${scopeId}`);
    await call('PUT', 'scope-keys', { partnerId, key: 'pool-key', target });
    expect(await removal()).toMatchObject({ status: 409, json: { message: expect.stringContaining('pool-key') } });
    await call('PUT', 'scope-keys', { partnerId, key: 'pool-key', target: null });
    await call('PUT', 'plan-zones', { partnerId, name: 'Pool zone', target });
    expect(await removal()).toMatchObject({ status: 409, json: { message: expect.stringContaining('Pool zone') } });
    await call('PUT', 'plan-zones', { partnerId, name: 'Pool zone', target: null });
    const grantId = await inCreated('grants', { personId: await aPerson('M-use'), target }, 'grantId');
    expect(await removal()).toMatchObject({ status: 409, json: { message: expect.stringContaining(grantId) } });
    await call('DELETE', `grants/${grantId}`);
    expect(await removal()).toMatchObject({ status: 200 });
  });

  it('maps a key from its warning, and says before whom it hurts', async () => {
    const { partnerId } = on.api.world;
    await push(
      { member_id: 'H-1', first_name: 'Ada', last_name: 'Byron', ...windows('h_all') },
      { member_id: 'H-2', first_name: 'Bo', last_name: 'Ek', ...windows('h_all') },
      { member_id: 'H-3', first_name: 'Cy', last_name: 'Fox', ...windows('hxall') },
    );
    const { data: warnings } = (await call('GET', 'warnings?kind=scope_key_opens_nothing')).json;
    const warning = warnings.find(({ subject }: { subject: string }) => subject === `${partnerId}/h_all`);
    expect(warning).toMatchObject({ closable: false, count: 1, closedAt: null });
    const hurt = await call('GET', `warnings/${warning.warningId}/members?limit=1`);
    expect(hurt.json).toMatchObject({ data: [{ memberId: 'H-1' }], next: 'H-1' });
    const rest = await call('GET', `warnings/${warning.warningId}/members?limit=1&after=H-1`);
    expect(rest.json).toMatchObject({ data: [{ memberId: 'H-2', firstName: 'Bo', person: null }], next: null });

    expect((await call('POST', `warnings/${warning.warningId}/close`)).json.error).toBe('warning_stands');
    await call('POST', `warnings/${warning.warningId}/acknowledge`);
    const acknowledged = (await call('GET', `warnings/${warning.warningId}`)).json;
    expect(acknowledged).toMatchObject({
      acknowledgedBy: { kind: 'user', id: on.api.callers.manager.user.id },
      closedAt: null,
    });
    const mapped = await call('POST', `warnings/${warning.warningId}/map`, { target: { to: 'facility' } });
    expect(mapped).toMatchObject({ status: 200, json: { partnerId, key: 'h_all' } });
    const closed = (await call('GET', `warnings/${warning.warningId}`)).json;
    expect(closed).toMatchObject({ closedAt: expect.any(String), closedBy: null });
    const { data: keys } = (await call('GET', `scope-keys?partnerId=${partnerId}&limit=1000`)).json;
    expect(keys).toContainEqual(
      expect.objectContaining({ key: 'h_all', members: 2, closed: null, target: { to: 'facility' } }),
    );
  });

  it('finds members by words of their names, addresses and ids, a page at a time', async () => {
    await push(
      { member_id: 'S-1', first_name: 'Zoë', last_name: 'Öztürk', email: 'zoe@example.com' },
      { member_id: 'S-2', first_name: 'Zoë', last_name: '50% "Off"' },
      { member_id: 'S-3', first_name: 'Max', last_name: 'Zoltan', tags: ['zoë'] },
    );
    const found = async (search: string, more = '') => {
      const { data, next } = (await call('GET', `members?search=${encodeURIComponent(search)}${more}`)).json;
      return { ids: data.map(({ memberId }: { memberId: string }) => memberId), next };
    };
    expect((await found('ZOË')).ids).toEqual(['S-1', 'S-2']);
    expect((await found('öztürk zoe@')).ids).toEqual(['S-1']);
    expect((await found('50% "off"')).ids).toEqual(['S-2']);
    expect((await found('s-3')).ids).toEqual(['S-3']);
    expect((await found('nobody')).ids).toEqual([]);
    const first = await found('zo', '&limit=2');
    expect(first.ids).toEqual(['S-1', 'S-2']);
    expect(await found('zo', `&limit=2&after=${encodeURIComponent(first.next ?? '')}`)).toEqual({
      ids: ['S-3'],
      next: null,
    });
  });

  it('bans a member by a person of theirs, says who and why, and lifts it', async () => {
    const { partnerId } = on.api.world;
    await push({ member_id: 'B-1', first_name: 'Ada', last_name: 'Byron' });
    const path = `members/${partnerId}/B-1`;
    const { personId } = (
      await call('PUT', `${path}/flags`, { banned: true, blockAllAccess: true, reason: 'Threw weights' })
    ).json;
    await call('POST', `people/${personId}/members`, { partnerId, memberId: 'B-2' });
    expect((await call('GET', path)).json).toMatchObject({
      firstName: 'Ada',
      person: {
        personId,
        banned: true,
        blockAllAccess: true,
        disabled: false,
        reason: 'Threw weights',
        changedBy: { kind: 'user', id: on.api.callers.manager.user.id },
        members: [{ memberId: 'B-1' }, { memberId: 'B-2' }],
      },
    });
    expect((await call('GET', 'people?flag=banned')).json.data).toContainEqual(expect.objectContaining({ personId }));
    await call('PUT', `people/${personId}/flags`, { banned: false, blockAllAccess: false, reason: 'Apologised' });
    expect((await call('GET', path)).json.person).toMatchObject({
      banned: false,
      blockAllAccess: false,
      reason: 'Apologised',
    });
  });

  it('asks for a reason before it breaks glass, and lists grants by person and by door', async () => {
    const { doorId } = on.api.world;
    const personId = await aPerson('G-1');
    const grant = { personId, target: { to: 'doors', doorIds: [doorId] }, breakGlass: true };
    expect(await call('POST', 'grants', grant)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('reason') },
    });
    const backwards = { ...grant, reason: 'x', from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' };
    expect(await call('POST', 'grants', backwards)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('until') },
    });
    const dates = { from: '2026-02-01T00:00:00Z', until: '2026-03-01T10:00:00+10:00' };
    const grantId = await inCreated('grants', { ...grant, ...dates, reason: 'Night warden' }, 'grantId');
    const none = await inCreated('grants', { personId, target: { to: 'none' } }, 'grantId');
    const ids = async (query: string) =>
      (await call('GET', `grants?${query}`)).json.data.map((row: { grantId: string }) => row.grantId);
    expect((await ids(`personId=${personId}`)).sort()).toEqual([grantId, none].sort());
    expect(await ids(`personId=${personId}&doorId=${doorId}`)).toEqual([grantId]);
    expect((await call('GET', `grants?personId=${personId}&doorId=${doorId}`)).json.data).toMatchObject([
      { breakGlass: true, reason: 'Night warden', from: '2026-02-01T00:00:00.000Z', until: '2026-03-01T00:00:00.000Z' },
    ]);
  });

  it('goes through people, grants and zones by pages, and refuses a place that no page gave', async () => {
    const { partnerId } = on.api.world;
    const personId = await aPerson('P-1');
    await aPerson('P-2');
    for (const name of ['Sauna', 'Pool'])
      await call('PUT', 'plan-zones', { partnerId, name, target: { to: 'facility' } });
    for (const to of ['none', 'facility']) await inCreated('grants', { personId, target: { to } }, 'grantId');
    for (const list of ['people?', `grants?personId=${personId}&`, 'plan-zones?']) {
      const whole = (await call('GET', `${list}limit=200`)).json;
      expect(whole, list).toMatchObject({ data: expect.any(Array), next: null });
      expect(whole.data.length, list).toBeGreaterThan(1);
      const pages: unknown[] = [];
      for (
        let after = '', next: string | null = '';
        next !== null;
        after = `&after=${encodeURIComponent(next ?? '')}`
      ) {
        const page = (await call('GET', `${list}limit=1${after}`)).json;
        expect(page.data.length, list).toBe(1);
        pages.push(...page.data);
        next = page.next;
      }
      expect(pages, list).toEqual(whole.data);
    }
    for (const list of ['people', 'grants', 'plan-zones', 'members'])
      for (const after of ['', 'nonsense', `${personId}/`])
        expect(await call('GET', `${list}?after=${encodeURIComponent(after)}`), `${list} after ${after}`).toMatchObject(
          {
            status: 400,
            json: { message: expect.stringContaining('after') },
          },
        );
  });

  it('answers, logs and audits no number and no PIN', async () => {
    const { world } = on.api;
    const [number, pin, staffPin] = ['04C0FFEE99AB77', '735182', '918273645'];
    const personId = await aPerson('C-1');
    const answers = [
      await call('PUT', `people/${personId}/pin`, { pin }),
      await call('POST', `people/${personId}/credentials`, { kind: 'card', number, asksPin: true }),
      await call('POST', `people/${personId}/credentials`, { kind: 'card', number, asksPin: true }),
      await call('PUT', `people/${personId}/pin`, { pin: '999999' }),
      await call('PUT', `people/${personId}/pin`, { pin: '123' }),
      await call('POST', 'panel-staff', { name: 'Robin', role: 'staff', pin: staffPin }),
      await call('POST', 'panel-staff', { name: 'Robin', role: 'boss', pin: staffPin }),
      await call('GET', `people/${personId}/credentials`),
      await call('GET', 'panel-staff'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 409, 400, 400, 201, 400, 200, 200]);
    expect(answers[7]?.json).toMatchObject({
      data: [{ kind: 'card', asksPin: true }],
      pinSetAt: expect.any(String),
    });
    const { rows, logged, verifiers } = await world.db.read(async (tx) => ({
      rows: await tx.selectFrom('audit_entry').selectAll().execute(),
      logged: await tx.selectFrom('request_log').selectAll().execute(),
      verifiers: await tx.selectFrom('person_pin').where('person_id', '=', personId).select('verifier').execute(),
    }));
    const seen = [...answers.map(({ text }) => text), JSON.stringify(rows), JSON.stringify(logged)].join('\n');
    const { salt, key } = JSON.parse(verifiers[0]?.verifier ?? '{}') as { salt: string; key: string };
    for (const secret of [number, number.toLowerCase(), pin, staffPin, '999999', salt, key])
      expect(seen.includes(secret), secret).toBe(false);
    expect(seen.includes('must have 6 to 12 digits')).toBe(true);
  });

  it('disables an integration only after its preview, and says when more would lose access by now', async () => {
    const { world } = on.api;
    const always = { sun: ALL_DAY, mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY };
    await call('PUT', 'scope-keys', { partnerId: world.partnerId, key: 'day', target: { to: 'facility' } });
    const access = (n: number) => ({
      access_time_windows: [{ external_id: 'w', kind: 'weekly', access_hours: always, scope_key: 'day' }],
      access_time_windows_revision: n,
    });
    await push({ member_id: 'L-1', first_name: 'Ada', last_name: 'Byron', ...access(1) });
    const path = `integrations/${world.partnerId}`;
    const { losing, memberIds } = (await call('GET', `${path}/preview`)).json;
    expect(memberIds).toContain('L-1');
    expect((await call('PUT', path, { enabled: false })).json.error).toBe('preview_outdated');
    await push({ member_id: 'L-2', first_name: 'Bo', last_name: 'Ek', ...access(1) });
    const outdated = await call('PUT', path, { enabled: false, losing });
    expect(outdated).toMatchObject({ status: 409, json: { message: expect.stringContaining(String(losing + 1)) } });
    expect((await call('GET', 'sources')).json.data).toMatchObject([{ suspended: false }]);

    expect((await call('PUT', path, { enabled: false, losing: losing + 1 })).status).toBe(200);
    expect((await call('GET', 'sources')).json.data).toMatchObject([{ suspended: true }]);
    const disabled = await versionNow();
    expect((await call('PUT', path, { enabled: false })).status).toBe(200);
    expect(await versionNow()).toBe(disabled);
    await call('PUT', path, { enabled: true, linkingIdentifier: 'HG-1' });
    const { data: integrations } = (await call('GET', 'integrations')).json;
    expect(integrations).toMatchObject([{ enabled: true, linkingIdentifier: 'HG-1', linkingLabel: 'Branch code' }]);
  });

  it('lets staff read and not write, and says which policy is different', async () => {
    expect((await callAt('staff', 'PUT', at('policy'), {})).status).toBe(403);
    expect((await callAt('staff', 'GET', at('policy'))).status).toBe(200);
    expect((await call('PUT', 'policy', { graceHours: 200 })).status).toBe(400);
    await call('PUT', 'policy', {});
    expect((await call('PUT', 'policy', { graceHours: 0, offlineDays: 7 })).json.changed).toEqual([
      'graceHours',
      'offlineDays',
    ]);
    expect((await call('PUT', 'policy', { graceHours: 0, offlineDays: 7 })).json.changed).toEqual([]);
    expect(
      (await call('PUT', 'policy', { graceHours: 0, geofence: { latitude: 1, longitude: 2, radiusM: 50 } })).json,
    ).toMatchObject({
      changed: ['geofence', 'offlineDays'],
      offlineDays: 30,
      uncertainClock: 'interval',
    });
  });
});

const DOOR = { ...BARE_DOOR, name: 'Other door' } as const;
const ALL_DAY = [['00:00', '24:00']];
const blank = (message: string) => message.replaceAll(/[a-z]{3,4}_[0-9a-z]{16}/g, '…');
