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

type Next = readonly [Lock, ...LockEffect[]];

export const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** How long after its calculated end a board's pulse is looked at. */
const VERIFY_AFTER_MS = 150;

export const LOCK_AT_REST: Lock = {
  rex: false,
  fire: 'clear',
  mode: 'off',
  lockdown: false,
  hold: null,
  renewAtMs: null,
};

export type Stance = 'fire' | 'exit' | 'open' | 'hold' | 'rest';

/** The strongest reason of all. A way out comes before everything: neither force-closed nor lockdown is a reason against it. */
export const stance = (lock: Lock): Stance => {
  if (lock.fire !== 'clear') return 'fire';
  if (lock.rex) return 'exit';
  if (lock.mode === 'force-open' && !lock.lockdown) return 'open';
  return lock.hold === null ? 'rest' : 'hold';
};

export const leased = (lock: Lock): boolean => ['fire', 'exit', 'open'].includes(stance(lock));

/** What keeps an entry out right now. Breaking the glass passes a lockdown, and force-open beneath it, but not force-closed. */
export const barredBy = ({ mode, lockdown }: Lock, breakGlass: boolean): 'lockdown' | 'maintenance' | null => {
  if (lockdown && !breakGlass) return 'lockdown';
  if (mode === 'force-closed') return 'maintenance';
  return mode === 'force-open' && !lockdown ? 'maintenance' : null;
};

/** What a movement of the lock away from rest has to be put down to, and `null` when nothing justifies one. */
export const causeOf = (lock: Lock): MovementCause | null => {
  const causes = {
    fire: 'fire',
    exit: 'rex',
    open: 'maintenance',
    hold: lock.hold?.order?.cause ?? 'rex',
    rest: null,
  } as const;
  return causes[stance(lock)];
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
const ofEntry = (hold: Hold | null): boolean => hold !== null && hold.order !== null;

/** Keeps the lease's renewal in step, and names what the change of reasons asks of the lock. */
const change = (before: Lock, after: Lock, nowMs: number, restCause: MovementCause): Next => {
  if (leased(after)) {
    if (leased(before)) return [after];
    return [
      { ...after, renewAtMs: nowMs + RENEW_MS },
      { do: 'pulse', for: 'lock' },
    ];
  }
  const calm = after.renewAtMs === null ? after : { ...after, renewAtMs: null };
  if (calm.hold !== null)
    return leased(before) || ofEntry(calm.hold) !== ofEntry(before.hold)
      ? [calm, { do: 'pulse', for: 'lock' }]
      : [calm];
  return stance(before) === 'rest' ? [calm] : [calm, { do: 'lock', cause: restCause }];
};

/** The hold without its entry's part. */
const exitPart = (hold: Hold | null, nowMs: number): Hold | null => {
  if (hold === null || hold.exitUntilMs <= nowMs) return null;
  const untilMs = hold.exitUntilMs;
  return { order: null, untilMs, ackedUntilMs: untilMs, exitUntilMs: untilMs };
};

const tick = (lock: Lock, nowMs: number): Next => {
  if (lock.hold !== null && nowMs >= lock.hold.untilMs + VERIFY_AFTER_MS) {
    const [after, ...effects] = tick({ ...lock, hold: null }, nowMs);
    return leased(lock) ? [after, ...effects] : [after, { do: 'verify' }];
  }
  if (lock.renewAtMs === null || nowMs < lock.renewAtMs) return [lock];
  return [
    { ...lock, renewAtMs: nowMs + RENEW_MS },
    { do: 'pulse', for: 'lock' },
  ];
};

type On<Name extends LockInput['on']> = Extract<LockInput, { readonly on: Name }>;

const release = (lock: Lock, input: On<'release'>): Next => {
  if (barredBy(lock, input.breakGlass) !== null) return [lock];
  const { hold: running } = lock;
  // Past its end a hold only waits to be looked at: its lock has fallen back, and what moves it now is this order.
  const over = running !== null && input.nowMs >= running.untilMs;
  const hold: Hold = {
    order: (over ? null : running?.order) ?? input.order,
    untilMs: Math.max(running?.untilMs ?? 0, input.notAfterMs + input.holdMs),
    ackedUntilMs: running?.ackedUntilMs ?? 0,
    exitUntilMs: running?.exitUntilMs ?? 0,
  };
  return [
    { ...lock, hold },
    { do: 'pulse', for: 'entry' },
  ];
};

const pulsed = (lock: Lock, { nowMs, holdMs }: On<'pulsed'>): Next => {
  if (lock.hold === null) return [lock];
  const untilMs = Math.max(lock.hold.ackedUntilMs, nowMs + holdMs);
  return [{ ...lock, hold: { ...lock.hold, untilMs, ackedUntilMs: untilMs } }];
};

const pulseFailed = (lock: Lock, { nowMs }: On<'pulse_failed'>): Next => {
  if (lock.hold === null) return [lock];
  const { ackedUntilMs } = lock.hold;
  // The hold of an earlier entry goes on; a longer one that may be running is cut off when that hold ends.
  if (ackedUntilMs > nowMs) return [{ ...lock, hold: { ...lock.hold, untilMs: ackedUntilMs } }];
  return change(lock, { ...lock, hold: null }, nowMs, 'relock');
};

const endHold = (lock: Lock, { nowMs }: On<'end_hold'>): Next =>
  ofEntry(lock.hold) ? change(lock, { ...lock, hold: exitPart(lock.hold, nowMs) }, nowMs, 'relock') : [lock];

const rex = (lock: Lock, { active, nowMs }: On<'rex'>, holdMs: number): Next => {
  if (active === lock.rex) return [lock];
  if (active) return change(lock, { ...lock, rex: true }, nowMs, 'relock');
  const untilMs = Math.max(lock.hold?.untilMs ?? 0, nowMs + holdMs);
  const hold: Hold = {
    order: lock.hold?.order ?? null,
    untilMs,
    ackedUntilMs: Math.max(lock.hold?.ackedUntilMs ?? 0, nowMs + holdMs),
    exitUntilMs: nowMs + holdMs,
  };
  return change(lock, { ...lock, rex: false, hold }, nowMs, 'relock');
};

const fire = (lock: Lock, { active, nowMs }: On<'fire'>): Next =>
  active === (lock.fire === 'active')
    ? [lock]
    : change(lock, { ...lock, fire: active ? 'active' : lock.fire === 'clear' ? 'clear' : 'latched' }, nowMs, 'relock');

/** The hold when nobody may get in any more: an entry's part ends, unless the leaf is open, and never an exit's. */
const shutOut = ({ hold }: Lock, leafOpen: boolean, nowMs: number): Hold | null =>
  ofEntry(hold) && !leafOpen ? exitPart(hold, nowMs) : hold;

const maintain = (lock: Lock, { mode, leafOpen, nowMs }: On<'mode'>): Next => {
  if (mode === lock.mode) return [lock];
  const hold = mode === 'force-closed' ? shutOut(lock, leafOpen, nowMs) : lock.hold;
  return change(lock, { ...lock, mode, hold }, nowMs, 'maintenance');
};

const lockDown = (lock: Lock, { active, leafOpen, nowMs }: On<'lockdown'>): Next => {
  if (active === lock.lockdown) return [lock];
  const hold = active ? shutOut(lock, leafOpen, nowMs) : lock.hold;
  return change(lock, { ...lock, lockdown: active, hold }, nowMs, 'lockdown');
};

/** Out of reach: what was running ends by the board's own timer. A fire stays until it is reset by hand. */
const lost = (lock: Lock): Next =>
  stance(lock) === 'rest' || (lock.fire === 'latched' && !lock.rex && lock.hold === null && lock.renewAtMs === null)
    ? [lock]
    : [{ ...lock, rex: false, hold: null, renewAtMs: null, fire: lock.fire === 'clear' ? 'clear' : 'latched' }];

const start = (lock: Lock, input: On<'start'>): Next => {
  const latched = lock.fire === 'clear' ? 'clear' : 'latched';
  const found: Lock = { ...lock, rex: input.rex, fire: input.fire ? 'active' : latched, hold: null, renewAtMs: null };
  if (leased(found)) return change(LOCK_AT_REST, found, input.nowMs, 'start');
  return input.released ? [found, { do: 'lock', cause: 'start' }] : [found];
};

/** One step of the lock. `holdMs` is the door's. Returns the very same object when nothing changed. */
export const stepLock = (lock: Lock, input: LockInput, holdMs: number): Next => {
  switch (input.on) {
    case 'release':
      return release(lock, input);
    case 'pulsed':
      return pulsed(lock, input);
    case 'pulse_failed':
      return pulseFailed(lock, input);
    case 'end_hold':
      return endHold(lock, input);
    case 'rex':
      return rex(lock, input, holdMs);
    case 'fire':
      return fire(lock, input);
    case 'fire_reset':
      return lock.fire === 'latched' ? change(lock, { ...lock, fire: 'clear' }, input.nowMs, 'relock') : [lock];
    case 'mode':
      return maintain(lock, input);
    case 'lockdown':
      return lockDown(lock, input);
    case 'tick':
      return tick(lock, input.nowMs);
    case 'lost':
      return lost(lock);
    case 'start':
      return start(lock, input);
  }
};

/** When `tick` has something to do next, or `Infinity`. */
export const lockDueMs = (lock: Lock): number =>
  Math.min(lock.renewAtMs ?? Infinity, lock.hold === null ? Infinity : lock.hold.untilMs + VERIFY_AFTER_MS);
