import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(ENGINES)('a key that somebody else made, on $name', ({ open }) => {
  let api: PlatformApi;
  beforeEach(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterEach(() => api.close());

  const STAFF = 'staff@example.com';
  const send = (method: string, path: string, headers: Headers, body?: object) =>
    api.send({ method, path: `/api/${path}`, headers, ...(body && { body }) });
  const make = async (headers: Headers) => {
    const answer = await send('POST', `users/${STAFF}/mcp-keys`, headers, { label: 'For a tool' });
    return { status: answer.status, keyId: answer.json.keyId as string, headers: { 'x-api-key': answer.json.key } };
  };
  const promote = async (role: object) => {
    const answer = await send('PUT', `users/${STAFF}/roles`, api.callers.superAdmin.headers, role);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.endedKeys as string[];
  };
  const counts = async ({ headers }: { headers: Headers }) =>
    (await send('GET', `users/${STAFF}/mcp-keys`, headers)).status === 200;
  const SUPER = { role: 'super-admin', scope: 'platform' };

  it('is listed with who made it, and so is one’s own', async () => {
    const { staff, globalAdmin } = api.callers;
    await make(globalAdmin.headers);
    const { json } = await send('GET', `users/${STAFF}/mcp-keys`, staff.headers);
    const makers = (json.data as { createdBy: { id: string } }[]).map(({ createdBy }) => createdBy);
    expect(makers.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      { kind: 'system', id: 'test', name: null },
      { kind: 'user', id: globalAdmin.user.id, name: 'global Example' },
    ]);
  });

  it('ends when its user gets a right that its maker does not hold, and no other does', async () => {
    const { staff, globalAdmin, superAdmin } = api.callers;
    const [theirs, mightier] = [await make(globalAdmin.headers), await make(superAdmin.headers)];
    const own = await make(staff.headers);
    expect(await promote({ role: 'org-admin', scope: 'organisation', scopeId: api.world.orgId })).toEqual([]);
    expect(await promote(SUPER)).toEqual([theirs.keyId]);
    expect([await counts(theirs), await counts(mightier), await counts(own), await counts(staff)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const target = `${staff.user.id} super-admin platform, keys ended: ${theirs.keyId}`;
    const rows = await api.world.db.read((tx) =>
      tx.selectFrom('audit_entry').where('event', '=', 'user.role-given').select('target').execute(),
    );
    expect(rows.filter((row) => row.target === target)).toHaveLength(1);
    expect(await promote(SUPER)).toEqual([]); // What is held already is given to nobody.
  });

  it('ends with the keys that were made with it, whose maker may be the same', async () => {
    const { staff, globalAdmin } = api.callers;
    const given = await make(globalAdmin.headers);
    const [first, own] = [await make(given.headers), await make(staff.headers)];
    const second = await make(first.headers);
    expect([given.status, first.status, second.status]).toEqual([201, 201, 201]);
    const ended = await promote(SUPER);
    expect(ended.toSorted()).toEqual([given.keyId, first.keyId, second.keyId].toSorted());
    expect([await counts(first), await counts(second), await counts(own)]).toEqual([false, false, true]);
  });

  it('makes no key any more where its user gets more at the same time', async () => {
    const given = await make(api.callers.globalAdmin.headers);
    const [key] = await Promise.all([make(given.headers), promote(SUPER)]);
    expect([201, 401]).toContain(key.status);
    if (key.status === 201) expect(await counts(key)).toBe(false);
  });

  it('ends too where its maker has lost what they held, or is there no more', async () => {
    const { globalAdmin, superAdmin, staff } = api.callers;
    const passing = await api.aCaller('passing', { right: 'global-admin', scope: 'platform', scopeId: '' });
    const [demoted, deleted] = [await make(globalAdmin.headers), await make(passing.headers)];
    const { users, db } = api.world;
    const held = (await db.read((tx) => users.heldBy(tx, [globalAdmin.user.id]))).get(globalAdmin.user.id) ?? [];
    for (const { id } of held)
      await send('DELETE', `users/${globalAdmin.user.id}/roles/${id}`, superAdmin.headers).then(({ status }) =>
        expect(status).toBe(200),
      );
    expect((await send('DELETE', `users/${passing.user.id}`, superAdmin.headers)).status).toBe(200);
    expect([await counts(demoted), await counts(deleted)]).toEqual([true, true]);
    const ended = await promote({ role: 'facility-manager', scope: 'facility', scopeId: api.world.facilityId });
    expect(ended.toSorted()).toEqual([demoted.keyId, deleted.keyId].toSorted());
    expect(await counts(staff)).toBe(true);
  });

  it('is refused, or ends, where it is made just as its user gets more', async () => {
    const { globalAdmin } = api.callers;
    const [key] = await Promise.all([make(globalAdmin.headers), promote(SUPER)]);
    expect([201, 403]).toContain(key.status);
    if (key.status === 201) expect(await counts(key)).toBe(false);
    expect((await make(globalAdmin.headers)).status).toBe(403);
  });
});
