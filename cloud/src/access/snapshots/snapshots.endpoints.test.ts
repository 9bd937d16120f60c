import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { loadZones } from '@gatehouse/shared/zones/load-zones.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { serveDeviceApi } from './testing/device-api.ts';

describe.each(ENGINES)('what a box reads of its facility on $name', ({ open }) => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeEach(async () => {
    api = await serveDeviceApi(await open());
    const { world } = api;
    await world.members.put(
      Array.from({ length: 30 }, (_m, i) => ({
        partnerId: world.partnerId,
        facilityId: world.facilityId,
        memberId: `M-${i}`,
        firstName: 'Ada',
        lastName: 'Byron',
      })),
    );
    return () => api.close();
  });

  it('is its own facility’s snapshot, from where it has read to', async () => {
    const { status, json } = await api.get('snapshot');
    expect(status).toBe(200);
    const page = SnapshotPage.parse(json);
    expect(page).toMatchObject({ facilityId: api.world.facilityId, after: 0, complete: true, head: { entries: 31 } });
    const { json: next } = await api.get(`snapshot?epoch=${page.epoch}&after=${page.through}`);
    expect(next).toMatchObject({ after: page.through, through: page.through, entries: [] });
  });

  it('comes compressed to whoever takes that, and as it is to others', async () => {
    const plain = await api.get('snapshot');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const accepting = (encodings: string) =>
      api.get('snapshot', { ...api.headersOf(api.world.boxId), 'accept-encoding': encodings });
    for (const encodings of ['gzip', 'br;q=1.0, gzip;q=0.5', '*']) {
      const { headers, bytes } = await accepting(encodings);
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(plain.json);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
    for (const encodings of ['br', 'gzip;q=0', 'gzip;q=0, *'])
      expect((await accepting(encodings)).headers['content-encoding']).toBeUndefined();
  });

  it('is nothing to a stranger, to a token for something else, and to a box that was never claimed or is no more', async () => {
    const { world, headersOf } = api;
    for (const headers of [{}, { authorization: 'Bearer x' }, headersOf(randomUUID()), headersOf(world.boxId, 'mqtt')])
      for (const path of ['snapshot', `zones/${bundledZones().hash}`])
        expect((await api.get(path, headers)).status).toBe(401);
    await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: world.boxId, by: 'test' }));
    expect((await api.get('snapshot')).status).toBe(401);
  });

  it('is nothing of another facility, of the same organisation or not, whatever it asks for', async () => {
    const { world, headersOf } = api;
    const { json: mine } = await api.get('snapshot');
    for (const orgId of [world.orgId, await world.organisations.createOrganisation('Others')]) {
      const other = await world.organisations.createFacility({ orgId, name: 'Other', timezone: 'UTC' });
      const headers = headersOf(await api.aBox(other));
      const { json } = await api.get(`snapshot?epoch=${mine.epoch}&after=0`, headers);
      expect(json).toMatchObject({ facilityId: other, head: { entries: 1 } });
      expect(json.epoch).not.toBe(mine.epoch);
      expect(json.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['facility']);
      expect(json.entries[0].data.credentialKey).not.toBe(mine.entries[0].data.credentialKey);
    }
  });

  it.each(['after=-1', 'after=x', 'epoch=y', 'after=1.5'])('%s is refused', async (query) =>
    expect((await api.get(`snapshot?${query}`)).status).toBe(400),
  );

  it('the time-zone tables are those that the snapshot names by their hash', async () => {
    const { json } = await api.get('snapshot');
    const { zones } = json.entries.find(({ kind }: { kind: string }) => kind === 'facility').data;
    const { bytes, headers } = await api.get(`zones/${zones.hash}`, {
      ...api.headersOf(api.world.boxId),
      'accept-encoding': 'gzip',
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(loadZones(JSON.parse(gunzipSync(bytes).toString()))).toMatchObject(zones);
    expect((await api.get(`zones/${'0'.repeat(64)}`)).status).toBe(404);
  });
});
