import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('reading a user on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock('2026-11-21T12:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());

  const read = (by: { readonly headers: Readonly<Record<string, string>> }, name: string) =>
    api.send({ method: 'GET', path: `/api/users/${encodeURIComponent(name)}`, headers: by.headers });
  const staffAt = (scopeId: FacilityId) => ({ right: 'facility-staff', scope: 'facility', scopeId }) as const;

  /** When keys were used is written beside the requests. */
  const whenNoted = (userId: string) => {
    const { db, users } = api.world;
    const keys = () => db.read((tx) => users.listKeys(tx, userId));
    return expect.poll(async () => (await keys()).every((key) => key.lastUsedAt !== null)).toBe(true);
  };

  it('is for who administers users there, and for themselves; for nobody else', async () => {
    const { callers } = api;
    const sam = await api.aCaller('sam', staffAt(api.world.facilityId));
    for (const by of ['superAdmin', 'globalAdmin', 'orgAdmin', 'iam'] as const)
      for (const name of [sam.user.id, 'SAM@example.com'])
        expect(await read(callers[by], name), by).toMatchObject({
          status: 200,
          json: { userId: sam.user.id, email: 'sam@example.com', roles: [{ role: 'facility-staff' }] },
        });
    for (const by of ['platformAdmin', 'manager', 'staff', 'admin', 'agent', 'nobody'] as const)
      expect(await read(callers[by], sam.user.id), by).toMatchObject({ status: 403 });
    expect(await read(sam, sam.user.id)).toMatchObject({ status: 200, json: { keys: [{ label: 'test' }] } });
    expect(await read(callers.nobody, callers.nobody.user.id)).toMatchObject({ status: 200, json: { roles: [] } });
    for (const name of [sam.user.id, 'usr_0000000000000000', 'x'.repeat(254), '%', 'sam_example.com'])
      expect(await read(callers.otherOrgAdmin, name), name).toMatchObject({
        status: 404,
        json: { error: 'user_unknown' },
      });
    for (const name of ['x'.repeat(255), 'sam\0'])
      expect((await read(callers.superAdmin, name)).status, name).toBe(400);
  });

  it('shows keys redacted, and when one was last used, also once that key has ended', async () => {
    const { users, db } = api.world;
    const sam = await api.aCaller('sam', staffAt(api.world.facilityId));
    const before = (await read(api.callers.orgAdmin, sam.user.id)).json;
    expect(before).toMatchObject({ lastSeenAt: null, keys: [{ label: 'test', lastUsedAt: null }] });
    expect(JSON.stringify(before)).not.toContain(sam.headers['x-api-key']);
    expect(JSON.stringify(before)).not.toMatch(/hash/);

    await read(sam, sam.user.id);
    await clock.advance(Minutes(1));
    await whenNoted(sam.user.id);
    const seen = { lastSeenAt: '2026-11-21T12:00:00.000Z' };
    expect((await read(api.callers.orgAdmin, sam.user.id)).json).toMatchObject(seen);
    for (const { id } of await db.read((tx) => users.listKeys(tx, sam.user.id)))
      await db.write((tx) => users.removeKey(tx, sam.user.id, id));
    expect((await read(api.callers.orgAdmin, sam.user.id)).json).toMatchObject({ ...seen, keys: [] });
  });

  it('tells who administers them at one place nothing of what they are elsewhere', async () => {
    const both = await api.aCaller('both', staffAt(api.world.facilityId), staffAt(api.otherFacilityId));
    await read(both, both.user.id);
    await clock.advance(Minutes(1));
    await whenNoted(both.user.id);
    const asSeen = async (by: CallerKind) => (await read(api.callers[by], both.user.id)).json;
    for (const by of ['orgAdmin', 'otherOrgAdmin'] as const)
      expect(await asSeen(by)).toMatchObject({
        roles: [expect.anything()],
        ...{ keys: null, lastSeenAt: null, sessions: null },
      });
    for (const by of ['superAdmin', 'globalAdmin'] as const)
      expect(await asSeen(by)).toMatchObject({
        roles: [expect.anything(), expect.anything()],
        keys: [expect.anything()],
        lastSeenAt: expect.any(String),
      });
    const { superAdmin, orgAdmin } = api.callers;
    expect((await read(orgAdmin, superAdmin.user.id)).status).toBe(404);
  });

  it('shows where they are signed in now, to themselves and to who administers them, until that ends', async () => {
    const { sessions, db } = api.world;
    const sam = await api.aCaller('sam', staffAt(api.world.facilityId));
    const began = { subjectId: sam.user.id, by: 'code', remoteAddress: '192.0.2.7', userAgent: 'Firefox' } as const;
    const { session } = await db.write((tx) => sessions.begin(tx, began));
    const seen = {
      sessionId: session.id,
      ...{ signedInBy: 'code', ip: '192.0.2.7', userAgent: 'Firefox' },
      ...{ createdAt: '2026-11-21T12:00:00.000Z', seenAt: '2026-11-21T12:00:00.000Z' },
      endsAt: '2026-11-21T12:30:00.000Z',
    };
    for (const by of [sam, api.callers.orgAdmin])
      expect((await read(by, sam.user.id)).json).toMatchObject({ sessions: [seen] });
    await clock.advance(Minutes(31));
    expect((await read(sam, sam.user.id)).json).toMatchObject({ sessions: [] });
  });

  it('finds nobody who was deleted', async () => {
    const sam = await api.aCaller('sam', staffAt(api.world.facilityId));
    await api.world.db.write((tx) => api.world.users.remove(tx, sam.user.id));
    for (const name of [sam.user.id, 'sam@example.com'])
      expect((await read(api.callers.superAdmin, name)).status).toBe(404);
    expect((await read(sam, sam.user.id)).status).toBe(401);
  });
});
