import { beforeEach, describe, expect, it } from 'vitest';
import { serveDeviceApi } from '../../access/snapshots/testing/device-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';

const REPORT = {
  v: 1,
  agentVersion: '1.2.3',
  revision: 2,
  hardware: { buses: [{ name: 'main', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] },
  refused: [],
};

describe.each(ENGINES)('what a box says of its configuration on $name', ({ open }) => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeEach(async () => {
    api = await serveDeviceApi(await open());
    return () => api.close();
  });
  const stored = () => api.world.db.read((tx) => api.world.boxes.reported(tx, api.world.boxId));

  it('is kept as the newest of its box, and nobody else’s', async () => {
    expect(await stored()).toBeUndefined();
    expect(await api.post('configuration-reports', REPORT)).toMatchObject({ status: 200, json: { v: 1 } });
    expect(await stored()).toMatchObject({ report: REPORT });
    const other = await api.aBox();
    await api.post('configuration-reports', { ...REPORT, revision: 9 }, api.headersOf(other));
    expect(await stored()).toMatchObject({ report: { revision: 2 } });
    for (const headers of [{}, api.headersOf(api.world.boxId, 'mqtt')])
      expect((await api.post('configuration-reports', REPORT, headers)).status).toBe(401);
  });

  it('of a newer box is read as far as it is known here', async () => {
    const newer = {
      ...REPORT,
      weather: 'fine',
      hardware: { ...REPORT.hardware, buses: [{ name: 'x', kind: 'hyperbus', boards: [], readers: [], volts: 5 }] },
      refused: [
        { doorId: 'door_1', door: 'Front', field: 'aura', rule: 'too_dark', message: 'aura: too dark', why: 1 },
      ],
    };
    expect((await api.post('configuration-reports', newer)).status).toBe(200);
    const { report } = (await stored()) ?? expect.fail('nothing kept');
    expect(report.hardware.buses).toEqual([{ name: 'x', kind: 'hyperbus', boards: [], readers: [] }]);
    expect(report.refused).toMatchObject([{ field: 'aura', rule: 'too_dark' }]);
    expect(JSON.stringify(report)).not.toMatch(/weather|volts/);
  });

  it('that is not one is refused, and the one before stands', async () => {
    await api.post('configuration-reports', REPORT);
    expect((await api.post('configuration-reports', { ...REPORT, hardware: { buses: 7 } })).status).toBe(400);
    expect(await stored()).toMatchObject({ report: REPORT });
  });
});
