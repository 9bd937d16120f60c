import { z } from 'zod';

export const Name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens');
export const Input = z.int().min(0).max(31);
/** Where a contact is wired to: an input of the door's own board unless another is named. */
const Wired = z.strictObject({ board: Name.optional(), input: Input });

export const DoorPlan = z.strictObject({
  name: Name,
  title: z.string().min(1).max(60),
  lock: z.enum(['strike', 'magnet', 'gate']),
  /** The relay contact that the lock is wired to. */
  wiring: z.enum(['no', 'nc']),
  board: Name,
  channel: z.int().min(0).max(31),
  /** `active` says which position of the lock switches the input on. */
  sense: Wired.extend({ active: z.enum(['unlocked', 'locked']).default('unlocked') }).optional(),
  contact: Wired.extend({ active: z.enum(['open', 'closed']).default('open') }).optional(),
  /** `cutsPower`: the button also breaks the lock's circuit in hardware, as a magnet's must. `active`: an NC button is on while released. */
  rex: Wired.extend({
    active: z.enum(['pressed', 'released']).default('pressed'),
    cutsPower: z.boolean().default(false),
  }).optional(),
  /** A fire alarm breaks the lock's circuit in hardware. Not on fire doors, which stay latched. */
  fireCutsPower: z.boolean().default(false),
  /** How long the leaf takes to swing wide open, to swing shut, and to stand before the closer pulls. Milliseconds. */
  openMs: z.int().min(50).max(60_000).default(900),
  closeMs: z.int().min(50).max(60_000).default(1_600),
  closerDelayMs: z.int().min(0).max(600_000).default(3_000),
});
export type DoorPlan = z.output<typeof DoorPlan>;

export const Baud = z.literal([4800, 9600, 19200, 38400, 57600, 115200]);
export const SerialBusPlan = z.strictObject({
  name: Name,
  kind: z.literal('serial').default('serial'),
  /** What the boards on it are set to when they leave the factory. */
  baud: Baud.default(9600),
});
export type SerialBusPlan = z.output<typeof SerialBusPlan>;
/** The GPIO lines of the machine itself, as the kernel shows them under /sys/class/gpio. */
export const GpioBusPlan = z.strictObject({
  name: Name,
  kind: z.literal('gpio'),
  label: z.string().min(1).max(31).default('pinctrl-bcm2711'),
  /** Number of the first line: kernels since 6.6 begin at 512. */
  base: z.int().min(0).max(4_096).default(512),
  lines: z.int().min(1).max(128).default(54),
});
export type GpioBusPlan = z.output<typeof GpioBusPlan>;

const WaveshareBoardPlan = z.strictObject({
  name: Name,
  kind: z.literal('waveshare').default('waveshare'),
  bus: Name,
  address: z.int().min(1).max(247),
  /** Whether it is the variant with eight inputs. */
  inputs: z.boolean().default(true),
});
/** A Numato USB relay module: eight relays, eight inputs, ASCII. */
const NumatoBoardPlan = z.strictObject({ name: Name, kind: z.literal('numato'), bus: Name });
/** An LCUS USB relay module: relays only, and it says nothing. */
const LcusBoardPlan = z.strictObject({ name: Name, kind: z.literal('lcus'), bus: Name });
/** Relays and contacts on lines of a GPIO bus, by their offset, in the order of their numbers here. */
const GpioBoardPlan = z.strictObject({
  name: Name,
  kind: z.literal('gpio'),
  bus: Name,
  relays: z.array(z.int().min(0).max(127)).max(32),
  inputs: z.array(z.int().min(0).max(127)).max(32).default([]),
  /** Whether a low line energises a relay, as on most opto-coupled boards. */
  activeLow: z.boolean().default(false),
});
/** A door controller that joins a broker on the LAN: doors name it as their board. */
const ControllerPlan = z.strictObject({ name: Name, kind: z.literal('mqtt-controller') });
export const BoardPlan = z.union([ControllerPlan, NumatoBoardPlan, LcusBoardPlan, GpioBoardPlan, WaveshareBoardPlan]);
export type BoardPlan = z.output<typeof BoardPlan>;
export type PlanOf<Kind extends BoardPlan['kind']> = Extract<BoardPlan, { kind: Kind }>;

const atDoor = { name: Name, door: Name };
export const ReaderPlan = z.union([
  /** An OSDP reader with keypad, lamp and buzzer, two outputs and four inputs: doors may name it as their board. */
  z.strictObject({
    ...atDoor,
    kind: z.literal('osdp'),
    bus: Name,
    address: z.int().min(0).max(126),
    /** How it sends `*` and `#`: as the standard says, or as the characters that they are. */
    keypad: z.enum(['standard', 'ascii']).default('standard'),
    /** Its own key in hex, for a reader that was paired before: in a simulator only, real keys are in no file. */
    key: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')
      .optional(),
  }),
  /** A scanner of codes or cards that sends lines. */
  z.strictObject({ ...atDoor, kind: z.literal('scanner'), bus: Name }),
  /** A reader that pretends to be a USB keyboard. */
  z.strictObject({ ...atDoor, kind: z.literal('keyboard') }),
  /** A reader that joins a broker on the LAN. */
  z.strictObject({ ...atDoor, kind: z.literal('mqtt').default('mqtt') }),
]);
export type ReaderPlan = z.output<typeof ReaderPlan>;
export type ReaderPlanOf<Kind extends ReaderPlan['kind']> = Extract<ReaderPlan, { kind: Kind }>;

/** What each kind has to be wired to. */
export const terminalsOf = (plan: BoardPlan | ReaderPlan): { readonly relays: number; readonly inputs: number } => {
  switch (plan.kind) {
    case 'waveshare':
      return { relays: 8, inputs: plan.inputs ? 8 : 0 };
    case 'gpio':
      return { relays: plan.relays.length, inputs: plan.inputs.length };
    case 'lcus':
      return { relays: 8, inputs: 0 };
    case 'numato':
    case 'mqtt-controller':
      return { relays: 8, inputs: 8 };
    case 'osdp':
      return { relays: 2, inputs: 4 };
    default:
      return { relays: 0, inputs: 0 };
  }
};
