import type { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { CommandId } from '@gatehouse/shared/ids/ids.ts';
import type { MovementCause } from '@gatehouse/shared/journal/fact.ts';

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
  readonly hold: Hold | null;
  /** When the lease is due for renewal. Only while there is one. */
  readonly renewAtMs: number | null;
}

export interface Hold {
  /** `unlock` while any entry has a part in it. */
  readonly cause: 'unlock' | 'rex';
  readonly commandId: CommandId | null;
  /** When the board will have ended its pulse at the latest. */
  readonly untilMs: number;
  /** The same for the last pulse that the board acknowledged. */
  readonly ackedUntilMs: number;
  /** How far the exit's own part reaches: ending an entry early never shortens that. 0 when there is none. */
  readonly exitUntilMs: number;
}

export type LockInput =
  /** An accepted entry: a pulse will start by `notAfterMs` or never. */
  | { readonly on: 'release'; readonly commandId: CommandId; readonly notAfterMs: number; readonly nowMs: number }
  | { readonly on: 'pulsed'; readonly nowMs: number }
  /** A pulse for an entry was not acknowledged. It may be running all the same. */
  | { readonly on: 'pulse_failed'; readonly nowMs: number }
  /** The entry is over before its time: passed through, or the lock did not follow. */
  | { readonly on: 'end_hold'; readonly nowMs: number }
  | { readonly on: 'rex'; readonly active: boolean; readonly nowMs: number }
  | { readonly on: 'fire'; readonly active: boolean; readonly nowMs: number }
  | { readonly on: 'fire_reset'; readonly nowMs: number }
  | { readonly on: 'mode'; readonly mode: MaintenanceMode; readonly leafOpen: boolean; readonly nowMs: number }
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
  /** `entry`: for the commands that wait. `lock`: because the lock's own reasons changed, or must be renewed. */
  | { readonly do: 'pulse'; readonly for: 'entry' | 'lock' }
  | { readonly do: 'lock'; readonly cause: MovementCause }
  /** The board should have ended its pulse by now: look, and lock if it has not. */
  | { readonly do: 'verify' };

type Next = readonly [Lock, ...LockEffect[]];

export const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** How long after its calculated end a board's pulse is looked at. */
const VERIFY_AFTER_MS = 150;

export const LOCK_AT_REST: Lock = { rex: false, fire: 'clear', mode: 'off', hold: null, renewAtMs: null };

export type Stance = 'fire' | 'exit' | 'open' | 'hold' | 'rest';

/** The strongest reason of all. A way out comes before everything, and force-closed is no reason against it. */
export const stance = (lock: Lock): Stance => {
  if (lock.fire !== 'clear') return 'fire';
  if (lock.rex) return 'exit';
  if (lock.mode === 'force-open') return 'open';
  return lock.hold === null ? 'rest' : 'hold';
};

export const leased = (lock: Lock): boolean => ['fire', 'exit', 'open'].includes(stance(lock));

/** What a movement of the lock away from rest has to be put down to, and `null` when nothing justifies one. */
export const causeOf = (lock: Lock): MovementCause | null => {
  const causes = {
    fire: 'fire',
    exit: 'rex',
    open: 'maintenance',
    hold: lock.hold?.cause ?? null,
    rest: null,
  } as const;
  return causes[stance(lock)];
};

/**
 * How long a pulse written now has to last: `forEntries` when commands wait for it, which get the whole hold. A lease is
 * never shortened by the hold beneath it.
 */
export const pulseMs = (lock: Lock, holdMs: number, nowMs: number, forEntries: boolean): number => {
  const remaining = Math.max(100, (lock.hold?.untilMs ?? nowMs) - nowMs);
  const hold = forEntries ? holdMs : remaining;
  return leased(lock) ? Math.max(LEASE_MS, hold) : hold;
};

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
    return leased(before) || calm.hold.cause !== before.hold?.cause ? [calm, { do: 'pulse', for: 'lock' }] : [calm];
  return stance(before) === 'rest' ? [calm] : [calm, { do: 'lock', cause: restCause }];
};

/** The hold without its entry's part. */
const exitPart = (hold: Hold | null, nowMs: number): Hold | null => {
  if (hold === null || hold.exitUntilMs <= nowMs) return null;
  const untilMs = hold.exitUntilMs;
  return { cause: 'rex', commandId: null, untilMs, ackedUntilMs: untilMs, exitUntilMs: untilMs };
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

const release = (lock: Lock, input: On<'release'>, holdMs: number): Next => {
  if (lock.mode !== 'off') return [lock];
  const { hold: running } = lock;
  // Past its end a hold only waits to be looked at: its lock has fallen back, and what moves it now is this command.
  const over = running !== null && input.nowMs >= running.untilMs;
  const hold: Hold = {
    cause: 'unlock',
    commandId: (over ? null : running?.commandId) ?? input.commandId,
    untilMs: Math.max(running?.untilMs ?? 0, input.notAfterMs + holdMs),
    ackedUntilMs: running?.ackedUntilMs ?? 0,
    exitUntilMs: running?.exitUntilMs ?? 0,
  };
  return [
    { ...lock, hold },
    { do: 'pulse', for: 'entry' },
  ];
};

const pulsed = (lock: Lock, { nowMs }: On<'pulsed'>, holdMs: number): Next => {
  if (lock.hold === null) return [lock];
  return [{ ...lock, hold: { ...lock.hold, untilMs: nowMs + holdMs, ackedUntilMs: nowMs + holdMs } }];
};

const pulseFailed = (lock: Lock, { nowMs }: On<'pulse_failed'>): Next => {
  if (lock.hold === null) return [lock];
  const { ackedUntilMs } = lock.hold;
  // The hold of an earlier entry goes on; a longer one that may be running is cut off when that hold ends.
  if (ackedUntilMs > nowMs) return [{ ...lock, hold: { ...lock.hold, untilMs: ackedUntilMs } }];
  return change(lock, { ...lock, hold: null }, nowMs, 'relock');
};

const endHold = (lock: Lock, { nowMs }: On<'end_hold'>): Next =>
  lock.hold?.cause === 'unlock' ? change(lock, { ...lock, hold: exitPart(lock.hold, nowMs) }, nowMs, 'relock') : [lock];

const rex = (lock: Lock, { active, nowMs }: On<'rex'>, holdMs: number): Next => {
  if (active === lock.rex) return [lock];
  if (active) return change(lock, { ...lock, rex: true }, nowMs, 'relock');
  const untilMs = Math.max(lock.hold?.untilMs ?? 0, nowMs + holdMs);
  const hold: Hold = {
    cause: lock.hold?.cause ?? 'rex',
    commandId: lock.hold?.commandId ?? null,
    untilMs,
    ackedUntilMs: untilMs,
    exitUntilMs: nowMs + holdMs,
  };
  return change(lock, { ...lock, rex: false, hold }, nowMs, 'relock');
};

const fire = (lock: Lock, { active, nowMs }: On<'fire'>): Next =>
  active === (lock.fire === 'active')
    ? [lock]
    : change(lock, { ...lock, fire: active ? 'active' : lock.fire === 'clear' ? 'clear' : 'latched' }, nowMs, 'relock');

const maintain = (lock: Lock, { mode, leafOpen, nowMs }: On<'mode'>): Next => {
  if (mode === lock.mode) return [lock];
  const endsEntry = mode === 'force-closed' && lock.hold?.cause === 'unlock' && !leafOpen;
  const hold = endsEntry ? exitPart(lock.hold, nowMs) : lock.hold;
  return change(lock, { ...lock, mode, hold }, nowMs, 'maintenance');
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
      return release(lock, input, holdMs);
    case 'pulsed':
      return pulsed(lock, input, holdMs);
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
