import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, everyScope, serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';

describe.each(ENGINES)('the REST mirror on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  let facility: string;
  let organisation: string;
  let read: string;
  beforeAll(async () => {
    db = await open();
    replicas = await serveTwoReplicas(db, clock, { limits: true });
    ({ api, replica } = replicas);
    facility = `/v1/rest/facilities/${api.world.facilityId}`;
    organisation = `/v1/rest/organisations/${api.world.orgId}`;
  });
  afterAll(async () => {
    await replicas.close();
  });
  beforeEach(async () => {
    await api.moveOn();
    read = await api.tokenOf(api.callers.superAdmin.headers, 'read');
  });
  const byKey = (path: string, { headers } = api.callers.superAdmin) => api.send({ method: 'GET', path, headers });

  it('answers what the platform API answers, and says by which door it was asked', async () => {
    const mirrored = await api.get(organisation, read);
    expect(mirrored).toMatchObject({ status: 200, json: (await byKey(`/api/organisations/${api.world.orgId}`)).json });
    const row = (await api.audited()).find(({ request_id }) => request_id === mirrored.headers['x-request-id']);
    expect(row).toMatchObject({ endpoint: 'orgs.read', via: 'rest', actor: `user:${api.callers.superAdmin.user.id}` });
  });
  it('lists the facilities of an organisation by what they are called and where they are', async () => {
    const first = await api.get(`${organisation}/facilities?limit=1`, read);
    expect(first).toMatchObject({
      status: 200,
      json: {
        data: [
          {
            facility_id: expect.stringMatching(/^fac_/),
            name: expect.any(String),
            brand: null,
            latitude: null,
            longitude: null,
            place_data: null,
          },
        ],
        next: expect.stringMatching(/^fac_/),
      },
    });
    const second = await api.get(`${organisation}/facilities?limit=1&after=${first.json.next}`, read);
    expect(second.json.next).toBeNull();
    const ids = [first, second].flatMap(({ json }) => json.data.map((one: { facility_id: string }) => one.facility_id));
    expect(ids.sort()).toEqual([api.world.facilityId, api.siblingId].sort());
  });
  it('reads a door and a box by their ids alone, and those of others as if there were none', async () => {
    const { world, callers } = api;
    const token = await api.tokenOf(callers.staff.headers, 'read');
    expect(await api.get(`/v1/rest/doors/${world.doorId}`, token)).toMatchObject({
      status: 200,
      json: { doorId: world.doorId, facilityId: world.facilityId, uuid: world.boxId },
    });
    expect(await api.get(`/v1/rest/boxes/${world.boxId}`, token)).toMatchObject({
      status: 200,
      json: { uuid: world.boxId, facilityId: world.facilityId },
    });
    const other = await api.tokenOf(callers.otherOrgAdmin.headers, 'read');
    // A refusal may repeat what was sent.
    const answer = async (path: string) => {
      const { status, json } = await api.get(path, other);
      const sent = path.split('/').at(-1) ?? '';
      return { status, json: JSON.stringify({ ...json, request_id: '' }).replaceAll(sent, '') };
    };
    expect(await answer(`/v1/rest/doors/${world.doorId}`)).toEqual(
      await answer('/v1/rest/doors/door_zzzzzzzzzzzzzzzz'),
    );
    expect(await answer(`/v1/rest/boxes/${world.boxId}`)).toEqual(
      await answer('/v1/rest/boxes/00000000-0000-4000-8000-000000000000'),
    );
  });
  it('lists below a node what is its own', async () => {
    const token = await api.tokenOf(api.callers.staff.headers, 'read');
    expect(await api.get(`${facility}/doors?fields=doorId`, token)).toMatchObject({
      status: 200,
      json: { data: [{ doorId: api.world.doorId }] },
    });
  });
  it('changes what the platform API changes, once for an idempotency key', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read write');
    const send = () =>
      api.send({
        method: 'POST',
        path: '/v1/rest/organisations',
        headers: { ...bearer(token), 'idempotency-key': 'one' },
        body: { name: 'New Gyms' },
      });
    const first = await send();
    const again = await send();
    expect(first.status, first.text).toBeLessThan(300);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
  it('has a document of its own, open to everybody', async () => {
    const { status, json } = await api.send({ method: 'GET', path: '/v1/rest/openapi.json' });
    expect({ status, version: json?.openapi }).toEqual({ status: 200, version: '3.1.0' });
    expect(Object.keys(json.paths)).toContain('/v1/rest/organisations/{organisationId}');
  });
  it('has no path of the consoles', async () => {
    expect((await api.get('/v1/rest/live', read)).json).toMatchObject({ error: 'no_such_path' });
    const sent = { method: 'POST', path: '/v1/rest/session', headers: bearer(read), body: {} };
    expect((await api.send(sent)).status).toBe(405);
  });

  describe('lets a token do no more than its scope', () => {
    const unlock = (): string => `/v1/rest/access-control/${api.world.facilityId}/doors/${api.world.doorId}/unlock`;
    const tries = async (scope: string, method: string, path: string, body?: object) => {
      await api.moveOn();
      const token = await api.tokenOf(api.callers.superAdmin.headers, scope);
      return api.send({ method, path, headers: bearer(token), ...(body && { body }) });
    };
    it.each([
      ['read', 'PATCH', (): string => organisation, { name: 'Renamed' }, 'write'],
      ['write', 'GET', () => organisation, undefined, 'read'],
      ['read write', 'POST', (): string => unlock(), { reason: 'Delivery' }, 'unlock'],
      [
        'read write unlock',
        'POST',
        () => `/v1/rest/access-control/${api.world.facilityId}/lockdowns`,
        { reason: 'Drill' },
        'grave:lockdown',
      ],
      ['read write unlock money', 'PUT', () => `/v1/rest/users/${api.callers.staff.user.id}/roles`, {}, 'grave:roles'],
      [
        'write',
        'POST',
        (): string => '/v1/rest/users',
        {
          email: 'x@example.com',
          firstName: 'X',
          lastName: 'Y',
          roles: [{ role: 'facility-staff', scope: 'facility', scopeId: 'F' }],
        },
        'grave:roles',
      ],
    ] as const)('%s: not %s', async (scope, method, path, body, needed) => {
      const filled =
        body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace('"F"', `"${api.world.facilityId}"`));
      const answer = await tries(scope, method, path(), filled);
      expect(answer, answer.text).toMatchObject({ status: 403, json: { error: 'insufficient_scope' } });
      expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
      const row = (await api.audited()).find(({ request_id }) => request_id === answer.headers['x-request-id']);
      expect(row).toMatchObject({ outcome: 'insufficient_scope', status: 403 });
    });
    it('and lets it do what the scope names', async () => {
      expect((await tries('unlock', 'POST', unlock(), { reason: 'Delivery' })).status).toBe(200);
      const user = { email: 'plain@example.com', firstName: 'X', lastName: 'Y', roles: [] };
      expect((await tries('write', 'POST', '/v1/rest/users', user)).status).toBeLessThan(300);
    });
    it('elsewhere than where it is for, and lists what is there alone', async () => {
      const here = `read facility:${api.world.facilityId}`;
      expect((await tries(here, 'GET', facility)).status).toBe(200);
      for (const path of [`/v1/rest/facilities/${api.siblingId}`, '/v1/rest/admin/jobs', '/v1/rest/admin/retention'])
        expect((await tries(here, 'GET', path)).json, path).toMatchObject({ error: 'insufficient_scope' });
      const ids = (await tries(here, 'GET', '/v1/rest/facilities')).json.data.map(
        (one: { facilityId: string }) => one.facilityId,
      );
      expect(ids).toEqual([api.world.facilityId]);
      const inOne = `read org:${api.otherOrgId}`;
      const listed = (await tries(inOne, 'GET', '/v1/rest/facilities')).json.data;
      expect(listed.map((one: { facilityId: string }) => one.facilityId)).toEqual([api.otherFacilityId]);
      expect((await tries(inOne, 'GET', organisation)).json).toMatchObject({ error: 'insufficient_scope' });
    });
    it('and hides from whoever may not know of a place what it hides from their key', async () => {
      const token = await api.tokenOf(api.callers.manager.headers, `read facility:${api.world.facilityId}`);
      expect(await api.get(`/v1/rest/facilities/${api.otherFacilityId}`, token)).toMatchObject({
        status: 404,
        json: { error: 'place_unknown' },
      });
    });
  });

  describe('trims answers', () => {
    it('of a single thing, and of each item of a list', async () => {
      expect((await api.get(`${facility}?fields=name,doors.online`, read)).json).toEqual({
        name: 'Harbour Gym',
        doors: { online: expect.any(Number) },
      });
      const { json } = await api.get('/v1/rest/facilities?limit=1&fields=facilityId', read);
      expect(json).toEqual({ data: [{ facilityId: expect.any(String) }], next: expect.any(String) });
    });
    it.each(['nothing', 'doors.nothing', 'name,', '', '__proto__', 'data'])(
      'not by a name that there is not: %s',
      async (fields) => {
        const answer = await api.get(`${facility}?fields=${fields}`, read);
        expect(answer, answer.text).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
        expect(answer.json.errors[0].path).toBe('query.fields');
      },
    );
    it('and takes no such thing at the platform API', async () => {
      expect((await byKey('/api/facilities?fields=name')).status).toBe(400);
    });
  });

  it('says whether a single thing has changed, and for whom', async () => {
    const { headers } = await api.get(`/v1/rest/doors/${api.world.doorId}`, read);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'cache-control': 'private, no-cache',
    });
    const again = (tag: string) =>
      api.send({
        method: 'GET',
        path: `/v1/rest/doors/${api.world.doorId}`,
        headers: { ...bearer(read), 'if-none-match': tag },
      });
    expect(await again(String(headers.etag))).toMatchObject({ status: 304, text: '' });
    expect((await again('"another"')).status).toBe(200);
    expect((await api.get('/v1/rest/facilities', read)).headers.etag).toBeUndefined();
    const other = await api.tokenOf(api.callers.otherOrgAdmin.headers, 'read');
    const hidden = { method: 'GET', path: `/v1/rest/doors/${api.world.doorId}` };
    const theirs = await api.send({ ...hidden, headers: { ...bearer(other), 'if-none-match': String(headers.etag) } });
    expect(theirs.status).toBe(404);
  });

  it('[R157] answers 500 requests of a user a minute, over all their tokens and both replicas', async () => {
    const { headers } = await api.aCaller('busy', {
      right: 'facility-staff',
      scope: 'facility',
      scopeId: api.world.facilityId,
    });
    const tokens = [await api.tokenOf(headers, 'read'), await api.tokenOf(headers, everyScope(api))];
    const one = (i: number) => {
      const { send } = i % 2 === 0 ? api : replica;
      const path = i % 3 === 0 ? '/v1/rest/facilities' : facility;
      return send({ method: 'GET', path, headers: bearer(tokens[i % 2] ?? '') });
    };
    let counted = 0;
    for (let second = 0; second < 10; second += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => one(i)));
      counted += answers.filter(({ status }) => status === 200).length;
      await clock.advance(Seconds(1));
    }
    expect(counted).toBe(500);
    const late = await one(0);
    expect(late, late.text).toMatchObject({ status: 429, json: { error: 'rate_limit_exceeded' } });
    expect(late.headers).toMatchObject({
      'retry-after': '50',
      'ratelimit-policy': '"endpoint";q=50;w=1, "rest";q=500;w=60',
      ratelimit: '"rest";r=0;t=50',
    });
    const elsewhere = await api.get(facility, read);
    expect(elsewhere.status, 'of somebody else').toBe(200);
    await clock.advance(Seconds(50));
    expect((await one(1)).status).toBe(200);
  }, 60_000);
});
