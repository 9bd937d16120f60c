import type { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { MovementCause } from '@gatehouse/shared/journal/fact.ts';
import type { Order } from './attempt-machine.ts';

/**
 * Why a lock should be released right now, and what must be done when that changes. Pure: time enters as monotonic ms.
 *
 * Nothing here releases a lock for good. An entry or exit *hold* is one pulse that the board ends; what lasts (fire, an
 * active exit button, force-open) is a *lease*: a pulse of 10 s, renewed every 3 s, that ends by itself with this agent.
 */
export interface Lock {
  readonly rex: boolean;
  /** `latched`: the input is quiet again, and nobody has reset it by hand. */
  readonly fire: 'clear' | 'active' | 'latched';
  readonly mode: MaintenanceMode;
  /** Above the mode: nobody gets in but by breaking the glass, whatever the mode says. */
  readonly lockdown: boolean;
  readonly hold: Hold | null;
  /** When the lease is due for renewal. Only while there is one. */
  readonly renewAtMs: number | null;
}

export interface Hold {
  /** The first of the entries that have a part in it; `null` when it is an exit's alone. */
  readonly order: Order | null;
  /** When the board will have ended its pulse at the latest. */
  readonly untilMs: number;
  /** The same for the last pulse that the board acknowledged. */
  readonly ackedUntilMs: number;
  /** How far the exit's own part reaches: ending an entry early never shortens that. 0 when there is none. */
  readonly exitUntilMs: number;
}

export type LockInput =
  /** An accepted entry: a pulse will start by `notAfterMs` or never. */
  | {
      readonly on: 'release';
      readonly order: Order;
      readonly notAfterMs: number;
      readonly holdMs: number;
      readonly breakGlass: boolean;
      readonly nowMs: number;
    }
  /** The pulse was acknowledged; the longest hold of the entries it serves. */
  | { readonly on: 'pulsed'; readonly holdMs: number; readonly nowMs: number }
  /** A pulse for an entry was not acknowledged. It may be running all the same. */
  | { readonly on: 'pulse_failed'; readonly nowMs: number }
  /** The entry is over before its time: passed through, or the lock did not follow. */
  | { readonly on: 'end_hold'; readonly nowMs: number }
  | { readonly on: 'rex'; readonly active: boolean; readonly nowMs: number }
  | { readonly on: 'fire'; readonly active: boolean; readonly nowMs: number }
  | { readonly on: 'fire_reset'; readonly nowMs: number }
  | { readonly on: 'mode'; readonly mode: MaintenanceMode; readonly leafOpen: boolean; readonly nowMs: number }
  | { readonly on: 'lockdown'; readonly active: boolean; readonly leafOpen: boolean; readonly nowMs: number }
  | { readonly on: 'tick'; readonly nowMs: number }
  | { readonly on: 'lost' }
  | {
      readonly on: 'start';
      readonly released: boolean;
      readonly rex: boolean;
      readonly fire: boolean;
      readonly nowMs: number;
    };

export type LockEffect =
  /** `entry`: for the orders that wait. `lock`: because the lock's own reasons changed, or must be renewed. */
  | { readonly do: 'pulse'; readonly for: 'entry' | 'lock' }
  | { readonly do: 'lock'; readonly cause: MovementCause }
  /** The board should have ended its pulse by now: look, and lock if it has not. */
  | { readonly do: 'verify' };

export const LEASE_MS = 10_000;

export const LOCK_AT_REST: Lock = {
  rex: false,
  fire: 'clear',
  mode: 'off',
  lockdown: false,
  hold: null,
  renewAtMs: null,
};

export type DemandedState = 'fire' | 'exit' | 'open' | 'hold' | 'rest';

/**
 * What the lock has to be now, by the strongest demand on it. A way out comes before everything: neither force-closed nor
 * lockdown is a reason against it.
 */
export const demandedState = (lock: Lock): DemandedState => {
  if (lock.fire !== 'clear') return 'fire';
  if (lock.rex) return 'exit';
  if (lock.mode === 'force-open' && !lock.lockdown) return 'open';
  return lock.hold === null ? 'rest' : 'hold';
};

export const leased = (lock: Lock): boolean => ['fire', 'exit', 'open'].includes(demandedState(lock));

type LockDenyReason = 'lockdown' | 'maintenance' | null;

/** Whether staff keep people out, and by what. Breaking the glass passes a lockdown, but not force-closed. */
export const denyReason = ({ mode, lockdown }: Lock, breakGlass: boolean): LockDenyReason => {
  if (lockdown && !breakGlass) return 'lockdown';
  return mode === 'force-closed' ? 'maintenance' : null;
};

/** Why an order moves nothing right now: because the door is shut, or because staff hold it open anyway. */
export const releaseDenyReason = (lock: Lock, breakGlass: boolean): LockDenyReason =>
  denyReason(lock, breakGlass) ?? (lock.mode === 'force-open' && !lock.lockdown ? 'maintenance' : null);

/** What a movement of the lock away from rest has to be put down to, and `null` when nothing justifies one. */
export const causeOf = (lock: Lock): MovementCause | null => {
  const causes = {
    fire: 'fire',
    exit: 'rex',
    open: 'maintenance',
    hold: lock.hold?.order?.cause ?? 'rex',
    rest: null,
  } as const;
  return causes[demandedState(lock)];
};

/**
 * How long a pulse written now has to last: `entryHoldMs` is the longest hold of the orders that wait for it, `null` when
 * none do. A running hold is never shortened by a shorter one, nor a lease by the hold beneath it.
 */
export const pulseMs = (lock: Lock, nowMs: number, entryHoldMs: number | null): number => {
  const remaining = Math.max(100, (lock.hold?.untilMs ?? nowMs) - nowMs);
  const hold = entryHoldMs === null ? remaining : Math.max(entryHoldMs, (lock.hold?.ackedUntilMs ?? 0) - nowMs);
  return leased(lock) ? Math.max(LEASE_MS, hold) : hold;
};

/** Whether an entry has a part in this hold, or only an exit. */
export const ofEntry = (hold: Hold | null): boolean => hold !== null && hold.order !== null;
