import { z } from 'zod';
import { DoorId } from '../ids/ids.ts';

/** How the lock of a door behaves; the door machine differs by it. */
export const DoorProfile = z.enum(['latch', 'magnet', 'gate', 'turnstile']);
export type DoorProfile = z.infer<typeof DoorProfile>;

export const LockState = z.enum(['locked', 'unlocked', 'unknown']);
export type LockState = z.infer<typeof LockState>;
export const ContactState = z.enum(['closed', 'open', 'unknown']);
export type ContactState = z.infer<typeof ContactState>;
export const MaintenanceMode = z.enum(['off', 'force-open', 'force-closed']);
export type MaintenanceMode = z.infer<typeof MaintenanceMode>;

/** What saw the lock move. `command-only` doors have nothing that could: nobody may call their unlock confirmed. */
export const EvidenceKind = z.enum(['lock-sense', 'relay-contact', 'command-only']);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

const BusName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens');

/** One relay or one input on a named bus of the box: the bus's path is the box's own business. */
const Point = z.strictObject({
  bus: BusName,
  /** The board's address on its bus (Modbus: 1 to 247). */
  unit: z.int().min(1).max(247),
  /** Relay or input number on the board, from 0. */
  channel: z.int().min(0).max(31),
});
export type Point = z.infer<typeof Point>;

const input = <const States extends readonly [string, string]>(states: States) =>
  Point.extend({ activeMeans: z.enum(states) });
/** The same for what most installers wire one way: active means the first of the two unless told. */
const usualInput = <const States extends readonly [string, string]>(states: States) =>
  Point.extend({ activeMeans: z.enum(states).optional() });

/** A door as device management defines it and its box drives it. Durations are whole seconds. */
export const DoorConfig = z.strictObject({
  doorId: DoorId,
  name: z.string().min(1).max(120),
  profile: DoorProfile,
  relay: Point,
  /** The relay's coil, not the lock's. Recommended wiring (strike on NO, magnet on NC) makes a relay at rest `locked`. */
  relayEnergisedMeans: z.enum(['unlocked', 'locked']),
  evidence: z.discriminatedUnion('kind', [
    input(['unlocked', 'locked']).extend({ kind: z.enum(['lock-sense', 'relay-contact']) }),
    z.strictObject({ kind: z.literal('command-only') }),
  ]),
  contact: input(['open', 'closed']).nullable(),
  /** A button that opens its circuit when it is pressed is wired so that active means `released`: a cut wire lets people out. */
  rex: usualInput(['pressed', 'released']).nullable(),
  /** Only doors that must release on fire have one: a fire door stays latched. A closed loop's active means `normal`. */
  fire: usualInput(['alarm', 'normal']).nullable(),
  /** Turning it begins this maintenance, turning it back ends that. */
  keySwitch: usualInput(['turned', 'home'])
    .extend({ mode: z.enum(['force-open', 'force-closed']) })
    .nullable()
    .default(null),
  holdSeconds: z.int().min(1).max(60).default(5),
  /** The hold for people who need more time, when the box itself lets them in. */
  extendedHoldSeconds: z.int().min(1).max(60).default(15),
  heldOpenSeconds: z.int().min(5).max(3600).default(30),
  confirmationTimeoutSeconds: z.int().min(3).max(30).default(6),
});
export type DoorConfig = z.infer<typeof DoorConfig>;
