import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('the administration of partner accounts on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeAll(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const call = async (
    who: keyof PlatformApi['callers'],
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    await api.moveOn();
    const { headers } = api.callers[who];
    return api.send({ method, path: `/api/admin/partners${path}`, headers, ...(body && { body }) });
  };
  const account = (name: string, ...organisations: string[]) => ({ name, linkingMethod: 'facility_id', organisations });
  const made = async (who: keyof PlatformApi['callers'], body: object): Promise<string> =>
    (await call(who, 'POST', '', body)).json.partnerId;

  it('lets an admin of organisations have the accounts that concern none but these', async () => {
    const { orgId } = api.world;
    const own = await made('orgAdmin', account('Own', orgId));
    const shared = await made('platformAdmin', account('Shared', orgId, api.otherOrgId));
    const other = await made('otherOrgAdmin', account('Other', api.otherOrgId));
    const ids = async (who: 'orgAdmin' | 'platformAdmin') =>
      (await call(who, 'GET', '?limit=200')).json.data.map(({ partnerId }: { partnerId: string }) => partnerId);
    expect((await ids('orgAdmin')).sort()).toEqual([own, api.world.partnerId].sort());
    expect(await ids('platformAdmin')).toEqual(expect.arrayContaining([own, shared, other]));

    const none = randomId('ptr');
    for (const foreign of [shared, other])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'Mine now' }],
        ['GET', '/keys', undefined],
        ['POST', '/keys', { type: 'live', label: 'Mine' }],
        ['GET', '/requests', undefined],
        ['PUT', '/organisations', { organisations: [orgId] }],
        ['PUT', '/statuses', { word: 'current', effect: 'deny' }],
      ] as const) {
        const answer = await call('orgAdmin', method, `/${foreign}${path}`, body);
        const missing = await call('orgAdmin', method, `/${none}${path}`, body);
        expect([answer.status, missing.status], `${method} ${path}`).toEqual([404, 404]);
        expect(answer.json.message.replace(foreign, '')).toBe(missing.json.message.replace(none, ''));
      }
    expect((await call('platformAdmin', 'GET', '?after=yesterday')).json.message).toContain('query.after: ');
    expect((await call('manager', 'GET', '')).status).toBe(403);
    expect((await call('orgAdmin', 'PUT', `/${own}/rate-limits`, { rateLimits: {} })).status).toBe(403);
  });

  it('names a new account in the audit by its id, and one that was refused by its name', async () => {
    const { orgId, db } = api.world;
    const id = await made('orgAdmin', account('Audited', orgId));
    await call('orgAdmin', 'POST', '', account('Refused', api.otherOrgId));
    const rows = await db.read((tx) =>
      tx.selectFrom('audit_entry').where('event', '=', 'partner.create').select(['target', 'outcome']).execute(),
    );
    expect(rows).toContainEqual({ target: id, outcome: 'ok' });
    expect(rows).toContainEqual({ target: 'Refused', outcome: 'place_unknown' });
  });

  it('takes no organisation of somebody else, and says so as of one that there is not', async () => {
    const { orgId } = api.world;
    const own = await made('orgAdmin', account('Mine', orgId));
    const none = randomId('org');
    for (const [method, path, body] of [
      ['POST', '', (id: string) => account('New', orgId, id)],
      ['PUT', `/${own}/organisations`, (id: string) => ({ organisations: [orgId, id] })],
    ] as const) {
      const foreign = await call('orgAdmin', method, path, body(api.otherOrgId));
      const missing = await call('platformAdmin', method, path, body(none));
      expect(foreign).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
      expect(foreign.json.message).toBe(`organisations: there is no organisation ${api.otherOrgId}.`);
      expect(missing.json.message).toBe(`organisations: there is no organisation ${none}.`);
    }
    expect((await call('orgAdmin', 'GET', `/${own}`)).json.organisations).toEqual([orgId]);
  });

  it('leaves no organisation out while the partner is enabled at a facility of it', async () => {
    const { db, orgId, facilityId, partners } = api.world;
    const id = await db.write((tx) =>
      partners.create(tx, { name: 'Two', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    await db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: true }));
    const moved = { organisations: [api.otherOrgId] };
    const refused = await call('platformAdmin', 'PUT', `/${id}/organisations`, moved);
    expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining(facilityId) } });
    await db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: false }));
    expect((await call('platformAdmin', 'PUT', `/${id}/organisations`, moved)).status).toBe(200);
    expect((await call('platformAdmin', 'GET', `/${id}`)).json.organisations).toEqual([api.otherOrgId]);
  });

  it('says at which facilities of its organisations a partner is enabled, page by page', async () => {
    const { db, orgId, facilityId, partners } = api.world;
    const id = await made('platformAdmin', account('Places', orgId, api.otherOrgId));
    await db.write((tx) =>
      partners.setIntegration(tx, id as typeof api.world.partnerId, facilityId, { enabled: true }),
    );
    const places = async (who: keyof PlatformApi['callers'], query = '') =>
      call(who, 'GET', `/${id}/integrations${query}`);
    const all = (await places('platformAdmin')).json.data;
    const ids = all.map((place: { facilityId: string }) => place.facilityId);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual(expect.arrayContaining([facilityId, api.siblingId, api.otherFacilityId]));
    expect(all.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([
      { facilityId, name: expect.any(String), organisationId: orgId, enabled: true, linkingIdentifier: null },
    ]);
    const first = (await places('platformAdmin', '?limit=1')).json;
    expect(first).toEqual({ data: all.slice(0, 1), next: ids[0] });
    expect((await places('platformAdmin', `?after=${first.next}`)).json.data).toEqual(all.slice(1));
    expect((await places('orgAdmin')).status, 'it concerns an organisation that is not theirs').toBe(404);
  });

  it('shows the text of a key once, and lets the old one of a rotation work for as long as said', async () => {
    const { partners, partnerId } = api.world;
    const created = await call('orgAdmin', 'POST', `/${partnerId}/keys`, { type: 'live', label: 'Server' });
    const { keyId, key } = created.json;
    expect(keyId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await partners.authenticate(key))?.keyId).toBe(keyId);
    const rotated = await call('orgAdmin', 'POST', `/${partnerId}/keys/${keyId}/rotate`, { overlapHours: 1 });
    expect(rotated.json.key).not.toBe(key);
    expect(await partners.authenticate(key)).toBeDefined();
    await clock.advance(Hours(1));
    expect(await partners.authenticate(key)).toBeUndefined();
    expect((await call('orgAdmin', 'POST', `/${partnerId}/keys/${keyId}/rotate`, {})).json.error).toBe('unknown_key');
    expect((await call('orgAdmin', 'DELETE', `/${partnerId}/keys/${rotated.json.keyId}`)).status).toBe(200);
    expect(await partners.authenticate(rotated.json.key)).toBeUndefined();

    const listed = await vi.waitFor(async () => {
      const answer = await call('orgAdmin', 'GET', `/${partnerId}/keys`);
      expect(answer.json.data.find((of: { keyId: string }) => of.keyId === keyId).lastUsedAt).not.toBeNull();
      return answer;
    });
    const shown = (text: string) => `${text.slice(0, 'sk_live_'.length + 8)}…`;
    const display = { label: 'Server', type: 'live', status: 'revoked', createdAt: expect.any(String) };
    for (const [of, text] of [
      [keyId, key],
      [rotated.json.keyId, rotated.json.key],
    ])
      expect(listed.json.data).toContainEqual({
        ...display,
        keyId: of,
        redacted: shown(text),
        lastUsedAt: of === keyId ? expect.any(String) : null,
        lastUsedFrom: null,
        expiresAt: of === keyId ? expect.any(String) : null,
      });
    const rows = await api.world.db.read(async (tx) => [
      await tx.selectFrom('audit_entry').selectAll().execute(),
      await tx.selectFrom('http_reply').selectAll().execute(),
    ]);
    const seen = `${listed.text}${JSON.stringify(rows)}`;
    for (const text of [key, rotated.json.key]) expect(seen.includes(text)).toBe(false);
  });

  it('finds no key through another partner', async () => {
    const { db, partners, partnerId, orgId } = api.world;
    const other = await db.write((tx) =>
      partners.create(tx, { name: 'Keys', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    const { id, text } = await db.write((tx) => partners.createKey(tx, other, 'live', 'Theirs'));
    expect((await call('orgAdmin', 'DELETE', `/${partnerId}/keys/${id}`)).json.error).toBe('unknown_key');
    expect((await call('orgAdmin', 'POST', `/${partnerId}/keys/${id}/rotate`, {})).json.error).toBe('unknown_key');
    expect(await partners.authenticate(text)).toBeDefined();
  });

  it('gives a status of a partner a meaning, and takes it back; what it means already is no change', async () => {
    const { partnerId, facilityId, scopes, db } = api.world;
    const versionNow = () => db.read((tx) => scopes.versionOf(tx, facilityId));
    await db.write((tx) => scopes.membersStored(tx, { partnerId, facilityId, memberIds: ['M-1'], fresh: true }));
    const set = (word: string, effect: string | null) =>
      call('orgAdmin', 'PUT', `/${partnerId}/statuses`, { word, effect });
    const effectOf = async (word: string) =>
      (await call('orgAdmin', 'GET', `/${partnerId}/statuses`)).json.data.find(
        (status: { word: string }) => status.word === word,
      );
    const before = await versionNow();
    await set('On_Hold', 'allow');
    const after = await versionNow();
    expect(after).toBeGreaterThan(before);
    expect(await effectOf('on hold')).toEqual({ word: 'on hold', effect: 'allow', own: true });
    await set('on hold', 'allow');
    expect(await versionNow()).toBe(after);
    await set('on-hold', null);
    expect(await effectOf('on hold')).toEqual({ word: 'on hold', effect: 'deny', own: false });
    expect(await versionNow()).toBeGreaterThan(after);
  });

  it('sets rate limits of endpoints that there are, and of no others', async () => {
    const { partnerId } = api.world;
    const set = (rateLimits: object) => call('platformAdmin', 'PUT', `/${partnerId}/rate-limits`, { rateLimits });
    expect(await set({ 'doors.unlok': 9 })).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('doors.unlok') },
    });
    expect((await set({ 'partners.list': 9 })).status).toBe(400);
    expect((await set({ 'doors.unlock': 40 })).status).toBe(200);
    expect((await call('platformAdmin', 'GET', `/${partnerId}`)).json.rateLimits).toEqual({ 'doors.unlock': 40 });
  });
});
