import { createServer, type Server } from 'node:http';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../test-kit/world.ts';
import { createEnvironmentService } from './environment.service.ts';
import { openMeteo } from './open-meteo.ts';

const CURRENT = {
  temperature_2m: 24.5,
  relative_humidity_2m: 61,
  precipitation: 0,
  wind_speed_10m: 12.2,
  weather_code: 3,
};
const MORNING = '2026-06-21T01:00:00.000Z';

/** A server of the provider's protocol, which a test can break. */
const asked: string[] = [];
let answer: () => { status: number; body: string; headers?: Readonly<Record<string, string>> };
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, body, headers } = answer();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(() => void server.close());

describe.each(ENGINES)('the environment of a facility on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let clock: ManualClock;
  let facilityId: FacilityId;
  const service = (configured = true) =>
    createEnvironmentService({
      ...world,
      clock,
      weather: configured ? openMeteo({ url, clock }) : undefined,
      log: { error: () => undefined },
    });
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock(MORNING);
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    const place = { latitude: -27.47, longitude: 153.03 };
    const facility = { orgId: world.orgId, name: 'Brisbane', timezone: 'Australia/Brisbane', ...place };
    facilityId = await world.organisations.createFacility(facility);
    asked.length = 0;
    answer = () => ({ status: 200, body: JSON.stringify({ current: CURRENT }) });
  });

  it('[R90] asks upstream once in 30 minutes, however often and on whichever replica it is asked for', async () => {
    const [one, two] = [service(), service()];
    const first = await one.environmentOf(facilityId);
    expect(first).toMatchObject({
      weather: { temperatureC: 24.5, humidity: 61, code: 3, observedAt: MORNING },
      weatherSource: 'open-meteo',
    });
    expect(asked).toEqual([expect.stringMatching(/^\/v1\/forecast\?latitude=-27\.470&longitude=153\.030&current=/)]);
    await clock.advance(Minutes(29));
    expect((await one.environmentOf(facilityId)).weather).toEqual(first.weather);
    expect((await two.environmentOf(facilityId)).weather).toEqual(first.weather);
    expect(asked).toHaveLength(1);
    await clock.advance(Minutes(1));
    await Promise.all(Array.from({ length: 5 }, () => one.environmentOf(facilityId)));
    expect(asked).toHaveLength(2);
  });

  it('goes on with an older reading for three hours while the provider is away, and does not hammer at it', async () => {
    const one = service();
    await one.environmentOf(facilityId);
    for (const broken of [
      () => ({ status: 503, body: '' }),
      () => ({ status: 200, body: '<html>' }),
      () => ({ status: 200, body: 'x'.repeat(70_000) }),
    ]) {
      answer = broken;
      await clock.advance(Minutes(40));
      expect((await one.environmentOf(facilityId)).weather).toMatchObject({ temperatureC: 24.5, observedAt: MORNING });
      const before = asked.length;
      await one.environmentOf(facilityId);
      expect(asked).toHaveLength(before);
    }
    await clock.advance(Hours(2));
    expect((await one.environmentOf(facilityId)).weather).toBeNull();
  });

  it('Q8 says why there is no news, and leaves a provider alone that had too many requests, for all facilities', async () => {
    const one = service();
    const troubleOf = async (id = facilityId) => (await one.environmentOf(id)).weatherTrouble;
    expect(await troubleOf()).toBeNull();
    await clock.advance(Minutes(31));
    const limited = JSON.stringify({ error: true, reason: 'Minutely API request limit exceeded.' });
    for (const [given, trouble] of [
      [{ status: 400, body: '{"error":true,"reason":"Latitude must be in range"}' }, 'refused'],
      [{ status: 302, body: '', headers: { location: '/elsewhere' } }, 'unreachable'],
      [{ status: 200, body: '{"current":{"temperature_2m":999}}' }, 'unreadable'],
      [{ status: 200, body: '{"current":{"temperature_2m":"warm"}}' }, 'unreadable'],
      [{ status: 429, body: limited, headers: { 'retry-after': '1800' } }, 'too_many_requests'],
    ] as const) {
      answer = () => given;
      await clock.advance(Minutes(1));
      expect(await troubleOf()).toBe(trouble);
    }
    answer = () => ({ status: 200, body: JSON.stringify({ current: CURRENT }) });
    const before = asked.length;
    const place = { latitude: -33.87, longitude: 151.21 };
    const other = { orgId: world.orgId, name: 'Sydney', timezone: 'Australia/Sydney', ...place };
    const sydney = await world.organisations.createFacility(other);
    await clock.advance(Minutes(29));
    expect([await troubleOf(), await troubleOf(sydney)]).toEqual(['too_many_requests', 'too_many_requests']);
    expect(asked).toHaveLength(before);
    await clock.advance(Minutes(1));
    await clock.advance(Minutes(1));
    expect([await troubleOf(), await troubleOf(sydney)]).toEqual([null, null]);
  });

  it('Q8 shows how warm it is inside by what sensors beside boxes and devices say, the middle one of the recent', async () => {
    const one = service(false);
    const indoor = async (at = world.facilityId) => (await one.environmentOf(at)).indoor;
    const boxMeasured = (readings: Parameters<typeof one.boxMeasured>[2]) =>
      db.write((tx) => one.boxMeasured(tx, world.boxId, readings));
    const nothing = { temperatureC: null, source: null, observedAt: null, readings: [] };
    expect(await indoor()).toEqual(nothing);
    const sensor = (name: string, temperatureC: number, ageSeconds = 0) => ({ sensor: name, temperatureC, ageSeconds });
    await boxMeasured([sensor('gym', 21.4, 60), sensor('sauna', 70), sensor('gym', 21.5, 60)]);
    const { device } = await db.write((tx) =>
      world.devices.register(tx, { kind: 'display-screen', facilityId: world.facilityId, name: 'Screen' }),
    );
    const screen = { uuid: device.uuid, facilityId: world.facilityId };
    await db.write((tx) => one.deviceMeasured(tx, screen, 23));
    expect(await indoor()).toMatchObject({ temperatureC: 23, source: 'device', observedAt: MORNING });
    expect((await indoor()).readings).toHaveLength(3);
    await boxMeasured([sensor('gym', 20, 60)]);
    expect(await indoor()).toMatchObject({
      temperatureC: 20,
      source: 'box',
      observedAt: '2026-06-21T00:59:00.000Z',
      readings: expect.arrayContaining([expect.objectContaining({ uuid: world.boxId, sensor: 'gym', serves: true })]),
    });
    await db.write((tx) => world.devices.move(tx, screen, { facilityId, ownerUserId: null }));
    expect((await indoor()).readings).toHaveLength(1);
    expect(await indoor(facilityId)).toEqual(nothing);
    await clock.advance(Minutes(45));
    expect(await indoor()).toMatchObject({ temperatureC: null, readings: [{ temperatureC: 20, serves: false }] });
    await clock.advance(Hours(24));
    expect(await indoor()).toEqual(nothing);
    await boxMeasured([]);
    const left = await db.read((tx) => tx.selectFrom('indoor_reading').selectAll().execute());
    expect(left.map(({ source }) => source)).toEqual([]);
  });

  it('knows when the sun rises and sets without asking anybody', async () => {
    const { sun, weather, weatherSource } = await service(false).environmentOf(facilityId);
    expect({ weather, weatherSource }).toEqual({ weather: null, weatherSource: null });
    // Published for Brisbane, 21 June 2026: 06:37 and 17:02 at UTC+10.
    const minutesFrom = (iso: string | null | undefined, expected: string) =>
      Math.abs(Date.parse(iso ?? '') - Date.parse(expected)) / 60_000;
    expect(minutesFrom(sun?.sunrise, '2026-06-20T20:37:00Z')).toBeLessThan(3);
    expect(minutesFrom(sun?.sunset, '2026-06-21T07:02:00Z')).toBeLessThan(3);
    expect(asked).toEqual([]);
  });

  it('says that the sun does not set near the pole, and knows nothing of a facility without a place', async () => {
    const north = { orgId: world.orgId, name: 'North', timezone: 'Europe/Oslo', latitude: 78.2, longitude: 15.6 };
    const svalbard = await world.organisations.createFacility(north);
    expect((await service().environmentOf(svalbard)).sun).toEqual({ sunrise: null, sunset: null, allDay: 'up' });
    expect(await service().environmentOf(world.facilityId)).toMatchObject({ located: false, sun: null, weather: null });
    expect(asked).toHaveLength(1);
  });

  it('sums up how the doors stand', async () => {
    await world.beacon({ lock: 'unlocked' });
    const sums = await service(false).smartClubOf(world.facilityId);
    expect(sums).toMatchObject({
      doors: { total: 1, online: 1, unlocked: 1, inAlarm: 0, inMaintenance: 0 },
      boxes: { total: 1, online: 1 },
      openWarnings: 0,
    });
    await clock.advance(Minutes(1));
    expect(await service(false).smartClubOf(world.facilityId)).toMatchObject({
      doors: { total: 1, online: 0, unlocked: 0 },
      boxes: { online: 0 },
    });
  });
});
