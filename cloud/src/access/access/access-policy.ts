import { type AccessPolicy, DEFAULT_POLICY } from '@gatehouse/shared/access/facility-facts.ts';
import { z } from 'zod';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** How a facility wants doubt decided. What is left out has its default. */
export const FacilityPolicy = z.strictObject({
  graceHours: z
    .int()
    .min(0)
    .max(7 * 24)
    .default(DEFAULT_POLICY.graceS / HOUR_S)
    .describe('For how many hours a plan that has ended still opens.'),
  offlineDays: z
    .int()
    .min(1)
    .max(365)
    .default(DEFAULT_POLICY.expiredAfterS / DAY_S)
    .describe('For how many days a box without the cloud goes on deciding by its last snapshot.'),
  uncertainClock: z
    .enum(['interval', 'strict', 'lenient'])
    .default(DEFAULT_POLICY.uncertainClock)
    .describe(
      'What a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of staff count (`strict`), or one instant is enough (`lenient`).',
    ),
  longestOutageHours: z
    .int()
    .min(1)
    .max(30 * 24)
    .default(72)
    .describe('For how many hours the power may have been away at most, for a box that cannot know.'),
  geofence: z
    .strictObject({
      latitude: z.number().min(-90).max(90).describe('Degrees north of the equator.'),
      longitude: z.number().min(-180).max(180).describe('Degrees east of Greenwich.'),
      radiusM: z.int().min(10).max(100_000).describe('Metres around that point.'),
    })
    .optional()
    .describe('Where a phone must be to ask. Left out: anywhere.'),
});
export type FacilityPolicy = z.infer<typeof FacilityPolicy>;

/** The part of a policy that decisions look at. */
export const toAccessPolicy = ({
  graceHours,
  offlineDays,
  uncertainClock,
  geofence,
}: FacilityPolicy): AccessPolicy => ({
  graceS: graceHours * HOUR_S,
  staleAfterS: DEFAULT_POLICY.staleAfterS,
  expiredAfterS: offlineDays * DAY_S,
  uncertainClock,
  ...(geofence && { geofence }),
});
