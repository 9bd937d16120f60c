import type { DoorConfig, DoorProfile, MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { MovementCause } from '@gatehouse/shared/journal/fact.ts';
import { type Attempt, attemptDueMs, type Entry, type OrderId, type Verdict } from './attempt-machine.ts';
import { type Leaf, type LeafEffect, leafDueMs } from './leaf-machine.ts';
import { lockDueMs } from './lock-machine.ts';
import { causeOf, demandedState, LOCK_AT_REST, type Lock, type LockEffect, leased } from './lock-state.ts';
import { type Reason, SENSE_UNKNOWN, type Sense, type SenseEffect } from './sense-machine.ts';

/**
 * A door: its lock, leaf, evidence and orders, each a small machine of its own, and the few rules between them.
 * Pure: no clock, no relay; `door-runner.ts` performs the effects in order.
 *
 * Profiles: latch, magnet and gate release alike and extend a running hold; none relocks early when the leaf moves,
 * because each of several people let in at once was promised the whole hold. A turnstile gives one pulse and one
 * passage per order, in turn.
 */
export interface Traits {
  readonly profile: DoorProfile;
  readonly holdMs: number;
  readonly heldOpenMs: number;
  /** Whether anything independent of the relay sees the lock. */
  readonly evidence: boolean;
}

export const traitsOf = (config: DoorConfig): Traits => ({
  profile: config.profile,
  holdMs: config.holdSeconds * 1_000,
  heldOpenMs: config.heldOpenSeconds * 1_000,
  evidence: config.evidence.kind !== 'command-only',
});

export interface Door {
  readonly lock: Lock;
  readonly leaf: Leaf;
  readonly sense: Sense;
  readonly attempts: readonly Attempt[];
  readonly faultsInARow: number;
  /** The last reason for a released lock, and until when a lock still travelling is put down to it. */
  readonly lately: Reason & { readonly untilMs: number };
  readonly restedBy: MovementCause;
  /** Turnstile: from when the next pulse may start; `Infinity` while the relay is not known to be back at rest. */
  readonly turnAtMs: number;
}

export type DoorInput =
  | { readonly on: 'release'; readonly entry: Entry }
  | { readonly on: 'pulsed'; readonly ids: readonly OrderId[] }
  | { readonly on: 'pulse_failed'; readonly ids: readonly OrderId[]; readonly verdict: Verdict }
  /** The relay is known to be at rest again. */
  | { readonly on: 'rested' }
  | { readonly on: 'rex' | 'fire'; readonly active: boolean }
  | { readonly on: 'fire_reset' }
  | { readonly on: 'mode'; readonly mode: MaintenanceMode }
  | { readonly on: 'lockdown'; readonly active: boolean }
  | { readonly on: 'opened' | 'closed' }
  | { readonly on: 'sensed'; readonly unlocked: boolean; readonly askedMs: number }
  | { readonly on: 'tick' }
  /** The board that moves or watches the lock is out of reach. */
  | { readonly on: 'lost' }
  /** All boards answer (again): the inputs as read before any lock is touched, and the coil as found. */
  | { readonly on: 'start'; readonly released: boolean; readonly rex: boolean; readonly fire: boolean };

export type DoorEffect =
  | LockEffect
  | LeafEffect
  | SenseEffect
  | { readonly do: 'answer'; readonly entry: Entry; readonly verdict: Verdict };

export const RELAY_FAULTS_FOR_ALARM = 3;
export const NEW_DOOR: Door = {
  lock: LOCK_AT_REST,
  leaf: { at: 'unknown' },
  sense: SENSE_UNKNOWN,
  attempts: [],
  faultsInARow: 0,
  lately: { cause: 'start', order: null, untilMs: 0 },
  restedBy: 'start',
  turnAtMs: 0,
};

/** How long after a broken expectation a lease is taken up again, in ms: whatever broke may break again at once. */
const AFRESH_MS = 500;

/** A door that starts afresh after a broken expectation of ours: at rest, but for what belongs to the way out and to staff. */
export const afresh = (door: Door, nowMs: number): Door => {
  const { rex, fire, mode, lockdown } = door.lock;
  const lock = { ...LOCK_AT_REST, rex, fire, mode, lockdown };
  const renewAtMs = leased(lock) ? nowMs + AFRESH_MS : null;
  return { ...NEW_DOOR, leaf: door.leaf, sense: door.sense, lock: { ...lock, renewAtMs } };
};

/** When a `tick` has something to do next, or `Infinity`. */
export const doorDueMs = (traits: Traits, door: Door): number =>
  Math.min(
    lockDueMs(door.lock),
    leafDueMs(door.leaf, traits.heldOpenMs),
    ...door.attempts.map(attemptDueMs),
    // While something else is in the way of the next turn, its own end starts it.
    door.attempts.every((attempt) => attempt.at === 'queued') &&
      door.attempts.length > 0 &&
      demandedState(door.lock) === 'rest'
      ? door.turnAtMs
      : Infinity,
    door.sense.seen === 'unlocked' && !door.sense.unaccounted && causeOf(door.lock) === null
      ? door.lately.untilMs + 1
      : Infinity,
  );
