import type { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import type { Order } from './attempt-machine.ts';
import { type Hold, LOCK_AT_REST, type Lock } from './lock-state.ts';

export const HOLD_MS = 5_000;
export const NOW = 10_000;
export const order: Order = { cause: 'unlock', id: 'cmd_0000000000000001' as CommandId };
export const entry: Order = { cause: 'access', id: 'evt_0000000000000001' as EventId };
const orders = { unlock: order, access: entry, rex: null };

export const hold = (cause: keyof typeof orders, untilMs: number, ackedUntilMs = untilMs, exitUntilMs = 0): Hold => ({
  order: orders[cause],
  untilMs,
  ackedUntilMs,
  exitUntilMs,
});
export const lock = (parts: Partial<Lock>): Lock => ({ ...LOCK_AT_REST, ...parts });
const renewAtMs = 12_000;

/** Every state of a lock that differs in what it does, at `NOW`. */
export const states = {
  'at rest': LOCK_AT_REST,
  'at rest, force-closed': lock({ mode: 'force-closed' }),
  'entry being written': lock({ hold: hold('unlock', 18_500, 0) }),
  'entry hold': lock({ hold: hold('unlock', 12_000) }),
  'exit hold': lock({ hold: hold('rex', 12_000, 12_000, 12_000) }),
  'entry over exit hold': lock({ hold: hold('unlock', 14_000, 14_000, 12_000) }),
  'exit hold, force-closed': lock({ mode: 'force-closed', hold: hold('rex', 12_000, 12_000, 12_000) }),
  'exit button': lock({ rex: true, renewAtMs }),
  'exit button, force-closed': lock({ rex: true, renewAtMs, mode: 'force-closed' }),
  'exit button over entry hold': lock({ rex: true, renewAtMs, hold: hold('unlock', 14_000) }),
  fire: lock({ fire: 'active', renewAtMs }),
  'fire, latched': lock({ fire: 'latched', renewAtMs }),
  'fire, force-closed': lock({ fire: 'active', renewAtMs, mode: 'force-closed' }),
  'fire and exit button': lock({ fire: 'active', rex: true, renewAtMs }),
  'forced open': lock({ mode: 'force-open', renewAtMs }),
  'locked down': lock({ lockdown: true }),
  'locked down, force-open beneath': lock({ lockdown: true, mode: 'force-open' }),
  'locked down, force-closed': lock({ lockdown: true, mode: 'force-closed' }),
  'locked down, break-glass hold': lock({ lockdown: true, hold: hold('access', 12_000) }),
  'locked down, exit button': lock({ lockdown: true, rex: true, renewAtMs }),
  'locked down, fire': lock({ lockdown: true, fire: 'active', renewAtMs }),
  'extended hold': lock({ hold: hold('access', 24_000) }),
} satisfies Record<string, Lock>;
