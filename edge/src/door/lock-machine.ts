import type { MovementCause } from '@gatehouse/shared/journal/fact.ts';
import {
  demandedState,
  type Hold,
  LOCK_AT_REST,
  type Lock,
  type LockEffect,
  type LockInput,
  leased,
  ofEntry,
  releaseDenyReason,
} from './lock-state.ts';

type Next = readonly [Lock, ...LockEffect[]];

const RENEW_MS = 3_000;
/** How long after its calculated end a board's pulse is looked at. */
const VERIFY_AFTER_MS = 150;

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
  return demandedState(before) === 'rest' ? [calm] : [calm, { do: 'lock', cause: restCause }];
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
  if (releaseDenyReason(lock, input.breakGlass) !== null) return [lock];
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
  demandedState(lock) === 'rest' ||
  (lock.fire === 'latched' && !lock.rex && lock.hold === null && lock.renewAtMs === null)
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
