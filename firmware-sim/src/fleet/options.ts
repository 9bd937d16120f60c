import { z } from 'zod';

const whole = (least: number, most: number, fallback: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

/** What a fleet is to be, as it is typed: `--boxes 500 --seconds 60`. */
export const FleetOptions = z.object({
  boxes: whole(1, 20_000, 200),
  'doors-per-box': whole(1, 8, 1),
  'boxes-per-facility': whole(1, 50, 10),
  /** How many new boxes a second while the fleet grows. */
  ramp: whole(1, 1_000, 50),
  /** How long it goes on at its full size. */
  seconds: whole(1, 86_400, 30),
  /** Unlocks a second, all over the fleet. */
  unlocks: z.coerce.number().min(0).max(500).default(5),
  'lock-ms': whole(0, 5_000, 100),
  'beacon-seconds': whole(1, 60, 5),
  /** Every so many seconds a part of the fleet loses its connection at once; 0 for never. */
  'storm-every': whole(0, 3_600, 0),
  'storm-percent': whole(1, 100, 50),
  seed: z.string().min(1).max(64).default('1'),
});
export type FleetOptions = z.infer<typeof FleetOptions>;

/** Where the cloud is that a fleet belongs to. */
export const FleetPlace = z.object({
  deviceUrl: z.url(),
  partnerUrl: z.url(),
  caFile: z.string().min(1),
  cloudData: z.string().min(1),
  facilityId: z.string().min(1),
  partnerId: z.string().min(1),
  key: z.string().min(1),
});
export type FleetPlace = z.infer<typeof FleetPlace>;
