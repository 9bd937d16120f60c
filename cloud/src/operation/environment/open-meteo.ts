import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import {
  jsonIn,
  type ProviderAnswer,
  ProviderSilent,
  providerRequest,
  retryAfterIn,
} from '../../kit/outbound/provider-request.ts';
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
    const answer = await fetched(asked, clock);
    if (answer.status < 200 || answer.status > 299) throw refusedBy(answer);
    const forecast = Forecast.safeParse(jsonIn(answer.text));
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
const fetched = async (asked: URL, clock: Clock): Promise<ProviderAnswer> => {
  try {
    return await providerRequest(asked, { within: ANSWERS_WITHIN, bytesMax: ANSWER_BYTES_MAX }, clock);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    throw new NoWeather(error.isTooLong ? 'unreadable' : 'unreachable', `the weather's server: ${error.message}`);
  }
};

const refusedBy = ({ status, headers, text }: ProviderAnswer): NoWeather => {
  const reason = Refusal.safeParse(jsonIn(text)).data?.reason.slice(0, REASON_CHARACTERS_MAX) ?? 'no reason given';
  const message = `the weather's server answered ${status}: ${reason}`;
  if (status !== TOO_MANY_REQUESTS) return new NoWeather('refused', message);
  const seconds = retryAfterIn(headers);
  return new NoWeather('too_many_requests', message, seconds === undefined ? undefined : Seconds(seconds));
};
