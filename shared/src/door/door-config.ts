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
  bus: BusName.describe('The bus of the box, by the name that the box gives it.'),
  unit: z.int().min(1).max(247).describe('The address of the board on its bus.'),
  channel: z.int().min(0).max(31).describe('The number of the relay or input on the board, from 0.'),
});
export type Point = z.infer<typeof Point>;

const input = <const States extends readonly [string, string]>(states: States) =>
  Point.extend({ activeMeans: z.enum(states).describe('What an active input says.') });
/** The same for what most installers wire one way: active means the first of the two unless told. */
const usualInput = <const States extends readonly [string, string]>(states: States) =>
  Point.extend({
    activeMeans: z.enum(states).optional().describe(`What an active input says; \`${states[0]}\` unless told.`),
  });

/** A door as device management defines it and its box drives it. Durations are whole seconds. */
export const DoorConfig = z.strictObject({
  doorId: DoorId,
  name: z.string().min(1).max(120).describe('What people call the door.'),
  profile: DoorProfile.describe('How its lock behaves.'),
  relay: Point.describe('The relay that moves the lock.'),
  relayEnergisedMeans: z
    .enum(['unlocked', 'locked'])
    .describe(
      'What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest `locked`.',
    ),
  evidence: z
    .discriminatedUnion('kind', [
      input(['unlocked', 'locked']).extend({
        kind: z
          .enum(['lock-sense', 'relay-contact'])
          .describe('`lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay.'),
      }),
      z.strictObject({ kind: z.literal('command-only') }),
    ])
    .describe('What can see the lock move. `command-only`: nothing can, and no unlock is confirmed.'),
  contact: input(['open', 'closed'])
    .nullable()
    .describe('The contact that tells whether the door stands open; null: none.')
    .default(null),
  rex: usualInput(['pressed', 'released'])
    .nullable()
    .describe(
      'The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that active means `released`: a cut wire lets people out.',
    )
    .default(null),
  fire: usualInput(['alarm', 'normal'])
    .nullable()
    .describe(
      'The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays latched. A closed loop’s active means `normal`.',
    )
    .default(null),
  keySwitch: usualInput(['turned', 'home'])
    .extend({ mode: z.enum(['force-open', 'force-closed']).describe('The maintenance that turning it begins.') })
    .nullable()
    .describe(
      'A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none.',
    )
    .default(null),
  holdSeconds: z.int().min(1).max(60).describe('How long an unlock holds the lock open.').default(5),
  extendedHoldSeconds: z
    .int()
    .min(1)
    .max(60)
    .describe('The same for people who need more time, when the box itself lets them in.')
    .default(15),
  heldOpenSeconds: z
    .int()
    .min(5)
    .max(3600)
    .describe('How long the door may stand open before that is an alarm.')
    .default(30),
  confirmationTimeoutSeconds: z
    .int()
    .min(3)
    .max(30)
    .describe('How long an unlock waits for the evidence that the lock has moved.')
    .default(6),
});
export type DoorConfig = z.infer<typeof DoorConfig>;
