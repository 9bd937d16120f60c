// @module-tag long
import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { wiringHashOf } from '@gatehouse/shared/wire/wiring-hash.ts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxPanel } from '../kit/box-panel.ts';
import { eventually } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

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
  key = ((await site.cloudControl('first-key')) as { key: string }).key;
  await panel.signIn();
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
const frontDoor = async () => {
  const { data } = (await ask('GET', `doors/${facilityId}`)).json;
  return data.find(({ doorId }: { doorId: string }) => doorId === site.doorIds.front);
};
const patch = async (fields: object) =>
  ask('PATCH', `doors/${facilityId}/${site.doorIds.front}`, {
    expectedVersion: (await frontDoor()).version,
    ...fields,
  });
const cloudSays = (state: string) =>
  eventually(async () => (await config()).wiring.state === state, `the cloud says that the wiring is ${state}`);
const untilWaiting = async (): Promise<string> => {
  await eventually(async () => (await panel.waiting()) !== null, 'the panel shows what waits');
  return (await panel.waiting()).hash;
};
const killEdge = async (): Promise<void> => {
  await site.kill(site.processes.edge);
  await site.startEdge();
  await panel.signIn();
};
/** What the cloud calls the wiring that it wants of the box now. */
const wanted = (): string => {
  const db = new Database(`${site.dir}/cloud/cloud.db`, { readonly: true });
  const rows = db.prepare('select id, config, acknowledged from door where box_id = ?').all(site.boxId) as {
    readonly [column in 'id' | 'config' | 'acknowledged']: string;
  }[];
  db.close();
  return wiringHashOf({
    doors: rows.map(({ config }) => DoorConfig.parse(JSON.parse(config))),
    acknowledged: Object.fromEntries(rows.map(({ id, acknowledged }) => [id, JSON.parse(acknowledged)])),
  });
};
const relay = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });

describe('the wiring of a door that is changed from afar', () => {
  it('waits for a person at the panel while the door goes on, also after the box was killed; then the door follows', async () => {
    await cloudSays('confirmed');
    expect((await patch({ name: 'Main door' })).json).toMatchObject({ name: 'Main door', confirmation: 'not_needed' });
    const { seq } = await site.settled();
    const asked = await patch({ relay: relay(5) });
    expect(asked).toMatchObject({ status: 200, json: { confirmation: 'at_the_panel' } });
    const first = await untilWaiting();
    await eventually(async () => (await config()).wiring.arrived === true, 'the cloud knows that it waits there');
    expect((await config()).wiring).toMatchObject({ state: 'waiting', since: expect.any(String), decided: null });
    expect((await panel.waiting()).doors).toMatchObject([
      { name: 'Main door', change: 'changed', lines: [{ what: 'Relay', is: 'rs485-1, board 1, channel 5' }] },
    ]);
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();

    await killEdge();
    expect(await untilWaiting()).toBe(first);
    await eventually(async () => (await site.unlock('front')).status === 200, 'the door opens as it was wired');
    await site.settled();

    // Another one replaces it, and who saw the first confirms nothing.
    await patch({ relay: relay(6) });
    await eventually(async () => (await panel.waiting())?.hash !== first, 'the newer one waits');
    const second = await untilWaiting();
    expect(await panel.send('POST', '/wiring/confirm', { hash: first })).toMatchObject({
      status: 409,
      json: { error: 'wiring.changed' },
    });
    expect((await panel.send('POST', '/wiring/confirm', { hash: second })).status).toBe(204);
    // Dies right after its answer: the decision stands, is stated, and the cloud hears of it.
    await killEdge();
    expect(await panel.waiting()).toBeNull();
    await cloudSays('confirmed');
    expect((await config()).wiring).toMatchObject({ decided: { by: 'Box owner', staffId: 'owner' } });
    const { revision: _, ...fact } = (await site.journal.of('wiring.confirmed', seq))[0] as { revision: number };
    // The panel's hash is over all that it has shown; the fact has the cloud's own name of the wiring.
    expect(fact).toMatchObject({ by: 'Box owner', wiring: wanted() });
    await site.journal.prove();
  }, 90_000);

  it('goes back by an old version only once that is confirmed too, and not while somebody is let in', async () => {
    const { desired } = await config();
    const restored = await ask('POST', `door-controllers/restore/${facilityId}`, {
      uuid: site.boxId,
      version: 1,
      expectedVersion: desired.version,
    });
    expect(restored.json).toMatchObject({ confirmation: 'at_the_panel' });
    const hash = await untilWaiting();
    expect((await panel.send('POST', '/wiring/reject', { hash })).status).toBe(204);
    await cloudSays('rejected');
    expect((await panel.send('POST', '/wiring/confirm', { hash })).status).toBe(204);
    await cloudSays('confirmed');
    await site.building.untilLock('front', 'locked', Seconds(5));
    await eventually(async () => (await site.unlock('front')).status === 200, 'the door opens as it is wired again');
    await site.settled();
  }, 60_000);
});
