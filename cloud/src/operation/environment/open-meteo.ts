import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { NoWeather, type WeatherProvider } from './weather.ts';

const ANSWERS_WITHIN = Seconds(5);
const ANSWER_BYTES_MAX = 64 * 1024;
const REASON_CHARACTERS_MAX = 200;
const TOO_MANY_REQUESTS = 429;
const FIELDS = ['temperature_2m', 'relative_humidity_2m', 'precipitation', 'wind_speed_10m', 'weather_code'] as const;

const some = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const Forecast = z.object({
  current: z.object({
    temperature_2m: z.number().min(-100).max(70),
    relative_humidity_2m: some,
    precipitation: some,
    wind_speed_10m: some,
    weather_code: some,
  }),
});
/** How the protocol says no. */
const Refusal = z.object({ error: z.literal(true), reason: z.string() });

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
    const { response, text } = await fetched(asked, clock);
    if (!response.ok) throw refusedBy(response, text);
    const forecast = Forecast.safeParse(jsonOf(text));
    if (!forecast.success)
      throw new NoWeather('unreadable', `the weather cannot be read: ${z.prettifyError(forecast.error)}`);
    const { current } = forecast.data;
    return {
      temperatureC: current.temperature_2m,
      humidity: current.relative_humidity_2m,
      precipitationMm: current.precipitation,
      windKmh: current.wind_speed_10m,
      code: current.weather_code,
    };
  },
});

/** The whole answer, within its time and its length. */
const fetched = async (asked: URL, clock: Clock): Promise<{ response: Response; text: string }> => {
  const limit = new AbortController();
  const late = clock.after(ANSWERS_WITHIN, () => limit.abort(new Error('no answer in time')));
  try {
    const response = await fetch(asked, { signal: limit.signal, redirect: 'error' });
    return { response, text: await readAtMost(response, ANSWER_BYTES_MAX) };
  } catch (error) {
    if (error instanceof NoWeather) throw error;
    const why = limit.signal.aborted ? limit.signal.reason : error;
    const { message, cause } = why as Error;
    throw new NoWeather('unreachable', `the weather's server: ${cause instanceof Error ? cause.message : message}`);
  } finally {
    late.cancel();
    limit.abort();
  }
};

const refusedBy = (response: Response, text: string): NoWeather => {
  const reason = Refusal.safeParse(jsonOf(text)).data?.reason.slice(0, REASON_CHARACTERS_MAX) ?? 'no reason given';
  const message = `the weather's server answered ${response.status}: ${reason}`;
  if (response.status !== TOO_MANY_REQUESTS) return new NoWeather('refused', message);
  const seconds = /^\d{1,6}$/.test(response.headers.get('retry-after') ?? '')
    ? response.headers.get('retry-after')
    : null;
  return new NoWeather('too_many_requests', message, seconds === null ? undefined : Seconds(Number(seconds)));
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readAtMost = async ({ body }: Response, most: number): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw new NoWeather('unreadable', 'the weather is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
