import type { LockState } from '@gatehouse/shared/door/door-config.ts';
import type { MovementCause } from '@gatehouse/shared/journal/fact.ts';
import type { Order } from './attempt-machine.ts';
import type { DoorFact } from './leaf-machine.ts';

/** What the lock's own evidence says, and whether there is a reason for it. Pure. */
export interface Sense {
  readonly seen: LockState;
  /** What was last seen before the board was lost, so that a movement meanwhile is told too. */
  readonly known: 'locked' | 'unlocked';
  /** Unlocked, and nothing accounts for it. */
  readonly unaccounted: boolean;
}

/** Why the lock may be away from rest, or was a moment ago. */
export interface Reason {
  readonly cause: MovementCause;
  readonly order: Order | null;
}

export interface SenseContext {
  readonly nowMs: number;
  /** `null` when the lock should be at rest, and has been for longer than locks take to move. */
  readonly released: Reason | null;
  /** Whether the lock is released right now: then a lock found at rest is the surprise. */
  readonly lasting: boolean;
  /** What brought the lock to rest last. */
  readonly rested: MovementCause;
}

export type SenseInput =
  | { readonly on: 'unlocked' | 'locked' | 'tick'; readonly context: SenseContext }
  | { readonly on: 'lost' };

export type SenseEffect = { readonly do: 'record'; readonly fact: DoorFact } | { readonly do: 'verify' };

type Next = readonly [Sense, ...SenseEffect[]];

export const SENSE_UNKNOWN: Sense = { seen: 'unknown', known: 'locked', unaccounted: false };

/** How long after its reason has gone a lock may still be seen unlocked, in ms. */
export const TRAVEL_MS = 1_000;

const moved = (to: 'locked' | 'unlocked', cause: MovementCause, order: Order | null = null): SenseEffect => {
  const whose = order === null ? {} : order.cause === 'unlock' ? { commandId: order.id } : { entryId: order.id };
  return { do: 'record', fact: { kind: 'lock.moved', data: { to, cause, ...whose } } };
};

const unlockedNow: Sense = { seen: 'unlocked', known: 'unlocked', unaccounted: false };
const withoutCause: Next = [{ ...unlockedNow, unaccounted: true }, moved('unlocked', 'unaccounted'), { do: 'verify' }];

const unlocked = (sense: Sense, { released }: SenseContext): Next => {
  if (sense.seen === 'unlocked') return [sense];
  // Found so when the agent came: it is being locked, and `tick` calls it unaccounted if that does not help.
  if (released?.cause === 'start' && sense.seen === 'unknown') return [{ ...unlockedNow, known: sense.known }];
  if (released !== null && released.cause !== 'start')
    return sense.known === 'unlocked'
      ? [unlockedNow]
      : [unlockedNow, moved('unlocked', released.cause, released.order)];
  return withoutCause;
};

const locked = (sense: Sense, { lasting, rested }: SenseContext): Next => {
  const now: Sense = { seen: 'locked', known: 'locked', unaccounted: false };
  if (sense.seen === 'locked') return [sense];
  if (sense.seen === 'unknown' && sense.known === 'locked') return [now];
  return [now, moved('locked', lasting ? 'unaccounted' : rested)];
};

/** One step of the evidence. Returns the very same object when nothing changed. */
export const stepSense = (sense: Sense, input: SenseInput): Next => {
  switch (input.on) {
    case 'unlocked':
      return unlocked(sense, input.context);
    case 'locked':
      return locked(sense, input.context);
    case 'tick':
      return sense.seen === 'unlocked' && input.context.released === null && !sense.unaccounted
        ? withoutCause
        : [sense];
    case 'lost':
      return sense.seen === 'unknown' ? [sense] : [{ ...sense, seen: 'unknown', unaccounted: false }];
  }
};
