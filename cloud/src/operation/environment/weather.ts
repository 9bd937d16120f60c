import { z } from 'zod';

/** The weather at one moment. */
export const Weather = z.object({
  temperatureC: z.number().describe('Degrees Celsius.'),
  humidity: z.number().nullable().describe('Per cent.'),
  precipitationMm: z.number().nullable().describe('Of the last hour, millimetres.'),
  windKmh: z.number().nullable().describe('Kilometres an hour.'),
  code: z.int().nullable().describe('WMO code table 4677, as far as forecasts use it: 0 is a clear sky.'),
});
export type Weather = z.infer<typeof Weather>;

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export const WeatherTrouble = z.enum(['unreachable', 'too_many_requests', 'refused', 'unreadable']);
export type WeatherTrouble = z.infer<typeof WeatherTrouble>;

/** Why there is no news of the weather. */
export class NoWeather extends Error {
  override readonly name = 'NoWeather';
  readonly trouble: WeatherTrouble;
  /** How long the provider wants to be left alone, in ms, where it says so. */
  readonly retryAfterMs: number | undefined;
  constructor(trouble: WeatherTrouble, message: string, retryAfterMs?: number) {
    super(message);
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Where the weather comes from. Rejects with `NoWeather` where it cannot say. */
export interface WeatherProvider {
  readonly name: string;
  current(at: Coordinates): Promise<Weather>;
}
