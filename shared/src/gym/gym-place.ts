import { z } from 'zod';

/** Where a running gym is, and what it is called there: for whoever plays in it from outside. */
export const GymPlace = z.strictObject({
  simulatorUrl: z.string().max(300),
  partnerUrl: z.string().max(300),
  /** PEM of the authority that certifies the cloud. */
  caFile: z.string().max(400),
  keys: z.strictObject({ live: z.string(), dryrun: z.string(), readOnly: z.string() }),
  partnerId: z.string(),
  facilityId: z.string(),
  boxId: z.string(),
  /** The id of each door, by its name in the building. */
  doors: z.record(z.string(), z.string()),
  /** The data folders of cloud and agent, where their control sockets are. */
  cloudData: z.string().max(400),
  edgeData: z.string().max(400),
});
export type GymPlace = z.infer<typeof GymPlace>;
