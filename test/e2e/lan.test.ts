// @module-tag long
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalBoxState, LocalDoorState } from '@gatehouse/shared/local/standing.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const CARD = '04A22BFFEE';
const ClientList = z.object({
  brokerPort: z.number().nullable(),
  clients: z.array(z.looseObject({ name: z.string(), connected: z.boolean() })),
});

let site: Site;
let port: number;
let gymCaFile: string;
const clients = async () => ClientList.parse(await site.edgeControl('client-list'));
const added = async (name: string, kind: string, door?: string) =>
  z.object({ password: z.string() }).parse(await site.edgeControl('client-add', { name, kind, ...(door && { door }) }))
    .password;

beforeAll(async () => {
  site = await startSite({ holdSeconds: 1, lan: { homeAssistant: true } });
  port = (await clients()).brokerPort ?? 0;
  gymCaFile = join(site.dir, 'gym-ca.pem');
  writeFileSync(gymCaFile, await site.gymCa());
  const nowS = Math.floor(systemClock.wallMs() / 1_000);
  await site.request(site.demo.direct.keys.live, '/members', {
    members: [
      {
        ...site.ada,
        access_time_windows_revision: 1,
        access_time_windows: [{ external_id: 'now', kind: 'absolute', from: nowS - 3_600, to: nowS + 86_400 }],
      },
    ],
  });
  const facilityId = site.demo.facilityId;
  const { personId } = (await site.cloudControl('person', {
    facilityId,
    partnerId: site.demo.direct.id,
    memberId: site.ada.member_id,
    by: 'Kim',
  })) as { personId: string };
  await site.cloudControl('add-credential', {
    facilityId,
    personId,
    kind: 'card',
    text: CARD,
    asksPin: false,
    by: 'Kim',
  });
});
afterAll(() => site.close());

const lanReader = async () => {
  const [reader] = (await site.building.state()).readers;
  return reader?.kind === 'mqtt' ? reader : undefined;
};
const shown = async () => (await lanReader())?.shown ?? null;
/** Holds a card to the reader and waits for what it shows. */
const present = async (card: string) => {
  const before = (await shown())?.id;
  const { done } = await site.building.reader('front-reader', 'present-card', { card });
  expect(done).toBe(true);
  await eventually(async () => (await shown())?.id !== before, 'the reader shows an answer', Seconds(5));
  return shown();
};

describe('a card at a reader on the LAN', () => {
  it('moves the door of the one who may enter, shows it, and states it as a fact', async () => {
    const password = await added('front-reader', 'reader', site.doorIds.front);
    await site.building.reader('front-reader', 'join', {
      url: `mqtts://localhost:${port}`,
      caFile: gymCaFile,
      password,
    });
    await eventually(async () => (await lanReader())?.lan.connected === true, 'the reader is connected');
    await eventually(async () => (await present(CARD))?.granted === true, 'the snapshot has the card');
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    const before = await site.settled();

    const answer = await present(CARD);
    expect(answer).toMatchObject({ granted: true, reason: 'granted', led: 'green', beeps: 1 });
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    await site.building.untilLock('front', 'locked', Seconds(5));
    await site.journal.drained();
    expect(await site.journal.of('access.granted', before.seq)).toMatchObject([
      { doorId: site.doorIds.front, by: 'card' },
    ]);
    expect(await site.journal.of('access.released', before.seq)).toMatchObject([{ outcome: 'unlocked' }]);
  });

  it('of nobody’s is denied at once, in words, and moves nothing', async () => {
    const before = await site.settled();
    expect(await present('04FFFFFF')).toMatchObject({
      granted: false,
      reason: 'unknown_credential',
      led: 'red',
      beeps: 3,
    });
    expect(site.building.pulses('front', before.happened)).toBe(0);
  });

  it('opens with the cloud away', async () => {
    await site.settled();
    await site.stop(site.processes.cloud);
    const { result, tookMs } = await timed(() => present(CARD));
    expect(result).toMatchObject({ granted: true });
    expect(tookMs).toBeLessThan(2_000);
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    await site.startCloud();
    await eventually(async () => (await site.unlock('front')).status === 200, 'the box is back at the cloud');
    await site.settled();
  });
});

describe('who looks on from the LAN', () => {
  let observer: MqttClient;
  const heard = new Map<string, string>();
  beforeAll(async () => {
    const password = await added('home-assistant', 'observer');
    observer = await connectAsync(`mqtts://localhost:${port}`, {
      protocolVersion: 4,
      ca: await site.gymCa(),
      username: 'home-assistant',
      password,
      clientId: 'made-up-by-itself',
      reconnectPeriod: 0,
    });
    observer.on('message', (topic, payload) => heard.set(topic, payload.toString()));
    await observer.subscribeAsync(['gh/local/v1/door/+/state', 'gh/local/v1/box/state', 'homeassistant/+/+/+/config'], {
      qos: 1,
    });
  });
  afterAll(() => observer.endAsync(true));

  it('sees each door and its changes, and is found nothing to press', async () => {
    const topic = `gh/local/v1/door/${site.doorIds.front}/state`;
    const lock = () => LocalDoorState.safeParse(JSON.parse(heard.get(topic) ?? 'null')).data?.lock;
    await eventually(() => lock() === 'locked', 'the door is shown');
    expect(LocalBoxState.parse(JSON.parse(heard.get('gh/local/v1/box/state') ?? ''))).toMatchObject({
      standing: 'online',
    });
    const found = () => [...heard.keys()].filter((one) => one.startsWith('homeassistant/'));
    await eventually(() => found().length === 12, 'four things of each of three doors are found');
    expect([...heard.values()].join()).not.toMatch(/command/);
    expect(await site.unlock('front')).toMatchObject({ status: 200 });
    await eventually(() => lock() === 'unlocked', 'the unlock is shown');
    await eventually(() => lock() === 'locked', 'and its end');
  });

  it('is cut off at once when removed', async () => {
    const gone = new Promise<void>((resolve) => observer.once('close', () => resolve()));
    await site.edgeControl('client-remove', { name: 'home-assistant' });
    await gone;
    const { clients: left } = await clients();
    expect(left.map(({ name, connected }) => [name, connected])).toEqual([['front-reader', true]]);
    await site.journal.drained();
    const states = await site.journal.of('local.gone', 0);
    expect(states).toContainEqual({ client: 'home-assistant', why: 'it was removed' });
  });
});
