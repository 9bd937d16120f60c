import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { UnlockOrder } from '../../link/link.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { aRequest, confirms, forceOpen, scriptedLink } from '../../testing/world.ts';

const API = '/partner/v1';

describe.each(ENGINES)('the partner API on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PartnerApi;
  let orders: UnlockOrder[];
  let live: Record<string, string>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    const scripted = scriptedLink(confirms);
    orders = scripted.orders;
    api = await servePartnerApi(db, clock, scripted.link);
    live = basic((await api.keyOf('live')).text);
  });
  afterEach(() => api.close());

  const get = (path: string, headers: Record<string, string> = live) => api.send({ path: `${API}${path}`, headers });
  const unlockPath = (doorId: string = api.world.doorId) => `${API}/access-control/doors/${doorId}/unlock`;
  const unlock = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = live) => {
    const { doorId, ...body } = aRequest(api.world, overrides);
    return api.send({ method: 'POST', path: unlockPath(doorId), headers, body });
  };

  it('[R5] refuses plain HTTP and missing, malformed or unknown credentials with 401, and redirects nobody', async () => {
    const plain = await api.sendPlain({ path: `${API}/auth/ping`, headers: live });
    expect(plain).toMatchObject({ status: 401, json: { message: expect.stringMatching(/HTTPS/) } });
    expect(plain.headers.location).toBeUndefined();
    const unknown = basic(`sk_live_${'A'.repeat(43)}`);
    const withPassword = { authorization: `Basic ${Buffer.from(`${keyText(live)}:secret`).toString('base64')}` };
    for (const headers of [{}, unknown, withPassword, { authorization: 'Bearer x' }, { authorization: 'Basic ####' }]) {
      const answer = await get('/auth/ping', headers as Record<string, string>);
      expect(answer).toMatchObject({ status: 401, json: { error: 'unauthenticated', message: expect.any(String) } });
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    }
  });

  it('[R6] takes the secret key as Basic user name with an empty password, and names the partner', async () => {
    expect(keyText(live)).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    const answer = await get('/auth/ping');
    expect(answer).toMatchObject({ status: 200, json: { message: expect.stringContaining('Acme Members') } });
    const pair = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    for (const text of [`${keyText(live)}:secret`, `${keyText(live)}::`, keyText(live), `:${keyText(live)}`])
      expect((await get('/auth/ping', pair(text))).status, 'a password, or no pair').toBe(401);
  });

  it('[R7] knows version v1 and no other', async () => {
    for (const version of ['v0', 'v2', 'V1', ''])
      expect((await api.send({ path: `/partner/${version}/auth/ping`, headers: live })).status).toBe(404);
  });

  it('[R9] a revoked key is refused at the very next request', async () => {
    const { id, text } = await api.keyOf('live');
    expect((await get('/auth/ping', basic(text))).status).toBe(200);
    await api.world.db.write((tx) => api.world.partners.revokeKey(tx, id));
    expect((await get('/auth/ping', basic(text))).status).toBe(401);
  });

  it('[R10] a rotated key and its successor both work, until the overlap is over', async () => {
    const { id, text } = await api.keyOf('live');
    const next = await api.world.db.write((tx) => api.world.partners.rotateKey(tx, id));
    for (const key of [text, next.text]) expect((await get('/auth/ping', basic(key))).status).toBe(200);
    await clock.advance(Hours(24));
    expect((await get('/auth/ping', basic(text))).status).toBe(401);
    expect((await get('/auth/ping', basic(next.text))).status).toBe(200);
  });

  it('[R11] a read-only key reads everything and writes nothing', async () => {
    const readOnly = basic((await api.keyOf('read-only')).text);
    const facility = `facility_id=${api.world.facilityId}`;
    for (const path of [
      '/auth/ping',
      '/organisations',
      '/facilities',
      `/access-control/doors?${facility}`,
      `/access-control/doors/${api.world.doorId}?${facility}`,
    ])
      expect((await get(path, readOnly)).status).toBe(200);
    expect(await unlock({}, readOnly)).toMatchObject({ status: 403, json: { error: 'read_only_key' } });
    expect(orders).toEqual([]);
  });

  it('[R12] a dryrun key gets the flag and changes nothing; a live key gets no flag', async () => {
    const dry = basic((await api.keyOf('dryrun')).text);
    const answer = await unlock({ idempotency_key: 'k' }, dry);
    expect(answer).toMatchObject({ status: 200, json: { status: 'unlocked', 'dry-run': true } });
    expect(answer.json).not.toHaveProperty('confirmed_at');
    expect(await db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute())).toEqual([]);
    expect(orders).toEqual([]);
    expect((await unlock({ idempotency_key: 'k' })).json).not.toHaveProperty('dry-run');
  });

  it('[R13, R26] what is not this partner’s answers 404, byte for byte as what does not exist', async () => {
    const rival = await api.world.organisations.createOrganisation('Rival');
    const foreign = await api.world.organisations.createFacility({ orgId: rival, name: 'Rival Gym', timezone: 'UTC' });
    const answers = await Promise.all([
      get(`/access-control/doors/${api.world.doorId}?facility_id=${foreign}`),
      get(`/access-control/doors/${api.world.doorId}?facility_id=fac_zzzzzzzzzzzzzzzz`),
      unlock({ facility_id: foreign }),
      unlock({ facility_id: 'fac_zzzzzzzzzzzzzzzz' }),
    ]);
    const bytes = answers.map(({ status, text, json }) => [status, text.replace(json.request_id, '')].join());
    expect(new Set(bytes).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('[R26] a door is read by the configured link; without it the answer is 400, for a door of nobody 404', async () => {
    const facility = `facility_id=${api.world.facilityId}`;
    expect((await get(`/access-control/doors/${api.world.doorId}?${facility}`)).json.data).toMatchObject({
      door_id: api.world.doorId,
      facility_id: api.world.facilityId,
      status: 'online',
      online: true,
      last_seen: '2026-01-01T00:00:00.000Z',
    });
    expect(await get(`/access-control/doors/${api.world.doorId}`)).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', message: expect.stringContaining('facility_id') },
    });
    expect((await get(`/access-control/doors/door_zzzzzzzzzzzzzzzz?${facility}`)).status).toBe(404);
  });

  it('[R14] of two identifiers the configured one counts and the other is ignored', async () => {
    const { world } = api;
    const linked = await world.db.write((tx) =>
      world.partners.create(tx, {
        name: 'Linked',
        linkingMethod: 'linking_identifier',
        organisations: [world.orgId],
      }),
    );
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, linked, world.facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
    );
    const key = basic((await api.keyOf('live', linked)).text);
    const both = { facility_id: 'fac_zzzzzzzzzzzzzzzz', linking_identifier: 'BNE-01' };
    expect((await unlock(both, key)).status).toBe(200);
    expect(
      (await get(`/access-control/doors?facility_id=nonsense&linking_identifier=BNE-01`, key)).json.data,
    ).toMatchObject([{ linking_identifier: 'BNE-01' }]);
    expect((await unlock({ ...both, facility_id: world.facilityId, linking_identifier: 'nonsense' })).status).toBe(200);
    expect((await unlock({ linking_identifier: undefined }, key)).status).toBe(400);
  });

  it('[R14] the identifier that does not count is not judged either, and the one that does is', async () => {
    const { world } = api;
    const doors = (query: string) => get(`/access-control/doors?${query}`);
    for (const ignored of [null, '', 7, ['x'], 'x'.repeat(121)]) {
      expect((await unlock({ linking_identifier: ignored })).status).toBe(200);
      await api.moveOn();
    }
    for (const ignored of ['', 'x'.repeat(121), 'a&linking_identifier=b'])
      expect((await doors(`facility_id=${world.facilityId}&linking_identifier=${ignored}`)).status).toBe(200);
    await api.moveOn();
    for (const broken of [null, '', 7, ['x'], 'x'.repeat(121)]) {
      const answer = await unlock({ facility_id: broken, linking_identifier: 'BNE-01' });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'facility_id' }] } });
    }
    for (const broken of ['', 'x'.repeat(121), `${world.facilityId}&facility_id=${world.facilityId}`])
      expect((await doors(`facility_id=${broken}`)).status).toBe(400);
  });

  it('[R16] lists only facilities that have the integration enabled', async () => {
    expect((await get('/facilities')).json.data).toMatchObject([
      { facility_id: api.world.facilityId, timezone: 'Australia/Brisbane' },
    ]);
    await api.world.db.write((tx) =>
      api.world.partners.setIntegration(tx, api.world.partnerId, api.world.facilityId, { enabled: false }),
    );
    expect((await get('/facilities')).json.data).toEqual([]);
    expect(await get(`/access-control/doors?facility_id=${api.world.facilityId}`)).toMatchObject({
      status: 403,
      json: { error: 'integration_not_enabled' },
    });
  });

  it('[R60] an unlock answers 200 with every field, and leaves one audit row', async () => {
    const answer = await unlock();
    expect(answer).toMatchObject({
      status: 200,
      json: {
        status: 'unlocked',
        door_id: api.world.doorId,
        facility_id: api.world.facilityId,
        event_id: expect.stringMatching(/^evt_/),
        command_id: expect.stringMatching(/^cmd_/),
        hold_time_seconds: 5,
        confirmed_at: expect.stringMatching(/^2026-01-01T/),
      },
    });
    expect(await api.audited()).toMatchObject([
      {
        event: 'door.unlock',
        outcome: 'ok',
        target: api.world.doorId,
        status: 200,
        request_id: answer.headers['x-request-id'],
      },
    ]);
  });

  it('[R69] a door reads as its box reports it, in the documented words, and as unknown only where the box does not know', async () => {
    const { doorId, facilityId } = api.world;
    const door = async (query: string, within: string) =>
      (await get(`/access-control/doors${query}?facility_id=${facilityId}`)).json[within];
    const read = async () => {
      const one = await door(`/${doorId}`, 'data');
      const listed = (await door('', 'data')).find(({ door_id }: { door_id: string }) => door_id === doorId);
      expect(listed).toEqual(one);
      return [one.status, one.relay_state, one.maintenance_mode];
    };
    for (const lock of ['locked', 'unlocked', 'unknown'] as const) {
      await api.world.beacon({ lock });
      expect(await read()).toEqual(['online', lock, 'off']);
    }
    for (const mode of ['force-open', 'force-closed'] as const) {
      await api.world.beacon({ lock: 'unlocked', maintenance: { ...forceOpen(clock.wallMs() + 60_000), mode } });
      expect(await read()).toEqual(['online', 'unlocked', mode]);
    }
  });

  it('[R61, R62, R64, R69] the unlock’s own refusals answer the failed object, with an event and the request’s id', async () => {
    await api.world.beacon({ maintenance: { ...forceOpen(clock.wallMs() + 60_000), mode: 'force-closed' } });
    const closed = await unlock();
    expect(closed).toMatchObject({
      status: 409,
      json: { status: 'failed', reason: 'maintenance_mode_active', mode: 'force-closed' },
    });
    const door = await get(`/access-control/doors/${api.world.doorId}?facility_id=${api.world.facilityId}`);
    expect(door.json.data).toMatchObject({ maintenance_mode: 'force-closed', relay_state: 'locked', status: 'online' });
    await api.world.boxes.boxGone(api.world.boxId, 'c0ffee00c0ffee00');
    await api.world.beacon({ maintenance: { ...forceOpen(0), mode: 'off', untilMs: null } });
    await api.world.boxes.boxGone(api.world.boxId, 'c0ffee00c0ffee00');
    const offline = await unlock();
    expect(offline).toMatchObject({ status: 503, json: { status: 'failed', reason: 'device_offline' } });
    expect(offline.json.request_id).toBe(offline.headers['x-request-id']);
    const gone = await get(`/access-control/doors/${api.world.doorId}?facility_id=${api.world.facilityId}`);
    expect(gone.json.data).toMatchObject({ status: 'offline', online: false, relay_state: 'unknown' });
    await clock.advance(Hours(1));
    await api.world.db.write((tx) =>
      api.world.partners.setIntegration(tx, api.world.partnerId, api.world.facilityId, { enabled: false }),
    );
    const disabled = await unlock();
    expect(disabled).toMatchObject({
      status: 403,
      json: { reason: 'integration_not_enabled', event_id: expect.stringMatching(/^evt_/) },
    });
    expect((await api.audited()).map(({ outcome }) => outcome)).toEqual([
      'maintenance_mode_active',
      'device_offline',
      'integration_not_enabled',
    ]);
  });

  it('[R65] a repeat with the same key gets the same body, and a header that says so', async () => {
    const first = await unlock({ idempotency_key: 'visit-1' });
    const second = await unlock({ idempotency_key: 'visit-1' });
    expect(second.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(orders).toHaveLength(1);
  });

  it.each(['member_id', 'first_name', 'last_name'])(
    '[R68] without %s the answer is 400 and names it',
    async (field) => {
      const answer = await unlock({ [field]: undefined });
      expect(answer).toMatchObject({
        status: 400,
        json: { error: 'invalid_request', message: expect.stringContaining(field) },
      });
      expect(orders).toEqual([]);
    },
  );

  it('[R65, R68] keeps identifiers as they were sent: a space makes another one', async () => {
    const ids = { member_id: ' M-1 ', check_in_id: ' C ', source: ' kiosk ' };
    expect((await unlock({ ...ids, idempotency_key: 'visit', first_name: ' Ada ' })).status).toBe(200);
    expect((await unlock({ ...ids, idempotency_key: 'visit ' })).headers).not.toHaveProperty('idempotent-replayed');
    const rows = await db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
    expect(rows).toMatchObject([ids, ids]);
    expect(rows.map(({ full_name }) => full_name)).toEqual(['Ada Byron', 'Ada Byron']);
  });

  it('decides in the documented order: key, right to write, rate, body, facility', async () => {
    const readOnly = basic((await api.keyOf('read-only')).text);
    expect((await unlock({ member_id: 7 }, basic('sk_live_nope'))).status).toBe(401);
    for (let i = 0; i < 6; i++) expect((await unlock({ member_id: 7 }, readOnly)).status).toBe(403);
    for (let i = 0; i < 5; i++)
      expect((await unlock({ member_id: 7, facility_id: 'fac_zzzzzzzzzzzzzzzz' })).status).toBe(400);
    expect((await unlock({ member_id: 7 })).status).toBe(429);
    await api.moveOn();
    expect((await unlock({ facility_id: 'fac_zzzzzzzzzzzzzzzz' })).status).toBe(404);
  });

  it('[R1] lets as many requests through as are set for the account and endpoint, and 5 elsewhere', async () => {
    const statuses = async (path: string, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => get(path)));
      return answers.map(({ status }) => status).sort();
    };
    const known = new Set(['organisations.list', 'facilities.list']);
    await api.world.db.write((tx) =>
      api.world.partners.setRateLimits(tx, api.world.partnerId, { 'organisations.list': 8 }, known),
    );
    expect(await statuses('/organisations', 9)).toEqual([...Array(8).fill(200), 429]);
    expect(await statuses('/facilities', 6)).toEqual([...Array(5).fill(200), 429]);
    await api.moveOn();
    await api.world.db.write((tx) =>
      api.world.partners.setRateLimits(tx, api.world.partnerId, { 'organisations.list': 2 }, known),
    );
    expect(await statuses('/organisations', 3)).toEqual([200, 200, 429]);
    const refused = await get('/organisations');
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"endpoint";q=2;w=1', 'retry-after': '1' });
  });

  it('[R1] counts every key of an account together, and each account apart', async () => {
    const second = basic((await api.keyOf('live')).text);
    for (let sent = 0; sent < 5; sent++) await get('/organisations', sent % 2 === 0 ? live : second);
    expect([(await get('/organisations')).status, (await get('/organisations', second)).status]).toEqual([429, 429]);
    const { orgId, partners } = api.world;
    const other = await db.write((tx) =>
      partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    expect((await get('/organisations', basic((await api.keyOf('live', other)).text))).status).toBe(200);
  });

  it('shows a partner its own requests, and no key even where one was put into the address', async () => {
    const key = keyText(live);
    const seen = [await get('/organisations'), await get(`/${key}`), await get(`/doors?key=${key}`)];
    await get(`/${key.replaceAll('_', '%5F')}/x`);
    await api.requests.flush();
    const { requests } = await api.world.partners.listRequests(api.world.partnerId);
    const told = requests.map(({ path, endpoint, status }) => [path, endpoint, status]);
    expect(told.toSorted()).toEqual([
      ['/partner/v1/[key]', null, 404],
      ['/partner/v1/[key]/x', null, 404],
      ['/partner/v1/doors', null, 404],
      ['/partner/v1/organisations', 'organisations.list', 200],
    ]);
    const ids = requests.map(({ request_id: id }) => id);
    for (const { headers } of seen) expect(ids).toContain(headers['x-request-id']);
    const stored = JSON.stringify(await db.read((tx) => tx.selectFrom('request_log').selectAll().execute()));
    expect(stored).toContain('/partner/v1/[key]');
    for (const secret of [key, key.slice(12), 'key=']) expect(stored).not.toContain(secret);
  });

  it('keeps a log of requests without bodies or secrets', async () => {
    await unlock();
    await api.requests.flush();
    const rows = await db.read((tx) => tx.selectFrom('request_log').selectAll().execute());
    expect(rows).toMatchObject([
      { tenant: api.world.partnerId, status: 200, method: 'POST', endpoint: 'doors.unlock' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/sk_live|Byron/);
  });
});

const keyText = (headers: Record<string, string>): string =>
  Buffer.from((headers.authorization ?? '').slice(6), 'base64')
    .toString()
    .slice(0, -1);
