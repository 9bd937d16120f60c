import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveDeviceApi } from '../../access/snapshots/testing/device-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';

const [sqlite] = ENGINES;
const REPORT = { v: 1, readings: [{ sensor: 'lobby: Air', temperatureC: 21.4, ageSeconds: 30 }] };

describe('Q8 how warm it is, over the device API', () => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeAll(async () => {
    if (sqlite === undefined) throw new Error('no engine');
    api = await serveDeviceApi(await sqlite.open());
  });
  afterAll(() => api.close());
  const indoor = async () => (await api.world.environment.environmentOf(api.world.facilityId)).indoor;

  it('is taken from a box by its token, whatever a newer one says besides, and refused by field', async () => {
    const newer = { ...REPORT, humidity: 40, readings: [{ ...REPORT.readings[0], humidity: 40 }] };
    expect(await api.post('temperatures', newer)).toMatchObject({ status: 200, json: { v: 1 } });
    expect(await indoor()).toMatchObject({ temperatureC: 21.4, source: 'box', readings: [{ sensor: 'lobby: Air' }] });
    for (const headers of [{}, api.headersOf(api.world.boxId, 'mqtt')])
      expect((await api.post('temperatures', REPORT, headers)).status).toBe(401);
    for (const [field, value] of [
      ['sensor', ''],
      ['sensor', 'a\u0007b'],
      ['temperatureC', 81],
      ['temperatureC', '21'],
      ['ageSeconds', -1],
    ] as const) {
      const answer = await api.post('temperatures', { v: 1, readings: [{ ...REPORT.readings[0], [field]: value }] });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`readings.0.${field}`);
    }
    expect(await indoor()).toMatchObject({ temperatureC: 21.4 });
  });

  it('is taken from a device when it asks for its state, while it belongs somewhere', async () => {
    const { world } = api;
    const { device, secret } = await world.db.write((tx) =>
      world.devices.register(tx, { kind: 'display-screen', facilityId: world.facilityId, name: 'Screen' }),
    );
    const authorization = `Basic ${Buffer.from(`${device.uuid}:${secret}`).toString('base64')}`;
    const state = (query: string, headers: Record<string, string> = { authorization }) =>
      api.get(`devices/state${query}`, headers);
    for (const wrong of ['?temperatureC=', '?temperatureC=warm', '?temperatureC=99', '?temperatureC=1e1'])
      expect(await state(wrong)).toMatchObject({ status: 400, text: expect.stringContaining('temperatureC') });
    expect((await state('?temperatureC=18.5', {})).status).toBe(401);
    expect((await state('')).status).toBe(200);
    expect((await indoor()).readings).toHaveLength(1);
    expect((await state('?temperatureC=18.5')).status).toBe(200);
    expect(await indoor()).toMatchObject({ temperatureC: 18.5, source: 'device' });
    const by = { uuid: device.uuid, facilityId: world.facilityId, by: 'user:usr_1' };
    await world.db.write((tx) => world.devices.resetScreen(tx, by));
    expect((await state('?temperatureC=5')).status).toBe(200);
    expect((await indoor()).readings).toMatchObject([{ source: 'box' }]);
  });
});
