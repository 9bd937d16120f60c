import type { Button } from './button.ts';
import type { Contact } from './contact.ts';
import type { Leaf } from './leaf.ts';
import type { Lock } from './lock.ts';
import type { DoorPlan } from './plans.ts';
import type { Relay } from './relay.ts';

export interface DoorParts {
  readonly plan: DoorPlan;
  readonly relay: Relay;
  readonly lock: Lock;
  readonly leaf: Leaf;
  readonly contact: Contact;
  readonly rex: Button;
  readonly lockPower: boolean;
}

/** A door as the control API shows it: plain data, taken at one instant. */
export const doorState = ({ plan, relay, lock, leaf, contact, rex, lockPower }: DoorParts) => ({
  name: plan.name,
  title: plan.title,
  coil: {
    board: plan.board,
    channel: plan.channel,
    wiring: plan.wiring,
    energised: relay.energised,
    /** Whether the relay's contact passes current to the lock. */
    closed: relay.closed,
    welded: relay.welded,
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
  contact: { reading: contact.reading, mode: contact.mode },
  rex: plan.rex === undefined ? null : { pressed: rex.pressed, cutsPower: plan.rex.cutsPower },
  /** The inputs that this door is wired to. */
  wired: { sense: plan.sense ?? null, contact: plan.contact ?? null, rex: plan.rex ?? null },
});
export type DoorState = ReturnType<typeof doorState>;
