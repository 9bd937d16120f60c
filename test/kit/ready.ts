import type { Child } from '@gatehouse/cli/demo/child.ts';
import { z } from 'zod';

const Keys = z.object({ live: z.string(), dryrun: z.string(), readOnly: z.string() });
const Partner = z.object({ id: z.string(), name: z.string(), keys: Keys });

/** What each process says once it serves. */
export const ReplicaReady = z.object({
  partnerUrl: z.string(),
  deviceUrl: z.string(),
  brokerUrl: z.string(),
  caFile: z.string(),
});
export const CloudReady = ReplicaReady.extend({
  demo: z.object({
    facilityId: z.string(),
    linkingIdentifier: z.string(),
    doors: z.object({ front: z.string(), studio: z.string(), carPark: z.string() }),
    direct: Partner,
    linked: Partner,
  }),
});
export const SimReady = z.object({ url: z.string(), buses: z.record(z.string(), z.string()) });
export const EdgeReady = z.object({
  panelUrl: z.string(),
  boxId: z.string(),
  claimCode: z.string().optional(),
  claimed: z.boolean(),
});

export type CloudProcess = Child<z.infer<typeof CloudReady>>;
export type EdgeProcess = Child<z.infer<typeof EdgeReady>>;
