import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Milliseconds, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Fault } from '@gatehouse/stand-ins/kit/faults.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createWeather } from '@gatehouse/stand-ins/weather/weather.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
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

describe.each(ENGINES)('the environment of a facility on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let clock: ManualClock;
  let facilityId: FacilityId;
  let provider: ServedStandIn<ReturnType<typeof createWeather>>;
  const service = (configured = true) =>
    createEnvironmentService({
      ...world,
      clock,
      weather: configured ? openMeteo({ url: provider.url, clock }) : undefined,
      log: { error: () => undefined },
    });
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock(MORNING);
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    const place = { latitude: -27.47, longitude: 153.03 };
    const facility = { orgId: world.orgId, name: 'Brisbane', timezone: 'Australia/Brisbane', ...place };
    facilityId = await world.organisations.createFacility(facility);
    provider = await serveStandIn(createWeather({ clock, weatherAt: () => CURRENT }));
  });
  afterEach(() => provider.close());
  /** From now on it fails in this way alone. */
  const breakIt = (fault: Fault): void => {
    provider.faults.clear();
    provider.faults.want(fault);
  };

  it('[R90] asks upstream once in 30 minutes, however often and on whichever replica it is asked for', async () => {
    const [one, two] = [service(), service()];
    const first = await one.environmentOf(facilityId);
    expect(first).toMatchObject({
      weather: { temperatureC: 24.5, humidity: 61, code: 3, observedAt: MORNING },
      weatherSource: 'open-meteo',
    });
    expect(provider.received.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^GET \/v1\/forecast\?latitude=-27\.470&longitude=153\.030&current=/),
    ]);
    await clock.advance(Milliseconds(Minutes(30) - 1));
    expect((await one.environmentOf(facilityId)).weather).toEqual(first.weather);
    expect((await two.environmentOf(facilityId)).weather).toEqual(first.weather);
    expect(provider.received).toHaveLength(1);
    await clock.advance(Milliseconds(1));
    await Promise.all(Array.from({ length: 5 }, () => one.environmentOf(facilityId)));
    expect(provider.received).toHaveLength(2);
  });

  it('goes on with an older reading for three hours while the provider is away, and does not hammer at it', async () => {
    const one = service();
    await one.environmentOf(facilityId);
    for (const kind of ['refuse', 'page', 'endless', 'cut'] as const) {
      breakIt({ kind });
      await clock.advance(Minutes(35));
      expect((await one.environmentOf(facilityId)).weather).toMatchObject({ temperatureC: 24.5, observedAt: MORNING });
      const before = provider.received.length;
      await one.environmentOf(facilityId);
      expect(provider.received).toHaveLength(before);
    }
    await clock.advance(Hours(2));
    expect((await one.environmentOf(facilityId)).weather).toBeNull();
  });

  it('Q8 says why there is no news, and leaves a provider alone that had too many requests, for all facilities', async () => {
    const one = service();
    const troubleOf = async (id = facilityId) => (await one.environmentOf(id)).weatherTrouble;
    expect(await troubleOf()).toBeNull();
    await clock.advance(Minutes(31));
    const answering = (temperature_2m: unknown): Fault => ({
      kind: 'answer',
      body: JSON.stringify({ current: { ...CURRENT, temperature_2m } }),
    });
    for (const [fault, trouble] of [
      [{ kind: 'refuse', status: 400 }, 'refused'],
      [{ kind: 'answer', status: 302, headers: { location: '/elsewhere' } }, 'unreachable'],
      [answering(999), 'unreadable'],
      [answering('warm'), 'unreadable'],
      [{ kind: 'too-many', retryAfterSeconds: 1_800 }, 'too_many_requests'],
    ] as const) {
      breakIt(fault);
      await clock.advance(Minutes(1));
      expect(await troubleOf()).toBe(trouble);
    }
    provider.faults.clear();
    const before = provider.received.length;
    const place = { latitude: -33.87, longitude: 151.21 };
    const other = { orgId: world.orgId, name: 'Sydney', timezone: 'Australia/Sydney', ...place };
    const sydney = await world.organisations.createFacility(other);
    await clock.advance(Minutes(29));
    expect([await troubleOf(), await troubleOf(sydney)]).toEqual(['too_many_requests', 'too_many_requests']);
    expect(provider.received).toHaveLength(before);
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
    expect(provider.received).toEqual([]);
  });

  it('says that the sun does not set near the pole, and knows nothing of a facility without a place', async () => {
    const north = { orgId: world.orgId, name: 'North', timezone: 'Europe/Oslo', latitude: 78.2, longitude: 15.6 };
    const svalbard = await world.organisations.createFacility(north);
    expect((await service().environmentOf(svalbard)).sun).toEqual({ sunrise: null, sunset: null, allDay: 'up' });
    expect(await service().environmentOf(world.facilityId)).toMatchObject({ located: false, sun: null, weather: null });
    expect(provider.received).toHaveLength(1);
  });

  it('sums up how the doors stand', async () => {
    await world.beacon({ lock: 'unlocked' });
    const sums = await service(false).summaryOf(world.facilityId);
    expect(sums).toMatchObject({
      doors: { total: 1, online: 1, unlocked: 1, inAlarm: 0, inMaintenance: 0 },
      boxes: { total: 1, online: 1 },
      openWarnings: 0,
    });
    await clock.advance(Minutes(1));
    expect(await service(false).summaryOf(world.facilityId)).toMatchObject({
      doors: { total: 1, online: 0, unlocked: 0 },
      boxes: { online: 0 },
    });
  });
});
