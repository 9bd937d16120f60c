import type { DoorContacts } from './door-points.ts';
import type { Leaf } from './leaf.ts';
import type { Lock } from './lock.ts';
import type { DoorPlan } from './plans.ts';
import type { Relay } from './relay.ts';
import type { Wire } from './wire.ts';

export interface DoorParts {
  readonly plan: DoorPlan;
  readonly relay: Relay;
  readonly lock: Lock;
  readonly leaf: Leaf;
  readonly contacts: DoorContacts;
  readonly wires: ReadonlyMap<string, Wire>;
  /** Whether somebody holds the exit button. */
  readonly pressed: boolean;
  readonly lockPower: boolean;
}

/** A door as the control API shows it: plain data, taken at one instant. */
export const doorState = ({ plan, relay, lock, leaf, contacts, wires, pressed, lockPower }: DoorParts) => ({
  name: plan.name,
  title: plan.title,
  coil: {
    board: plan.board,
    channel: plan.channel,
    wiring: plan.wiring,
    energised: relay.energised,
    /** Whether the relay's contact passes current to the lock. */
    closed: relay.closed,
    /** Where the contact is stuck, or null. */
    welded: relay.welded ?? null,
    slowMs: relay.slowMs,
    cause: relay.cause,
  },
  lock: {
    kind: lock.kind,
    position: lock.position,
    movingTo: lock.movingTo ?? null,
    jammed: lock.jammed,
    powered: lockPower,
  },
  leaf: {
    motion: leaf.motion,
    openness: Math.round(leaf.openness * 1000) / 1000,
    remainingMs: Math.round(leaf.remainingMs),
    propped: leaf.propped,
  },
  contact: { reading: contacts.contact.reading, mode: contacts.contact.mode },
  /** What the lock's own contact says of it; null where none is wired. */
  sense: plan.sense === undefined ? null : { reading: contacts.sense.reading, mode: contacts.sense.mode },
  rex:
    plan.rex === undefined
      ? null
      : {
          pressed,
          cutsPower: plan.rex.cutsPower,
          reading: contacts.rex.reading,
          mode: contacts.rex.mode,
        },
  /** What is wrong with each of its wires; null where nothing is. */
  wires: Object.fromEntries([...wires].map(([part, { fault }]) => [part, fault ?? null])),
  /** The inputs that this door is wired to. */
  wired: { sense: plan.sense ?? null, contact: plan.contact ?? null, rex: plan.rex ?? null },
});
export type DoorState = ReturnType<typeof doorState>;
