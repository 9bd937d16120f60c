import { z } from 'zod';
import { SerialSettings } from '../serial/settings.ts';
import { byUnit } from '../units.ts';

const OsdpDevice = z.strictObject({
  /** What the reader is set to; 127 is the address of all and no reader's own. */
  address: z.int().min(0).max(126),
  /** `required`: nothing of a reader without a key of its own is heeded. `when-paired`: it is, until it was given one. */
  secure: z.enum(['required', 'when-paired']).default('when-paired'),
});

/** One line of OSDP readers. They are numbered by unit, as boards are: doors and readers name the unit, the line has the address. */
export const OsdpConfig = SerialSettings.extend({
  devices: byUnit(OsdpDevice)
    .refine((devices) => Object.keys(devices).length <= 32, 'must be 32 readers at most')
    .refine((devices) => {
      const addresses = Object.values(devices).map(({ address }) => address);
      return new Set(addresses).size === addresses.length;
    }, 'must have another address for each reader'),
  /** How long an answer may take to begin beyond the 200 ms of the standard: adapters add up to 16 ms each way. */
  replyAllowanceMs: z.int().min(0).max(1_000).default(40),
});
export type OsdpConfig = z.infer<typeof OsdpConfig>;
