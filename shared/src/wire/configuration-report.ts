import { z } from 'zod';
import { Hardware } from '../door/hardware.ts';
import { DoorsHash } from './doors-hash.ts';
import { WiringHash } from './wiring-hash.ts';

/** What a box refused of its desired state: the words are for staff, so rules of newer boxes are welcome. */
export const RefusedDoor = z.object({
  doorId: z.string().max(40),
  door: z.string().max(120),
  field: z.string().max(40),
  rule: z.string().max(40),
  message: z.string().max(300),
});

/** How a box is wired that lets nothing of that take effect before a person has confirmed it at its panel. */
export const WiringReport = z.object({
  /** What a person has confirmed, by what the cloud called it; null where that is not known. */
  inForce: WiringHash.nullable(),
  /** What waits for a person, since when, and whether one has rejected it. */
  waiting: z.object({ hash: WiringHash, sinceMs: z.int().nonnegative(), rejected: z.boolean() }).nullable(),
});
export type WiringReport = z.infer<typeof WiringReport>;

/**
 * POST /edge/v1/configuration-reports: what the box has to drive doors with, which desired state it took, and what of it
 * it refused. Sent after each change, until it is taken. A box that finds no such address (an older cloud) goes on
 * without; the cloud reads of a newer box what it knows.
 */
export const ConfigurationReport = z.object({
  v: z.literal(1),
  agentVersion: z.string().max(40),
  /** Of the desired state that the doors follow, as far as it was not refused. */
  revision: z.int().nonnegative(),
  hardware: Hardware,
  refused: z.array(RefusedDoor).max(400),
  /** Which doors these are. Boxes of earlier releases do not say. */
  doorsHash: DoorsHash.optional(),
  /** Boxes of earlier releases have nobody confirm anything, and do not say. */
  wiring: WiringReport.optional(),
});
export type ConfigurationReport = z.infer<typeof ConfigurationReport>;
export const ConfigurationReportAnswer = z.object({ v: z.literal(1) });
