import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { WeatherProvider } from './weather.ts';

const ANSWERS_WITHIN = Seconds(5);
const ANSWER_BYTES_MAX = 64 * 1024;
const FIELDS = ['temperature_2m', 'relative_humidity_2m', 'precipitation', 'wind_speed_10m', 'weather_code'] as const;

const some = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const Forecast = z.object({
  current: z.object({
    temperature_2m: z.number(),
    relative_humidity_2m: some,
    precipitation: some,
    wind_speed_10m: some,
    weather_code: some,
  }),
});

/** A server that speaks the Open-Meteo forecast protocol (`GET /v1/forecast?latitude=…&longitude=…&current=…`). */
export const openMeteo = ({ url, clock }: { readonly url: string; readonly clock: Clock }): WeatherProvider => ({
  name: 'open-meteo',
  current: async ({ latitude, longitude }) => {
    const asked = new URL('/v1/forecast', url);
    asked.search = new URLSearchParams({
      latitude: latitude.toFixed(3),
      longitude: longitude.toFixed(3),
      current: FIELDS.join(','),
    }).toString();
    const limit = new AbortController();
    const late = clock.after(ANSWERS_WITHIN, () => limit.abort(new Error('the weather did not come in time')));
    try {
      const response = await fetch(asked, { signal: limit.signal, redirect: 'error' });
      if (!response.ok) throw new Error(`the weather's server answered ${response.status}`);
      const bytes = await readAtMost(response, ANSWER_BYTES_MAX);
      const { current } = Forecast.parse(JSON.parse(bytes));
      return {
        temperatureC: current.temperature_2m,
        humidity: current.relative_humidity_2m,
        precipitationMm: current.precipitation,
        windKmh: current.wind_speed_10m,
        code: current.weather_code,
      };
    } finally {
      late.cancel();
      limit.abort();
    }
  },
});

const readAtMost = async ({ body }: Response, most: number): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw new Error('the weather is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
