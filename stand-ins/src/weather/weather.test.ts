import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { asPublished } from '../kit/testing/as-published.ts';
import published from './forecast.schema.json' with { type: 'json' };
import { createWeather } from './weather.ts';

const FIELDS = ['temperature_2m', 'relative_humidity_2m', 'precipitation', 'wind_speed_10m', 'weather_code'];

describe('weather of the Open-Meteo protocol', () => {
  const clock = new ManualClock('2026-06-21T01:20:00Z');
  const wrongIn = asPublished(published);
  let weather: ServedStandIn<ReturnType<typeof createWeather>>;
  beforeAll(async () => {
    weather = await serveStandIn(createWeather({ clock }));
  });
  afterAll(() => weather.close());
  const ask = async (query: Record<string, string>, path = '/v1/forecast') => {
    const answer = await fetch(`${weather.url}${path}?${new URLSearchParams(query)}`);
    const body = (await answer.json()) as { current: Record<string, unknown>; reason: string };
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body, wrong: wrongIn(body) };
  };

  it.each([
    ['-27.470', '153.030', FIELDS.join(',')],
    ['90', '0', FIELDS.join(',')],
    ['-90', '-180', 'temperature_2m'],
    ['0', '180', 'weather_code,precipitation'],
  ])('is as published at %s, %s: %s, of the last quarter of an hour', async (latitude, longitude, current) => {
    const { status, body, wrong } = await ask({ latitude, longitude, current });
    expect([status, wrong]).toEqual([200, []]);
    expect(Object.keys(body.current)).toEqual(['time', 'interval', ...current.split(',')]);
    expect(body.current.time).toBe('2026-06-21T01:15');
  });

  it('is another one after a quarter of an hour, and the same for whoever asks again', async () => {
    const place = { latitude: '-27.47', longitude: '153.03', current: 'temperature_2m' };
    const first = (await ask(place)).body;
    expect((await ask(place)).body).toEqual(first);
    await clock.advance(Minutes(180));
    const later = (await ask(place)).body;
    expect(later.current).toMatchObject({ time: '2026-06-21T04:15' });
    expect(later.current.temperature_2m).not.toBe(first.current.temperature_2m);
  });

  it.each([
    ['a latitude beyond the pole', { latitude: '91', longitude: '0' }, /^Latitude/],
    ['a longitude beyond the date line', { latitude: '0', longitude: '181' }, /^Longitude/],
    ['no place', { longitude: '0' }, /^Latitude/],
    ['a field of no name', { latitude: '0', longitude: '0', current: 'toString' }, /toString/],
  ])('is refused in the words of the protocol for %s', async (_what, query: Record<string, string>, reason) => {
    const { status, body, wrong } = await ask(query);
    expect([status, wrong]).toEqual([400, []]);
    expect(body.reason).toMatch(reason);
  });

  it('is refused in those words too where it is made to fail, and where nothing is', async () => {
    weather.faults.want({ kind: 'too-many', times: 1 }, { kind: 'refuse', times: 1 });
    expect(await ask({})).toMatchObject({ status: 429, retryAfter: '60', wrong: [] });
    expect(await ask({})).toMatchObject({ status: 503, wrong: [] });
    expect(await ask({}, '/v2/forecast')).toMatchObject({ status: 404, wrong: [] });
  });

  it('would be found out if it were of another form', () => {
    expect(wrongIn({ error: true })).not.toEqual([]);
    expect(wrongIn({ latitude: 1 })).not.toEqual([]);
  });
});
