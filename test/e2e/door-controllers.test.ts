// @module-tag long
// @module-tag waiting
import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxPanel } from '../kit/box-panel.ts';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

let site: Site;
let platform: ReturnType<typeof httpsClient>;
let panel: ReturnType<typeof boxPanel>;
let key: string;
let facilityId: string;
beforeAll(async () => {
  site = await startSite({ holdSeconds: 2 });
  facilityId = (await site.readDoor('front')).facility_id;
  platform = httpsClient(Number(new URL(site.processes.cloud.ready.platformUrl).port), site.ca);
  panel = boxPanel(() => site.processes.edge.ready.panelUrl, `${site.dir}/edge`);
  await panel.signIn();
  key = ((await site.cloudControl('first-key')) as { key: string }).key;
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

const ask = async (method: string, path: string, body?: object) => {
  const answer = await platform({ method, path: `/api/devices/${path}`, headers: { 'x-api-key': key }, body });
  return { status: answer.status, json: answer.json };
};
const config = async () => (await ask('GET', `door-controllers/config/${site.boxId}`)).json;
/** Changes the front door by the API, and waits until the box says that it follows. */
const change = async (fields: object) => {
  const { desired } = await config();
  const answer = await ask('POST', `door-controllers/update/${facilityId}`, {
    uuid: site.boxId,
    expectedVersion: desired.version,
    doors: [{ doorId: site.doorIds.front, ...fields }],
  });
  if (answer.status === 200)
    await eventually(async () => (await config()).reported?.version === answer.json.version, 'the box follows');
  return answer;
};
/** Somebody at the panel says yes to what waits there, whoever is let in. */
const confirm = async () => {
  await eventually(async () => (await panel.waiting()) !== null, 'the panel shows what waits');
  const { hash } = await panel.waiting();
  expect((await panel.send('POST', '/wiring/confirm', { hash, anyway: true })).status).toBe(204);
};
const at = (channel: number, bus = 'rs485-1') => ({ bus, unit: 1, channel });
const shown = (mode: string) =>
  eventually(async () => (await site.readDoor('front')).maintenance_mode === mode, `the cloud shows ${mode}`);

describe('a door that staff set up in the cloud', () => {
  let before: Mark;
  beforeEach(async () => {
    before = await site.settled();
  });

  it('is shown with what its box has and follows', async () => {
    await eventually(async () => (await config()).reported !== null, 'the box has reported');
    const { online, reported, differences, desired } = await config();
    expect({ online, differences }).toEqual({ online: true, differences: [] });
    expect(reported).toMatchObject({
      version: desired.version,
      buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null }],
      refused: [],
    });
    expect(JSON.stringify(reported)).not.toContain(site.dir);
  });

  it('holds for as long as it is told to from then on', async () => {
    expect((await change({ holdSeconds: 4 })).status).toBe(200);
    expect((await site.readDoor('front')).hold_time_seconds).toBe(4);
    const answer = await site.unlock('front');
    expect(answer.status).toBe(200);
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    const sinceMs = performance.now();
    await site.building.untilLock('front', 'locked', Seconds(8));
    expect(performance.now() - sinceMs).toBeGreaterThan(3_000);
    await change({ holdSeconds: 2 });
    await site.journal.prove();
  });

  it('is not changed to what its box cannot drive, and the answer names the field', async () => {
    const { desired } = await config();
    for (const [relay, rule] of [
      [at(1), 'relay_shared'],
      [at(0, 'nowhere'), 'bus_missing'],
    ] as const) {
      const refused = await change({ relay });
      expect(refused).toMatchObject({ status: 422, json: { error: 'configuration_refused' } });
      expect(refused.json.problems).toContainEqual(
        expect.objectContaining({ doorId: site.doorIds.front, field: 'relay', rule }),
      );
    }
    expect((await config()).desired).toEqual(desired);
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
  });

  it('is locked when its pin changes while it is held open, and opened again only by staff', async () => {
    await change({ maintenance: { mode: 'force-open', reason: 'Open day' } });
    await site.building.untilLock('front', 'unlocked', Seconds(5));
    await shown('force-open');
    // Another name and other times move nothing.
    const held = site.building.mark();
    await change({ name: 'Main door', heldOpenSeconds: 60 });
    expect(site.building.moves('front', held)).toEqual([]);
    expect(await site.building.lockOf('front')).toBe('unlocked');
    await change({ relay: at(5) });
    expect(await site.building.lockOf('front')).toBe('unlocked');
    await confirm();
    await site.building.untilLock('front', 'locked', Seconds(12));
    await shown('off');
    // Back where it is wired: it stays locked, until somebody asks.
    await change({ relay: at(0) });
    await confirm();
    expect(await site.building.lockOf('front')).toBe('locked');
    expect(site.building.moves('front', held)).toEqual(['lock locked']);
    expect(await site.journal.of('maintenance.changed', before.seq)).toMatchObject([
      { maintenance: { mode: 'force-open', by: expect.any(String) } },
      { maintenance: { mode: 'off', by: 'new wiring' } },
    ]);
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
    await site.journal.prove();
  }, 60_000);

  it('is again as an old version had it', async () => {
    const { desired } = await config();
    const versions = await ask('GET', `door-controllers/config/${site.boxId}/versions`);
    const first = versions.json.data.at(-1).version;
    const restored = await ask('POST', `door-controllers/restore/${facilityId}`, {
      uuid: site.boxId,
      version: first,
      expectedVersion: desired.version,
    });
    expect(restored).toMatchObject({ status: 200, json: { version: desired.version + 1 } });
    await eventually(async () => (await config()).reported.version === restored.json.version, 'the box follows');
    expect((await site.readDoor('front')).name).toBe('Front door');
  });

  it('stays, without a box, when that is decommissioned: at once there is no session and no command', async () => {
    const answer = await ask('POST', `door-controllers/decommission/${facilityId}`, { uuid: site.boxId });
    expect(answer.status).toBe(200);
    expect((await site.readDoor('front')).status).toBe('offline');
    expect((await site.unlock('front')).status).toBe(503);
    const { data } = (await ask('GET', `doors/${facilityId}`)).json;
    expect(data.map(({ uuid }: { uuid: unknown }) => uuid)).toEqual([null, null, null]);
    await site.building.untilLock('front', 'locked', Seconds(5));
    expect(site.building.pulses('front', before.happened)).toBe(0);
  });
});
