import { createServer, type ServerResponse } from 'node:http';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';

/** What can be wrong with the answers of a provider. */
const Fault = z.enum(['none', 'too-many', 'no-answer', 'cut', 'page', 'endless']);

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
const QUARTER_MS = 900_000;

const UNITS: Readonly<Record<string, string>> = {
  temperature_2m: '°C',
  relative_humidity_2m: '%',
  precipitation: 'mm',
  wind_speed_10m: 'km/h',
  weather_code: 'wmo code',
};

/** A fair day of the season, for every place and moment the same again. Nobody should plan a trip by it. */
const weatherAt = (latitude: number, longitude: number, atMs: number): Readonly<Record<string, number>> => {
  const wave = (turns: number) => Math.cos(2 * Math.PI * turns);
  const summer = wave(atMs / DAY_MS / YEAR_DAYS - 0.55) * Math.sign(latitude || 1);
  const noon = wave(atMs / DAY_MS + longitude / 360 - 0.6);
  const degrees = 29 - Math.abs(latitude) * 0.4 + Math.abs(latitude) * 0.2 * summer + 4 * noon;
  return {
    temperature_2m: Math.round(degrees * 10) / 10,
    relative_humidity_2m: Math.round(60 - 15 * noon),
    precipitation: 0,
    wind_speed_10m: Math.round(100 + 40 * noon) / 10,
    weather_code: noon > 0 ? 1 : 2,
  };
};

const answer = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
const wrongIn = (latitude: number, longitude: number, fields: readonly string[]): string | undefined => {
  if (!(Math.abs(latitude) <= 90)) return 'Latitude must be in range of -90 to 90°.';
  if (!(Math.abs(longitude) <= 180)) return 'Longitude must be in range of -180 to 180°.';
  const unknown = fields.find((field) => !Object.hasOwn(UNITS, field));
  return unknown === undefined ? undefined : `Cannot initialize a variable from invalid String value ${unknown}.`;
};

/**
 * Stands in for a server of the Open-Meteo forecast protocol, as far as current weather goes: the demo has weather without
 * the internet, and tests have a provider that fails as real ones do (`POST /stand-in {"fault": "too-many"}`).
 */
export const serveWeather = async ({
  clock,
  port = 0,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly port?: number;
}) => {
  let fault: z.infer<typeof Fault> = 'none';
  const fail = (response: ServerResponse): void => {
    if (fault === 'too-many')
      answer(response, 429, { error: true, reason: 'Minutely API request limit exceeded.' }, { 'retry-after': '60' });
    if (fault === 'cut')
      response.writeHead(200, { 'content-length': '500' }).write('{"current":', () => response.destroy());
    if (fault === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    if (fault === 'endless') response.writeHead(200).end(Buffer.alloc(1_000_000, ' '));
  };
  const forecast = (asked: URLSearchParams, response: ServerResponse): void => {
    const [latitude = Number.NaN, longitude = Number.NaN] = ['latitude', 'longitude'].map((name) =>
      Number(asked.get(name) ?? Number.NaN),
    );
    const fields = (asked.get('current') ?? '').split(',').filter((field) => field !== '');
    const wrong = wrongIn(latitude, longitude, fields);
    if (wrong !== undefined) {
      answer(response, 400, { error: true, reason: wrong });
      return;
    }
    const atMs = Math.floor(clock.wallMs() / QUARTER_MS) * QUARTER_MS;
    const weather = weatherAt(latitude, longitude, atMs);
    const pick = (of: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(fields.map((field) => [field, of[field]]));
    answer(response, 200, {
      latitude,
      longitude,
      generationtime_ms: 0.05,
      utc_offset_seconds: 0,
      timezone: 'GMT',
      timezone_abbreviation: 'GMT',
      elevation: 20,
      current_units: { time: 'iso8601', interval: 'seconds', ...pick(UNITS) },
      current: { time: new Date(atMs).toISOString().slice(0, 16), interval: QUARTER_MS / 1_000, ...pick(weather) },
    });
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname === '/stand-in') {
      let text = '';
      request.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        fault = z.object({ fault: Fault }).parse(JSON.parse(text)).fault;
        answer(response, 200, { fault });
      });
    } else if (request.method !== 'GET' || pathname !== '/v1/forecast')
      answer(response, 404, { error: true, reason: 'Not Found' });
    else if (fault === 'none') forecast(searchParams, response);
    else fail(response);
  });
  const bound = await listen(server, { host: '127.0.0.1', port });
  return {
    url: `http://127.0.0.1:${bound}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

if (import.meta.main) {
  const { url, close } = await serveWeather({ clock: systemClock });
  onStop(close);
  announceReady({ url });
}
