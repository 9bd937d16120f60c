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

/** Where the weather comes from. Rejects where it cannot say. */
export interface WeatherProvider {
  readonly name: string;
  current(at: Coordinates): Promise<Weather>;
}
