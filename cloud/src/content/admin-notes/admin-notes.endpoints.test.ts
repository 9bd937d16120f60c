import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('admin notes on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  const at = (facilityId: string, noteId = '') =>
    `/api/facilities/${facilityId}/admin-notes${noteId === '' ? '' : `/${noteId}`}`;
  const put = (facilityId: string, body: object) =>
    api.send({ method: 'PUT', path: at(facilityId), headers: api.callers.superAdmin.headers, body });
  const texts = async (facilityId: string) => {
    const { headers } = api.callers.superAdmin;
    const { json } = await api.send({ method: 'GET', path: at(facilityId), headers });
    return (json as { data: { text: string }[] }).data.map(({ text }) => text);
  };

  it('are written, changed and removed, and say by whom', async () => {
    const { facilityId } = api.world;
    const written = await put(facilityId, { text: 'The key is with Sam' });
    const { noteId } = written.json as { noteId: string };
    await api.moveOn();
    const headers = api.callers.manager.headers;
    const changed = await api.send({
      method: 'PUT',
      path: at(facilityId),
      headers,
      body: { noteId, text: 'With Kim' },
    });
    expect(changed.json).toMatchObject({
      noteId,
      text: 'With Kim',
      writtenBy: { kind: 'user', id: api.callers.superAdmin.user.id, name: 'super Example' },
      changedBy: { kind: 'user', id: api.callers.manager.user.id, name: 'manager Example' },
    });
    expect(await texts(facilityId)).toEqual(['With Kim']);
    expect((await api.send({ method: 'DELETE', path: at(facilityId, noteId), headers })).status).toBe(200);
    expect(await api.send({ method: 'DELETE', path: at(facilityId, noteId), headers })).toMatchObject({
      status: 404,
      json: { error: 'note_unknown' },
    });
    expect(await texts(facilityId)).toEqual([]);
  });

  it('of another facility cannot be changed or removed through one’s own', async () => {
    const { noteId } = (await put(api.otherFacilityId, { text: 'Theirs' })).json as { noteId: string };
    expect((await put(api.world.facilityId, { noteId, text: 'Mine' })).status).toBe(404);
    const headers = api.callers.superAdmin.headers;
    expect((await api.send({ method: 'DELETE', path: at(api.world.facilityId, noteId), headers })).status).toBe(404);
    expect(await texts(api.otherFacilityId)).toEqual(['Theirs']);
  });

  it('have a text of 4,000 characters at most, and come the newest first', async () => {
    const { facilityId } = api.world;
    const long = 'n'.repeat(4_000);
    for (const text of ['First', long, 'Last']) {
      expect((await put(facilityId, { text })).status).toBe(200);
      await api.moveOn();
    }
    for (const text of [`${long}n`, ' ', 7, undefined]) expect((await put(facilityId, { text })).status).toBe(400);
    expect(await texts(facilityId)).toEqual(['Last', long, 'First']);
  });

  it('are 200 at most', async () => {
    const { db, adminNotes } = api.world;
    const one = (n: number) =>
      db.write((tx) => adminNotes.put(tx, api.siblingId, { text: `Note ${n}`, by: 'user:test' }));
    for (let n = 0; n < 200; n++) await one(n);
    await expect(one(200)).rejects.toMatchObject({ code: 'too_many_notes' });
  });
});
