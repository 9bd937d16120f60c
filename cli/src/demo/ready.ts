import { z } from 'zod';

const Keys = z.object({ live: z.string(), dryrun: z.string(), readOnly: z.string() });
const Partner = z.object({ id: z.string(), name: z.string(), keys: Keys });
/** What the control plane says once it serves the demo: where everything is, and what to call it with. */
export const CloudReady = z.object({
  partnerUrl: z.string(),
  deviceUrl: z.string(),
  platformUrl: z.string(),
  consoleUrl: z.string(),
  unifiedUrl: z.string(),
  inferenceUrl: z.string(),
  brokerUrl: z.string(),
  caFile: z.string(),
  demo: z.object({
    facilityId: z.string(),
    timezone: z.string(),
    linkingIdentifier: z.string(),
    doors: z.object({ front: z.string(), studio: z.string(), carPark: z.string() }),
    direct: Partner,
    linked: Partner,
  }),
});
/** What the simulator says: its page, and the serial port of each bus. */
export const SimReady = z.object({ url: z.string(), buses: z.record(z.string(), z.string()) });
/** What the agent says: its panel, and the code to claim it with while it belongs to nobody. */
export const EdgeReady = z.object({
  panelUrl: z.string(),
  boxId: z.string(),
  claimCode: z.string().optional(),
  claimed: z.boolean(),
});
