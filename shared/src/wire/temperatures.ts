import { z } from 'zod';

/** What the air of a room may have, in degrees Celsius: whoever measures more or less is broken. */
export const TEMPERATURE_C = { min: -50, max: 80 } as const;
export const RoomTemperature = z.number().min(TEMPERATURE_C.min).max(TEMPERATURE_C.max);

/**
 * POST /edge/v1/temperatures: what sensors on the LAN of a box measure, all of them at once, the last known of each. By
 * their age, for the box's clock may be wrong. The cloud reads of a newer box what it knows.
 */
export const TemperatureReport = z.object({
  v: z.literal(1),
  readings: z
    .array(
      z.object({
        /** As the box calls it; no two of a box are called alike. */
        sensor: z.string().regex(/^[^\p{Cc}]{1,120}$/u, 'must be 1 to 120 printable characters'),
        temperatureC: RoomTemperature,
        ageSeconds: z.int().min(0).max(3_600),
      }),
    )
    .max(32),
});
export type TemperatureReport = z.infer<typeof TemperatureReport>;
export const TemperatureReportAnswer = z.object({ v: z.literal(1) });
