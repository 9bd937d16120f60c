import { Days, Hours, Milliseconds, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyModule } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import { renderReports } from '../../kit/http/reports.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { anEntry, store } from './testing/entries.ts';

const BASE = '/api/admin/audit-logs';
type Headers = Readonly<Record<string, string>>;
interface Row {
  readonly entryId: string;
}

describe.each(ENGINES)('the audit over HTTP on $name', ({ open }) => {
  const clock = new ManualClock('2026-05-06T07:48:09.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeAll(async () => {
    db = await open();
    api = await servePlatformApi(db, clock);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    // Each test has the audit to itself.
    await db.write(async (tx) => {
      await tx.deleteFrom('audit_entry').execute();
      await tx.deleteFrom('audit_statistics').execute();
    });
    await clock.advance(Minutes(1));
  });

  const get = (path: string, headers: Headers, query: Record<string, string> = {}) =>
    api.send({ method: 'GET', path: `${BASE}/${path}?${new URLSearchParams(query)}`, headers });
  const searchAs = (headers: Headers, body: object = {}, organisationId?: string) =>
    api.send({
      method: 'POST',
      path: `${BASE}/search${organisationId === undefined ? '' : `?organisationId=${organisationId}`}`,
      headers,
      body,
    });
  const idsOf = (json: unknown) => (json as { data: Row[] }).data.map(({ entryId }) => entryId);
  const all = (entries: readonly AuditEntry[]) => entries.map(({ id }) => id).toReversed();
  /** One entry in each place there is: both facilities of the first organisation, the other one, and none. */
  const everywhere = async () => {
    const { orgId, facilityId } = api.world;
    const at = clock.wallMs() - Minutes(5);
    const entries = [
      anEntry({ at }),
      anEntry({ at: at + 1, realm: api.otherOrgId, site: api.otherFacilityId }),
      anEntry({ at: at + 2, realm: orgId, site: api.siblingId }),
      anEntry({ at: at + 3, realm: orgId, site: facilityId, outcome: 'forbidden', status: 403 }),
      anEntry({ at: at + 4, realm: orgId }),
    ] as const;
    await store(db, entries);
    return entries;
  };

  it('[R84] refuses a search of somebody who is no super admin and names no organisation; and finds only what is theirs', async () => {
    const [nowhere, other, sibling, own, whole] = await everywhere();
    const { orgId } = api.world;
    const { superAdmin, ...others } = api.callers;
    const { nobody, iam, admin, agent, installer, ...readers } = others;
    for (const { headers } of Object.values(readers)) {
      const answer = await searchAs(headers);
      expect(answer).toMatchObject({ status: 400, json: { error: 'organisation_required' } });
      expect(answer.text).toContain('organisationId');
    }
    for (const { headers } of [nobody, iam, admin, agent, installer])
      expect((await searchAs(headers)).status).toBe(403);
    const long = { text: 'rename' };
    expect(idsOf((await searchAs(superAdmin.headers, long)).json)).toEqual([
      ...[whole, own, sibling, other, nowhere].map(({ id }) => id),
    ]);
    for (const { headers } of [superAdmin, others.globalAdmin, others.platformAdmin, others.orgAdmin])
      expect(idsOf((await searchAs(headers, long, orgId)).json)).toEqual([whole.id, own.id, sibling.id]);
    for (const { headers } of [others.manager, others.staff])
      expect(idsOf((await searchAs(headers, long, orgId)).json)).toEqual([own.id]);
    expect(idsOf((await searchAs(others.otherOrgAdmin.headers, long, api.otherOrgId)).json)).toEqual([other.id]);
  });

  it('Q5 needs no body where its document says that it needs none', async () => {
    const { paths } = JSON.parse(renderReports(everyModule)['cloud/openapi/platform.json'] ?? '');
    for (const path of [`${BASE}/search`, `${BASE}/generate-error-summary`]) {
      expect(paths[path].post.requestBody.required, path).toBe(false);
      const bare = await api.send({ method: 'POST', path, headers: api.callers.superAdmin.headers });
      expect(bare.status, bare.text).toBe(200);
    }
    const { superAdmin } = api.callers;
    expect(paths['/api/users'].post.requestBody.required).toBe(true);
    expect((await api.send({ method: 'POST', path: '/api/users', headers: superAdmin.headers })).status).toBe(400);
  });

  it('does not tell by its pages how much somebody does elsewhere, and when', async () => {
    const { orgId, facilityId } = api.world;
    const { user } = api.callers.otherOrgAdmin;
    const actor = `user:${user.id}`;
    const at = clock.wallMs() - Minutes(30);
    const elsewhere = Array.from({ length: 10_001 }, (_none, i) =>
      anEntry({ at: at + i, actor, realm: api.otherOrgId, remote_address: '198.51.100.7' }),
    );
    await store(db, elsewhere);
    await store(db, [anEntry({ at: at + 5, actor, realm: orgId, site: facilityId, remote_address: '198.51.100.7' })]);
    for (const filter of [{ actor }, { email: user.email }, { remoteAddress: '198.51.100.7' }])
      for (const { headers } of [api.callers.orgAdmin, api.callers.staff]) {
        const { json } = await searchAs(headers, filter, orgId);
        expect(json).toMatchObject({ data: [{ at: new Date(at + 5).toISOString() }], next: null });
      }
    // Whoever may read everything is led along what they name.
    const everything = await searchAs(api.callers.superAdmin.headers, { actor, limit: 1 });
    expect(everything.json).toMatchObject({ data: [{ entryId: elsewhere.at(-1)?.id }], next: expect.any(String) });
  });

  it('answers to somebody else’s organisation as to one that there is not', async () => {
    await everywhere();
    const missing = 'org_0000000000000000';
    for (const { headers } of [api.callers.orgAdmin, api.callers.manager]) {
      const [foreign, none] = [await searchAs(headers, {}, api.otherOrgId), await searchAs(headers, {}, missing)];
      expect(foreign).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
      expect({ ...(foreign.json as object), request_id: '' }).toEqual({ ...(none.json as object), request_id: '' });
    }
    expect((await searchAs(api.callers.superAdmin.headers, {}, missing)).status).toBe(404);
  });

  it('finds nothing of another organisation’s facility by naming it', async () => {
    await everywhere();
    const found = await searchAs(api.callers.orgAdmin.headers, { facilityId: api.otherFacilityId }, api.world.orgId);
    expect(found).toMatchObject({ status: 200, json: { data: [], next: null } });
  });

  it('says who, as whom, where, what, how it ended, and how long it took', async () => {
    const { superAdmin, staff } = api.callers;
    const { orgId, facilityId, partnerId } = api.world;
    await store(db, [
      anEntry({
        at: clock.wallMs() - 2,
        actor: `user:${superAdmin.user.id}`,
        acting_as: `user:${staff.user.id}`,
        realm: orgId,
        site: facilityId,
        target: 'door_1',
        outcome: 'forbidden',
        status: 403,
        duration_ms: 17,
        via: 'graphql',
      }),
      anEntry({ at: clock.wallMs() - 1, actor: `partner:${partnerId}/0a1b` }),
      anEntry({ at: clock.wallMs(), actor: 'box:7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' }),
    ]);
    const { json } = await searchAs(superAdmin.headers, { limit: 3 });
    const [box, partner, user] = (json as { data: object[] }).data;
    expect(user).toMatchObject({
      at: new Date(clock.wallMs() - 2).toISOString(),
      event: 'door.rename',
      endpoint: 'doors.rename',
      actor: { kind: 'user', actorId: superAdmin.user.id, email: 'super@example.com', name: 'super Example' },
      actingAs: { kind: 'user', actorId: staff.user.id, email: 'staff@example.com' },
      organisation: { organisationId: orgId, name: 'Harbour Fitness' },
      facility: { facilityId, name: 'Harbour Gym' },
      target: 'door_1',
      outcome: 'forbidden',
      status: 403,
      durationMs: 17,
      requestId: expect.stringMatching(/^req_/),
      remoteAddress: '192.0.2.1',
      via: 'graphql',
    });
    expect(partner).toMatchObject({
      actor: { kind: 'partner', actorId: partnerId, keyId: '0a1b', name: 'Acme Members' },
    });
    expect(box).toMatchObject({ actor: { kind: 'box', actorId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11', name: null } });
  });

  it('finds by each filter what fits, and by all of them at once', async () => {
    const { orgId, facilityId } = api.world;
    const { superAdmin, staff } = api.callers;
    const wanted = anEntry({
      at: clock.wallMs() - Hours(3),
      actor: `user:${staff.user.id}`,
      realm: orgId,
      site: facilityId,
      event: 'door.lock',
      endpoint: 'doors.lock',
      target: 'door_100%',
      outcome: 'door_offline',
      status: 503,
      remote_address: '2001:db8::7',
    });
    await store(db, [wanted, anEntry({ at: clock.wallMs() - Hours(1) })]);
    const time = (before: number) => new Date(clock.wallMs() - before).toISOString();
    const filters = {
      actor: staff.user.id,
      email: 'Staff@Example.com',
      event: 'door.lock',
      endpoint: 'doors.lock',
      outcome: 'door_offline',
      status: 503,
      statusClass: '5xx',
      target: 'door_100%',
      facilityId,
      remoteAddress: '2001:0db8::7',
      requestId: wanted.request_id,
      from: time(Hours(4)),
      to: time(Hours(2)),
      text: '100%',
    };
    for (const [name, value] of Object.entries({ ...filters, text: 'DOOR_OFF' })) {
      const body = name === 'from' ? { from: value, to: filters.to } : { [name]: value };
      expect(idsOf((await searchAs(superAdmin.headers, body)).json), name).toEqual([wanted.id]);
      await clock.advance(Milliseconds(200));
    }
    expect(idsOf((await searchAs(superAdmin.headers, filters)).json)).toEqual([wanted.id]);
    expect(idsOf((await searchAs(superAdmin.headers, { ...filters, text: '10_%' })).json)).toEqual([]);
    expect(idsOf((await searchAs(superAdmin.headers, { ...filters, email: 'org@example.com' })).json)).toEqual([]);
  });

  it('turns pages that nothing written meanwhile moves', async () => {
    const { superAdmin } = api.callers;
    const at = clock.wallMs() - Minutes(9);
    // Five in one millisecond: the page ends among them.
    const entries = Array.from({ length: 12 }, (_, i) => anEntry({ at: at + (i < 5 ? 0 : i) }));
    await store(db, entries);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { json } = await searchAs(superAdmin.headers, {
        limit: 5,
        event: 'door.rename',
        ...(after && { after }),
      });
      seen.push(...idsOf(json));
      after = (json as { next: string | null }).next;
      await store(db, [anEntry({ at: clock.wallMs() })]);
    } while (after !== null);
    expect(seen).toEqual(all(entries));
  });

  it('looks at so many entries a page, and goes on from there', async () => {
    const rare = anEntry({ at: 1_000, event: 'door.lock' });
    await store(db, [rare, ...Array.from({ length: 10_050 }, (_, i) => anEntry({ at: 2_000 + i }))]);
    const { superAdmin } = api.callers;
    const first = await searchAs(superAdmin.headers, { event: 'door.lock' });
    expect(first).toMatchObject({ status: 200, json: { data: [], next: expect.any(String) } });
    const { next: after } = first.json as { next: string };
    const second = await searchAs(superAdmin.headers, { event: 'door.lock', after });
    expect(second).toMatchObject({ json: { data: [{ entryId: rare.id }], next: null } });
  });

  it.each([
    [{ after: 'nope' }, 'after'],
    [{ limit: 201 }, 'limit'],
    [{ statusClass: '6xx' }, 'statusClass'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' }, 'from'],
    [{ ip: '192.0.2.1' }, 'ip'],
    [{ remoteAddress: '' }, 'remoteAddress'],
  ])('refuses a search by %o, and names the field', async (body, field) => {
    const answer = await searchAs(api.callers.superAdmin.headers, body);
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect(answer.text).toContain(field);
  });

  it('takes a search without a body', async () => {
    const path = `${BASE}/search?organisationId=${api.world.orgId}`;
    const answer = await api.send({ method: 'POST', path, headers: api.callers.orgAdmin.headers });
    expect(answer.status, answer.text).toBe(200);
  });

  it('tells a global admin what came from an address, and nobody else', async () => {
    const entries = [
      anEntry({ at: clock.wallMs() - Hours(2), remote_address: '2001:db8::1' }),
      anEntry({ at: clock.wallMs() - Hours(24 * 8), remote_address: '2001:db8::1' }),
      anEntry({ at: clock.wallMs() - Hours(1) }),
    ] as const;
    await store(db, entries);
    const { globalAdmin, platformAdmin, orgAdmin } = api.callers;
    const ask = (query: Record<string, string>) => get('query-by-ip', globalAdmin.headers, query);
    const recent = await ask({ ipAddress: '2001:0db8:0::0001' });
    expect(idsOf(recent.json)).toEqual([entries[0].id, entries[1].id]);
    expect(recent.json).toMatchObject({ next: null });
    expect((await ask({ ipAddress: '::ffff:192.0.2.1' })).json).toMatchObject({ data: [{ entryId: entries[2].id }] });
    const startTime = String(Math.floor(clock.wallMs() / 1_000) - 9 * 86_400);
    expect(idsOf((await ask({ ipAddress: '2001:db8::1', startTime })).json)).toEqual([entries[0].id, entries[1].id]);
    const paged = { ipAddress: '2001:db8::1', startTime, limit: '1' };
    const first = await ask(paged);
    expect(idsOf(first.json)).toEqual([entries[0].id]);
    const { next: after } = first.json as { next: string };
    const second = await ask({ ...paged, after });
    expect(idsOf(second.json)).toEqual([entries[1].id]);
    expect(second.json).toMatchObject({ next: null });
    for (const query of [{}, { ipAddress: 'door' }, { ipAddress: '192.0.2.1', limit: '501' }, { ...paged, after: 'x' }])
      expect((await ask(query as Record<string, string>)).status).toBe(400);
    for (const { headers } of [platformAdmin, orgAdmin])
      expect((await get('query-by-ip', headers, { ipAddress: '192.0.2.1' })).status).toBe(403);
  });

  it('tells a global admin what a user did, and what was done as them, also of one who is deleted', async () => {
    const { globalAdmin, superAdmin } = api.callers;
    const gone = await api.aCaller('gone');
    const entries = [
      anEntry({ at: clock.wallMs() - 3, actor: `user:${gone.user.id}` }),
      anEntry({ at: clock.wallMs() - 2, actor: `user:${superAdmin.user.id}`, acting_as: `user:${gone.user.id}` }),
      anEntry({ at: clock.wallMs() - 1, actor: `user:${superAdmin.user.id}` }),
    ] as const;
    await store(db, entries);
    await db.write((tx) => api.world.users.remove(tx, gone.user.id));
    const ask = (email: string) => get('query-by-user', globalAdmin.headers, { email });
    const found = await ask('Gone@example.com');
    expect(idsOf(found.json)).toEqual([entries[1].id, entries[0].id]);
    expect(found.json).toMatchObject({ data: [{ actingAs: { deleted: true, email: 'gone@example.com' } }, {}] });
    expect(idsOf((await ask('no-one@example.com')).json)).toEqual([]);
    const at = (seconds: number) => String(Math.floor(clock.wallMs() / 1_000) + seconds);
    for (const [period, total] of [
      [{ startTime: at(-60), endTime: at(60) }, 2],
      [{ startTime: at(-120), endTime: at(-60) }, 0],
      [{ startTime: at(60), endTime: at(120) }, 0],
    ] as const) {
      const { json } = await get('query-by-user', globalAdmin.headers, { email: 'gone@example.com', ...period });
      expect([period, idsOf(json).length]).toEqual([period, total]);
    }
    expect((await get('query-by-user', globalAdmin.headers)).status).toBe(400);
    expect((await get('query-by-user', api.callers.orgAdmin.headers, { email: 'x@example.com' })).status).toBe(403);
  });

  it('[R82] counts from 24 hours ago to now, unless told otherwise', async () => {
    const { superAdmin } = api.callers;
    const now = clock.wallMs();
    await store(db, [
      anEntry({ at: now - Hours(24) - 1 }),
      anEntry({ at: now - Hours(24), duration_ms: 10 }),
      anEntry({ at: now - 1, duration_ms: 30, outcome: 'internal_error', status: 500 }),
      anEntry({ at: now + 1 }),
    ]);
    const counted = await get('statistics', superAdmin.headers);
    expect(counted).toMatchObject({
      status: 200,
      json: {
        from: new Date(now - Hours(24)).toISOString(),
        to: new Date(now).toISOString(),
        ...{ total: 2, succeeded: 1, refused: 0, failed: 1, averageMs: 20, longestMs: 30, callers: 1 },
        endpoints: [{ endpoint: 'doors.rename', total: 2, failed: 1, averageMs: 20 }],
        errors: [{ outcome: 'internal_error', status: 500, count: 1 }],
        mostActive: [{ actor: { kind: 'user' }, count: 2 }],
      },
    });
    const endTime = Math.floor(now / 1_000) - 3_600;
    const until = await get('statistics', superAdmin.headers, { endTime: String(endTime) });
    expect(until.json).toMatchObject({ total: 1, from: new Date(now - Hours(24)).toISOString() });
    const startTime = Math.floor(now / 1_000) - 25 * 3_600;
    const since = await get('statistics', superAdmin.headers, { startTime: String(startTime) });
    expect(since.json).toMatchObject({ to: new Date(now).toISOString(), succeeded: 2 });
    for (const query of [
      { startTime: '-1' },
      { startTime: String(endTime), endTime: String(endTime) },
      { startTime: String(Math.floor(now / 1_000) + 60) },
      { endTime: 'x' },
    ])
      expect((await get('statistics', superAdmin.headers, query as Record<string, string>)).status).toBe(400);
  });

  it('Q6 reaches back as far as entries are kept', async () => {
    const { superAdmin, globalAdmin } = api.callers;
    const at = clock.wallMs() - Days(390);
    const old = anEntry({ at, actor: `user:${superAdmin.user.id}`, remote_address: '198.51.100.9', status: 500 });
    await store(db, [old]);
    const startTime = String(Math.floor(at / 1_000) - 1);
    const counted = await get('statistics', superAdmin.headers, { startTime });
    expect(counted.json).toMatchObject({ total: 1, failed: 1, next: null });
    const path = `${BASE}/generate-error-summary`;
    const body = { from: new Date(at - 1).toISOString() };
    const summary = await api.send({ method: 'POST', path, headers: superAdmin.headers, body });
    expect(summary.json).toMatchObject({ failed: 1, next: null, from: body.from });
    for (const [query, by] of [
      ['query-by-ip', { ipAddress: '198.51.100.9' }],
      ['query-by-user', { email: superAdmin.user.email }],
    ] as const)
      expect((await get(query, globalAdmin.headers, by)).json).toMatchObject({
        from: new Date(at).toISOString(),
        data: expect.arrayContaining([expect.objectContaining({ entryId: old.id })]),
      });
  });

  it('counts for everybody what they may read', async () => {
    await everywhere();
    const { callers } = api;
    const total = async (headers: Headers) => ((await get('statistics', headers)).json as { total: number }).total;
    // Their own requests for these counts have been written down by the time of the next one, nowhere in particular.
    expect(await total(callers.orgAdmin.headers)).toBe(3);
    expect(await total(callers.manager.headers)).toBe(1);
    expect(await total(callers.otherOrgAdmin.headers)).toBe(1);
    const series = await get('timeseries', callers.staff.headers, { timeWindow: '1h' });
    const { blocks } = series.json as { blocks: { total: number; refused: number }[] };
    expect(blocks.reduce((sum, { refused }) => sum + refused, 0)).toBe(1);
    const cached = await get('statistics-cached', callers.orgAdmin.headers);
    expect(cached.json).toMatchObject({ total: 3 });
    const summary = { method: 'POST', path: `${BASE}/generate-error-summary`, body: {} } as const;
    expect((await api.send({ ...summary, headers: callers.otherOrgAdmin.headers })).json).toMatchObject({
      total: 1,
      failures: [],
    });
    expect((await api.send({ ...summary, headers: callers.manager.headers })).json).toMatchObject({
      ...{ total: 1, refused: 1 },
      failures: [{ endpoint: 'doors.rename', outcome: 'forbidden', status: 403, count: 1, callers: 1 }],
      text: expect.stringContaining('doors.rename answered 403 forbidden 1 time'),
    });
    for (const { headers } of [callers.iam, callers.nobody])
      expect((await get('statistics', headers)).status).toBe(403);
  });

  it('[R81] keeps counts of the last 12 hours, unless told otherwise, and says how old they are', async () => {
    const { superAdmin, globalAdmin, orgAdmin } = api.callers;
    await store(db, [anEntry({ at: clock.wallMs() - Hours(12) }), anEntry({ at: clock.wallMs() - Hours(13) })]);
    const first = await get('statistics-cached', superAdmin.headers);
    expect(first).toMatchObject({ status: 200, json: { timeWindow: '12h', ageSeconds: 0, total: 1 } });
    await clock.advance(Minutes(2));
    const second = await get('statistics-cached', globalAdmin.headers);
    expect(second.json).toMatchObject({ timeWindow: '12h', ageSeconds: 120, total: 1 });
    expect((await get('statistics-cached', orgAdmin.headers)).json).toMatchObject({ ageSeconds: 0, total: 0 });
    expect((await get('statistics-cached', superAdmin.headers, { timeWindow: '24h' })).json).toMatchObject({
      ...{ timeWindow: '24h', ageSeconds: 0 },
    });
    await clock.advance(Minutes(3));
    const fresh = await get('statistics-cached', superAdmin.headers);
    expect(fresh.json).toMatchObject({ ageSeconds: 0 });
    expect((fresh.json as { total: number }).total).toBeGreaterThan(1);
    expect((await get('statistics-cached', superAdmin.headers, { timeWindow: '2h' })).status).toBe(400);
  });

  it('counts anew where the kept counts are from a time that is yet to come: a clock was wrong', async () => {
    const { superAdmin } = api.callers;
    const now = clock.wallMs();
    const cached = async () => (await get('statistics-cached', superAdmin.headers)).json as { madeAt: string };
    await cached();
    await api.world.db.write((tx) =>
      tx
        .updateTable('audit_statistics')
        .set({ made_at: now + Days(30) })
        .execute(),
    );
    expect(Date.parse((await cached()).madeAt)).toBeLessThanOrEqual(clock.wallMs());
  });

  it('[R83] counts in 6, 72 or 144 blocks of ten minutes, 168 or 336 of an hour, and in no other window', async () => {
    const { superAdmin } = api.callers;
    // Half past: what was done 42 minutes ago was done in another hour.
    await clock.advance(Milliseconds(Hours(1) - (clock.wallMs() % Hours(1)) + Minutes(30)));
    const now = clock.wallMs();
    const lately = [Hours(24 * 13), Hours(23), Hours(11), Minutes(42), 0].map((before) =>
      anEntry({ at: now - before }),
    );
    await store(db, lately);
    for (const [timeWindow, count, blockSeconds, total] of [
      ['1h', 6, 600, 2],
      ['12h', 72, 600, 3],
      ['24h', 144, 600, 4],
      ['7d', 168, 3_600, 4],
      ['14d', 336, 3_600, 5],
    ] as const) {
      await db.write((tx) => tx.deleteFrom('audit_entry').where('endpoint', '!=', 'doors.rename').execute());
      const { json } = await get('timeseries', superAdmin.headers, { timeWindow });
      const { blocks, ...series } = json as { blocks: { at: string; total: number; succeeded: number }[]; to: string };
      expect(blocks).toHaveLength(count);
      expect(series).toMatchObject({ timeWindow, blockSeconds });
      for (const [i, { at }] of blocks.entries()) {
        expect(Date.parse(at) % (blockSeconds * 1_000)).toBe(0);
        if (i > 0) expect(Date.parse(at) - Date.parse(blocks[i - 1]?.at ?? '')).toBe(blockSeconds * 1_000);
      }
      expect(
        blocks.reduce((sum, block) => sum + block.total, 0),
        timeWindow,
      ).toBe(total);
      expect(blocks.at(-1)).toMatchObject({ total: 1, succeeded: 1 });
      expect(Date.parse(series.to) - now).toBeLessThanOrEqual(blockSeconds * 1_000);
    }
    for (const timeWindow of ['2h', '1d', '', '14D'])
      expect((await get('timeseries', superAdmin.headers, { timeWindow })).status, timeWindow).toBe(400);
    expect((await get('timeseries', superAdmin.headers)).json).toMatchObject({ timeWindow: '12h', blockSeconds: 600 });
  });

  it('lists the organisations that each caller may search', async () => {
    const { callers, otherOrgId } = api;
    const { orgId, facilityId } = api.world;
    const page = async (headers: Headers, query: Record<string, string> = {}) =>
      (await get('user-organisations', headers, query)).json as { data: object[]; next: string | null };
    const listed = async (headers: Headers) => (await page(headers)).data;
    expect(await listed(callers.superAdmin.headers)).toEqual([
      { organisationId: orgId, name: 'Harbour Fitness', facilityIds: null },
      { organisationId: otherOrgId, name: 'Summit Clubs', facilityIds: null },
    ]);
    expect(await listed(callers.orgAdmin.headers)).toMatchObject([{ organisationId: orgId, facilityIds: null }]);
    expect(await listed(callers.staff.headers)).toMatchObject([{ organisationId: orgId, facilityIds: [facilityId] }]);
    expect(await listed(callers.otherOrgAdmin.headers)).toMatchObject([{ organisationId: otherOrgId }]);
    const first = await page(callers.superAdmin.headers, { limit: '1' });
    expect(first).toMatchObject({ data: [{ organisationId: orgId }], next: orgId });
    const second = await page(callers.superAdmin.headers, { limit: '1', after: orgId });
    expect(second).toMatchObject({ data: [{ organisationId: otherOrgId }], next: null });
    // Where somebody else's would stand in the order is not told.
    expect((await page(callers.otherOrgAdmin.headers, { after: orgId })).data).toEqual([]);
  });

  it('shows a super admin what counts are kept, by name and age, and nothing of what they say', async () => {
    const { superAdmin, globalAdmin } = api.callers;
    await get('statistics-cached', superAdmin.headers);
    await clock.advance(Minutes(6));
    const { json, text } = await get('debug-redis-keys', superAdmin.headers);
    expect(json).toEqual({
      store: 'database',
      data: [{ key: 'statistics 12h everything', madeAt: expect.any(String), ageSeconds: 360, fresh: false }],
    });
    expect(text).not.toContain('endpoints');
    expect((await get('debug-redis-keys', globalAdmin.headers)).status).toBe(403);
  });

  it('shows a global admin whether the days are as they were sealed', async () => {
    const { globalAdmin } = api.callers;
    await db.write((tx) => tx.deleteFrom('audit_day').execute());
    const entry = anEntry({ at: Date.parse('2026-05-03T10:00:00Z') });
    await store(db, [entry]);
    await api.world.audit.seal();
    expect((await get('chain', globalAdmin.headers)).json).toMatchObject({
      ...{ intact: true, entriesBeforeFirst: 0, problems: [] },
      head: { day: '2026-05-05' },
      days: [{ day: '2026-05-03', state: 'intact', entries: 1 }, { state: 'intact', entries: 0 }, {}],
    });
    await db.write((tx) => tx.deleteFrom('audit_entry').where('id', '=', entry.id).execute());
    expect((await get('chain', globalAdmin.headers, { from: '2026-05-03', to: '2026-05-03' })).json).toMatchObject({
      intact: false,
      days: [{ day: '2026-05-03', state: 'entries_missing' }],
      problems: [{ day: '2026-05-03' }],
    });
    for (const query of [{ from: '2026-05-09' }, { from: '2026-01-01' }, { to: 'today' }])
      expect((await get('chain', globalAdmin.headers, query as Record<string, string>)).status).toBe(400);
    expect((await get('chain', api.callers.platformAdmin.headers)).status).toBe(403);
  });
});
