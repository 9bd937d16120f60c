import { z } from 'zod';

/** The weather at one moment. */
export const Weather = z.object({
  /** Degrees Celsius. */
  temperatureC: z.number(),
  /** Per cent. */
  humidity: z.number().nullable(),
  /** Of the last hour, millimetres. */
  precipitationMm: z.number().nullable(),
  /** Kilometres an hour. */
  windKmh: z.number().nullable(),
  /** WMO code table 4677, as far as forecasts use it: 0 is a clear sky. */
  code: z.int().nullable(),
});
export type Weather = z.infer<typeof Weather>;

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where the weather comes from. Rejects where it cannot say. */
export interface WeatherProvider {
  readonly name: string;
  current(at: Coordinates): Promise<Weather>;
}
