import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';

type Values = Readonly<Record<string, number>>;

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
const fairDay = (latitude: number, longitude: number, atMs: number): Values => {
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

const REASONS: Readonly<Record<number, string>> = {
  404: 'Not Found',
  429: 'Minutely API request limit exceeded. Please try again in one minute.',
};
const refusal = (status: number, reason = REASONS[status] ?? 'Service Unavailable'): HttpAnswer => ({
  status,
  body: { error: true, reason },
});

const wrongIn = (latitude: number, longitude: number, fields: readonly string[]): string | undefined => {
  if (!(Math.abs(latitude) <= 90)) return 'Latitude must be in range of -90 to 90°.';
  if (!(Math.abs(longitude) <= 180)) return 'Longitude must be in range of -180 to 180°.';
  const unknown = fields.find((field) => !Object.hasOwn(UNITS, field));
  return unknown === undefined ? undefined : `Cannot initialize a variable from invalid String value ${unknown}.`;
};

/** A server of the Open-Meteo forecast protocol, as far as current weather goes. `weatherAt`: a test's own weather. */
export const createWeather = ({
  clock,
  weatherAt = fairDay,
}: {
  readonly clock: Clock;
  readonly weatherAt?: (latitude: number, longitude: number, atMs: number) => Values;
}) => {
  const forecast = ({ query }: HttpCall): HttpAnswer => {
    const [latitude = Number.NaN, longitude = Number.NaN] = ['latitude', 'longitude'].map((name) =>
      Number(query.get(name) ?? Number.NaN),
    );
    const fields = (query.get('current') ?? '').split(',').filter((field) => field !== '');
    const wrong = wrongIn(latitude, longitude, fields);
    if (wrong !== undefined) return refusal(400, wrong);
    const atMs = Math.floor(clock.wallMs() / QUARTER_MS) * QUARTER_MS;
    const weather = weatherAt(latitude, longitude, atMs);
    const pick = (of: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(fields.map((field) => [field, of[field]]));
    return {
      body: {
        latitude,
        longitude,
        generationtime_ms: 0.05,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        timezone_abbreviation: 'GMT',
        elevation: 20,
        current_units: { time: 'iso8601', interval: 'seconds', ...pick(UNITS) },
        current: { time: new Date(atMs).toISOString().slice(0, 16), interval: QUARTER_MS / 1_000, ...pick(weather) },
      },
    };
  };
  return httpStandIn({
    plays: 'a weather service of the Open-Meteo forecast protocol',
    clock,
    answer: (call) => (call.method === 'GET' && call.path === '/v1/forecast' ? forecast(call) : refusal(404)),
    refusal: (status) => refusal(status),
  });
};
