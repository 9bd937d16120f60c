import type { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import type { Order } from './attempt-machine.ts';
import { stepLock } from './lock-machine.ts';
import { type Hold, LEASE_MS, LOCK_AT_REST, type Lock, type LockInput, pulseMs, stance } from './lock-state.ts';
import { line, testEveryPair } from './state-table.kit.ts';

const HOLD_MS = 5_000;
const NOW = 10_000;
const LATER = 40_000;
const nowMs = NOW;
const order: Order = { cause: 'unlock', id: 'cmd_0000000000000001' as CommandId };
const entry: Order = { cause: 'access', id: 'evt_0000000000000001' as EventId };
const orders = { unlock: order, access: entry, rex: null };

const hold = (cause: keyof typeof orders, untilMs: number, ackedUntilMs = untilMs, exitUntilMs = 0): Hold => ({
  order: orders[cause],
  untilMs,
  ackedUntilMs,
  exitUntilMs,
});
const lock = (parts: Partial<Lock>): Lock => ({ ...LOCK_AT_REST, ...parts });
const renewAtMs = 12_000;

const states = {
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

const mode = (to: Lock['mode'], leafOpen = false): LockInput => ({ on: 'mode', mode: to, leafOpen, nowMs });
const start = (parts: { released?: boolean; rex?: boolean; fire?: boolean }): LockInput => ({
  on: 'start',
  released: false,
  rex: false,
  fire: false,
  nowMs,
  ...parts,
});

const inputs = {
  release: { on: 'release', order, notAfterMs: 13_500, holdMs: HOLD_MS, breakGlass: false, nowMs },
  'grant, extended': { on: 'release', order: entry, notAfterMs: 15_000, holdMs: 15_000, breakGlass: false, nowMs },
  'grant, break-glass': { on: 'release', order: entry, notAfterMs: 15_000, holdMs: HOLD_MS, breakGlass: true, nowMs },
  pulsed: { on: 'pulsed', holdMs: HOLD_MS, nowMs },
  'pulsed, short': { on: 'pulsed', holdMs: 1_000, nowMs },
  'pulse failed': { on: 'pulse_failed', nowMs },
  'end hold': { on: 'end_hold', nowMs },
  'button pressed': { on: 'rex', active: true, nowMs },
  'button let go': { on: 'rex', active: false, nowMs },
  'fire on': { on: 'fire', active: true, nowMs },
  'fire off': { on: 'fire', active: false, nowMs },
  'fire reset': { on: 'fire_reset', nowMs },
  off: mode('off'),
  'force-open': mode('force-open'),
  'force-closed': mode('force-closed'),
  'force-closed, leaf open': mode('force-closed', true),
  'lockdown on': { on: 'lockdown', active: true, leafOpen: false, nowMs },
  'lockdown on, leaf open': { on: 'lockdown', active: true, leafOpen: true, nowMs },
  'lockdown off': { on: 'lockdown', active: false, leafOpen: false, nowMs },
  'tick, nothing due': { on: 'tick', nowMs },
  'tick, all due': { on: 'tick', nowMs: LATER },
  lost: { on: 'lost' },
  'start, at rest': start({}),
  'start, released': start({ released: true }),
  'start, button': start({ released: true, rex: true }),
  'start, fire': start({ released: true, fire: true }),
} satisfies Record<string, LockInput>;

const told = (state: Lock): string => {
  const parts: string[] = [stance(state), ...(state.mode === 'off' ? [] : [state.mode])];
  if (state.lockdown) parts.push('lockdown');
  if (state.fire === 'latched') parts.push('latched');
  if (state.rex && stance(state) !== 'exit') parts.push('button');
  if (state.hold !== null) parts.push(`${state.hold.order?.cause ?? 'rex'} to ${state.hold.untilMs}`);
  return parts.join(' ');
};

describe('the lock, every state with every input', () => {
  testEveryPair<Lock, LockInput>({
    states,
    inputs,
    run: (state, input) => {
      const [after, ...effects] = stepLock(state, input, HOLD_MS);
      if (after === state && effects.length === 0) return 'same';
      const asked = effects.map((e) =>
        e.do === 'pulse' ? `pulse for ${e.for}` : e.do === 'lock' ? `lock by ${e.cause}` : e.do,
      );
      return line(told(after), asked);
    },
    table: {
      'at rest': {
        'button pressed': 'exit -> pulse for lock',
        'fire on': 'fire -> pulse for lock',
        'force-closed': 'rest force-closed',
        'force-closed, leaf open': 'rest force-closed',
        'force-open': 'open force-open -> pulse for lock',
        'grant, break-glass': 'hold access to 20000 -> pulse for entry',
        'grant, extended': 'hold access to 30000 -> pulse for entry',
        'lockdown on': 'rest lockdown',
        'lockdown on, leaf open': 'rest lockdown',
        release: 'hold unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
      },
      'at rest, force-closed': {
        'button pressed': 'exit force-closed -> pulse for lock',
        'fire on': 'fire force-closed -> pulse for lock',
        'force-open': 'open force-open -> pulse for lock',
        'lockdown on': 'rest force-closed lockdown',
        'lockdown on, leaf open': 'rest force-closed lockdown',
        off: 'rest',
        'start, at rest': 'rest force-closed',
        'start, button': 'exit force-closed -> pulse for lock',
        'start, fire': 'fire force-closed -> pulse for lock',
        'start, released': 'rest force-closed -> lock by start',
      },
      'entry being written': {
        'button pressed': 'exit unlock to 18500 -> pulse for lock',
        'end hold': 'rest -> lock by relock',
        'fire on': 'fire unlock to 18500 -> pulse for lock',
        'force-closed': 'rest force-closed -> lock by maintenance',
        'force-closed, leaf open': 'hold force-closed unlock to 18500',
        'force-open': 'open force-open unlock to 18500 -> pulse for lock',
        'grant, break-glass': 'hold unlock to 20000 -> pulse for entry',
        'grant, extended': 'hold unlock to 30000 -> pulse for entry',
        'lockdown on': 'rest lockdown -> lock by lockdown',
        'lockdown on, leaf open': 'hold lockdown unlock to 18500',
        lost: 'rest',
        'pulse failed': 'rest -> lock by relock',
        pulsed: 'hold unlock to 15000',
        'pulsed, short': 'hold unlock to 11000',
        release: 'hold unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'rest -> verify',
      },
      'entry hold': {
        'button pressed': 'exit unlock to 12000 -> pulse for lock',
        'end hold': 'rest -> lock by relock',
        'fire on': 'fire unlock to 12000 -> pulse for lock',
        'force-closed': 'rest force-closed -> lock by maintenance',
        'force-closed, leaf open': 'hold force-closed unlock to 12000',
        'force-open': 'open force-open unlock to 12000 -> pulse for lock',
        'grant, break-glass': 'hold unlock to 20000 -> pulse for entry',
        'grant, extended': 'hold unlock to 30000 -> pulse for entry',
        'lockdown on': 'rest lockdown -> lock by lockdown',
        'lockdown on, leaf open': 'hold lockdown unlock to 12000',
        lost: 'rest',
        'pulse failed': 'hold unlock to 12000',
        pulsed: 'hold unlock to 15000',
        'pulsed, short': 'hold unlock to 12000',
        release: 'hold unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'rest -> verify',
      },
      'exit hold': {
        'button pressed': 'exit rex to 12000 -> pulse for lock',
        'fire on': 'fire rex to 12000 -> pulse for lock',
        'force-closed': 'hold force-closed rex to 12000',
        'force-closed, leaf open': 'hold force-closed rex to 12000',
        'force-open': 'open force-open rex to 12000 -> pulse for lock',
        'grant, break-glass': 'hold access to 20000 -> pulse for entry',
        'grant, extended': 'hold access to 30000 -> pulse for entry',
        'lockdown on': 'hold lockdown rex to 12000',
        'lockdown on, leaf open': 'hold lockdown rex to 12000',
        lost: 'rest',
        'pulse failed': 'hold rex to 12000',
        pulsed: 'hold rex to 15000',
        'pulsed, short': 'hold rex to 12000',
        release: 'hold unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'rest -> verify',
      },
      'entry over exit hold': {
        'button pressed': 'exit unlock to 14000 -> pulse for lock',
        'end hold': 'hold rex to 12000 -> pulse for lock',
        'fire on': 'fire unlock to 14000 -> pulse for lock',
        'force-closed': 'hold force-closed rex to 12000 -> pulse for lock',
        'force-closed, leaf open': 'hold force-closed unlock to 14000',
        'force-open': 'open force-open unlock to 14000 -> pulse for lock',
        'grant, break-glass': 'hold unlock to 20000 -> pulse for entry',
        'grant, extended': 'hold unlock to 30000 -> pulse for entry',
        'lockdown on': 'hold lockdown rex to 12000 -> pulse for lock',
        'lockdown on, leaf open': 'hold lockdown unlock to 14000',
        lost: 'rest',
        'pulse failed': 'hold unlock to 14000',
        pulsed: 'hold unlock to 15000',
        'pulsed, short': 'hold unlock to 14000',
        release: 'hold unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'rest -> verify',
      },
      'exit hold, force-closed': {
        'button pressed': 'exit force-closed rex to 12000 -> pulse for lock',
        'fire on': 'fire force-closed rex to 12000 -> pulse for lock',
        'force-open': 'open force-open rex to 12000 -> pulse for lock',
        'lockdown on': 'hold force-closed lockdown rex to 12000',
        'lockdown on, leaf open': 'hold force-closed lockdown rex to 12000',
        lost: 'rest force-closed',
        off: 'hold rex to 12000',
        'pulse failed': 'hold force-closed rex to 12000',
        pulsed: 'hold force-closed rex to 15000',
        'pulsed, short': 'hold force-closed rex to 12000',
        'start, at rest': 'rest force-closed',
        'start, button': 'exit force-closed -> pulse for lock',
        'start, fire': 'fire force-closed -> pulse for lock',
        'start, released': 'rest force-closed -> lock by start',
        'tick, all due': 'rest force-closed -> verify',
      },
      'exit button': {
        'button let go': 'hold rex to 15000 -> pulse for lock',
        'fire on': 'fire button',
        'force-closed': 'exit force-closed',
        'force-closed, leaf open': 'exit force-closed',
        'force-open': 'exit force-open',
        'grant, break-glass': 'exit access to 20000 -> pulse for entry',
        'grant, extended': 'exit access to 30000 -> pulse for entry',
        'lockdown on': 'exit lockdown',
        'lockdown on, leaf open': 'exit lockdown',
        lost: 'rest',
        release: 'exit unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'exit -> pulse for lock',
      },
      'exit button, force-closed': {
        'button let go': 'hold force-closed rex to 15000 -> pulse for lock',
        'fire on': 'fire force-closed button',
        'force-open': 'exit force-open',
        'lockdown on': 'exit force-closed lockdown',
        'lockdown on, leaf open': 'exit force-closed lockdown',
        lost: 'rest force-closed',
        off: 'exit',
        'start, at rest': 'rest force-closed',
        'start, button': 'exit force-closed -> pulse for lock',
        'start, fire': 'fire force-closed -> pulse for lock',
        'start, released': 'rest force-closed -> lock by start',
        'tick, all due': 'exit force-closed -> pulse for lock',
      },
      'exit button over entry hold': {
        'button let go': 'hold unlock to 15000 -> pulse for lock',
        'end hold': 'exit',
        'fire on': 'fire button unlock to 14000',
        'force-closed': 'exit force-closed',
        'force-closed, leaf open': 'exit force-closed unlock to 14000',
        'force-open': 'exit force-open unlock to 14000',
        'grant, break-glass': 'exit unlock to 20000 -> pulse for entry',
        'grant, extended': 'exit unlock to 30000 -> pulse for entry',
        'lockdown on': 'exit lockdown',
        'lockdown on, leaf open': 'exit lockdown unlock to 14000',
        lost: 'rest',
        'pulse failed': 'exit unlock to 14000',
        pulsed: 'exit unlock to 15000',
        'pulsed, short': 'exit unlock to 14000',
        release: 'exit unlock to 18500 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'exit -> pulse for lock',
      },
      fire: {
        'button pressed': 'fire button',
        'fire off': 'fire latched',
        'force-closed': 'fire force-closed',
        'force-closed, leaf open': 'fire force-closed',
        'force-open': 'fire force-open',
        'grant, break-glass': 'fire access to 20000 -> pulse for entry',
        'grant, extended': 'fire access to 30000 -> pulse for entry',
        'lockdown on': 'fire lockdown',
        'lockdown on, leaf open': 'fire lockdown',
        lost: 'fire latched',
        release: 'fire unlock to 18500 -> pulse for entry',
        'start, at rest': 'fire latched -> pulse for lock',
        'start, button': 'fire latched button -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'fire latched -> pulse for lock',
        'tick, all due': 'fire -> pulse for lock',
      },
      'fire, latched': {
        'button pressed': 'fire latched button',
        'fire on': 'fire',
        'fire reset': 'rest -> lock by relock',
        'force-closed': 'fire force-closed latched',
        'force-closed, leaf open': 'fire force-closed latched',
        'force-open': 'fire force-open latched',
        'grant, break-glass': 'fire latched access to 20000 -> pulse for entry',
        'grant, extended': 'fire latched access to 30000 -> pulse for entry',
        'lockdown on': 'fire lockdown latched',
        'lockdown on, leaf open': 'fire lockdown latched',
        lost: 'fire latched',
        release: 'fire latched unlock to 18500 -> pulse for entry',
        'start, at rest': 'fire latched -> pulse for lock',
        'start, button': 'fire latched button -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'fire latched -> pulse for lock',
        'tick, all due': 'fire latched -> pulse for lock',
      },
      'fire, force-closed': {
        'button pressed': 'fire force-closed button',
        'fire off': 'fire force-closed latched',
        'force-open': 'fire force-open',
        'lockdown on': 'fire force-closed lockdown',
        'lockdown on, leaf open': 'fire force-closed lockdown',
        lost: 'fire force-closed latched',
        off: 'fire',
        'start, at rest': 'fire force-closed latched -> pulse for lock',
        'start, button': 'fire force-closed latched button -> pulse for lock',
        'start, fire': 'fire force-closed -> pulse for lock',
        'start, released': 'fire force-closed latched -> pulse for lock',
        'tick, all due': 'fire force-closed -> pulse for lock',
      },
      'fire and exit button': {
        'button let go': 'fire rex to 15000',
        'fire off': 'fire latched button',
        'force-closed': 'fire force-closed button',
        'force-closed, leaf open': 'fire force-closed button',
        'force-open': 'fire force-open button',
        'grant, break-glass': 'fire button access to 20000 -> pulse for entry',
        'grant, extended': 'fire button access to 30000 -> pulse for entry',
        'lockdown on': 'fire lockdown button',
        'lockdown on, leaf open': 'fire lockdown button',
        lost: 'fire latched',
        release: 'fire button unlock to 18500 -> pulse for entry',
        'start, at rest': 'fire latched -> pulse for lock',
        'start, button': 'fire latched button -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'fire latched -> pulse for lock',
        'tick, all due': 'fire button -> pulse for lock',
      },
      'forced open': {
        'button pressed': 'exit force-open',
        'fire on': 'fire force-open',
        'force-closed': 'rest force-closed -> lock by maintenance',
        'force-closed, leaf open': 'rest force-closed -> lock by maintenance',
        'lockdown on': 'rest force-open lockdown -> lock by lockdown',
        'lockdown on, leaf open': 'rest force-open lockdown -> lock by lockdown',
        lost: 'open force-open',
        off: 'rest -> lock by maintenance',
        'start, at rest': 'open force-open -> pulse for lock',
        'start, button': 'exit force-open -> pulse for lock',
        'start, fire': 'fire force-open -> pulse for lock',
        'start, released': 'open force-open -> pulse for lock',
        'tick, all due': 'open force-open -> pulse for lock',
      },
      'locked down': {
        'button pressed': 'exit lockdown -> pulse for lock',
        'fire on': 'fire lockdown -> pulse for lock',
        'force-closed': 'rest force-closed lockdown',
        'force-closed, leaf open': 'rest force-closed lockdown',
        'force-open': 'rest force-open lockdown',
        'grant, break-glass': 'hold lockdown access to 20000 -> pulse for entry',
        'lockdown off': 'rest',
        'start, at rest': 'rest lockdown',
        'start, button': 'exit lockdown -> pulse for lock',
        'start, fire': 'fire lockdown -> pulse for lock',
        'start, released': 'rest lockdown -> lock by start',
      },
      'locked down, force-open beneath': {
        'button pressed': 'exit force-open lockdown -> pulse for lock',
        'fire on': 'fire force-open lockdown -> pulse for lock',
        'force-closed': 'rest force-closed lockdown',
        'force-closed, leaf open': 'rest force-closed lockdown',
        'grant, break-glass': 'hold force-open lockdown access to 20000 -> pulse for entry',
        'lockdown off': 'open force-open -> pulse for lock',
        off: 'rest lockdown',
        'start, at rest': 'rest force-open lockdown',
        'start, button': 'exit force-open lockdown -> pulse for lock',
        'start, fire': 'fire force-open lockdown -> pulse for lock',
        'start, released': 'rest force-open lockdown -> lock by start',
      },
      'locked down, force-closed': {
        'button pressed': 'exit force-closed lockdown -> pulse for lock',
        'fire on': 'fire force-closed lockdown -> pulse for lock',
        'force-open': 'rest force-open lockdown',
        'lockdown off': 'rest force-closed',
        off: 'rest lockdown',
        'start, at rest': 'rest force-closed lockdown',
        'start, button': 'exit force-closed lockdown -> pulse for lock',
        'start, fire': 'fire force-closed lockdown -> pulse for lock',
        'start, released': 'rest force-closed lockdown -> lock by start',
      },
      'locked down, break-glass hold': {
        'button pressed': 'exit lockdown access to 12000 -> pulse for lock',
        'end hold': 'rest lockdown -> lock by relock',
        'fire on': 'fire lockdown access to 12000 -> pulse for lock',
        'force-closed': 'rest force-closed lockdown -> lock by maintenance',
        'force-closed, leaf open': 'hold force-closed lockdown access to 12000',
        'force-open': 'hold force-open lockdown access to 12000',
        'grant, break-glass': 'hold lockdown access to 20000 -> pulse for entry',
        'lockdown off': 'hold access to 12000',
        lost: 'rest lockdown',
        'pulse failed': 'hold lockdown access to 12000',
        pulsed: 'hold lockdown access to 15000',
        'pulsed, short': 'hold lockdown access to 12000',
        'start, at rest': 'rest lockdown',
        'start, button': 'exit lockdown -> pulse for lock',
        'start, fire': 'fire lockdown -> pulse for lock',
        'start, released': 'rest lockdown -> lock by start',
        'tick, all due': 'rest lockdown -> verify',
      },
      'locked down, exit button': {
        'button let go': 'hold lockdown rex to 15000 -> pulse for lock',
        'fire on': 'fire lockdown button',
        'force-closed': 'exit force-closed lockdown',
        'force-closed, leaf open': 'exit force-closed lockdown',
        'force-open': 'exit force-open lockdown',
        'grant, break-glass': 'exit lockdown access to 20000 -> pulse for entry',
        'lockdown off': 'exit',
        lost: 'rest lockdown',
        'start, at rest': 'rest lockdown',
        'start, button': 'exit lockdown -> pulse for lock',
        'start, fire': 'fire lockdown -> pulse for lock',
        'start, released': 'rest lockdown -> lock by start',
        'tick, all due': 'exit lockdown -> pulse for lock',
      },
      'locked down, fire': {
        'button pressed': 'fire lockdown button',
        'fire off': 'fire lockdown latched',
        'force-closed': 'fire force-closed lockdown',
        'force-closed, leaf open': 'fire force-closed lockdown',
        'force-open': 'fire force-open lockdown',
        'grant, break-glass': 'fire lockdown access to 20000 -> pulse for entry',
        'lockdown off': 'fire',
        lost: 'fire lockdown latched',
        'start, at rest': 'fire lockdown latched -> pulse for lock',
        'start, button': 'fire lockdown latched button -> pulse for lock',
        'start, fire': 'fire lockdown -> pulse for lock',
        'start, released': 'fire lockdown latched -> pulse for lock',
        'tick, all due': 'fire lockdown -> pulse for lock',
      },
      'extended hold': {
        'button pressed': 'exit access to 24000 -> pulse for lock',
        'end hold': 'rest -> lock by relock',
        'fire on': 'fire access to 24000 -> pulse for lock',
        'force-closed': 'rest force-closed -> lock by maintenance',
        'force-closed, leaf open': 'hold force-closed access to 24000',
        'force-open': 'open force-open access to 24000 -> pulse for lock',
        'grant, break-glass': 'hold access to 24000 -> pulse for entry',
        'grant, extended': 'hold access to 30000 -> pulse for entry',
        'lockdown on': 'rest lockdown -> lock by lockdown',
        'lockdown on, leaf open': 'hold lockdown access to 24000',
        lost: 'rest',
        'pulse failed': 'hold access to 24000',
        pulsed: 'hold access to 24000',
        'pulsed, short': 'hold access to 24000',
        release: 'hold access to 24000 -> pulse for entry',
        'start, at rest': 'rest',
        'start, button': 'exit -> pulse for lock',
        'start, fire': 'fire -> pulse for lock',
        'start, released': 'rest -> lock by start',
        'tick, all due': 'rest -> verify',
      },
    },
  });
});

describe('what a hold is put down to', () => {
  const next: Order = { cause: 'unlock', id: 'cmd_0000000000000002' as CommandId };
  const enter = (from: Lock, atMs: number) =>
    stepLock(
      from,
      { on: 'release', order: next, notAfterMs: atMs + 3_500, holdMs: HOLD_MS, breakGlass: false, nowMs: atMs },
      HOLD_MS,
    )[0].hold;

  it('is the first of the entries that share it', () => {
    expect(enter(states['entry being written'], NOW)?.order).toBe(order);
    expect(enter(states['entry hold'], 11_999)?.order).toBe(order);
  });

  it('is the new entry once the hold before is over, though nobody has looked yet', () => {
    expect(enter(states['entry hold'], 12_000)?.order).toBe(next);
    expect(enter(states['entry hold'], 12_149)?.order).toBe(next);
  });
});

describe('how long a pulse lasts', () => {
  it('is the whole hold for an entry, and what is left of it when a lease ends', () => {
    expect(pulseMs(states['entry being written'], NOW, HOLD_MS)).toBe(HOLD_MS);
    expect(pulseMs(states['entry hold'], NOW, null)).toBe(2_000);
  });

  it('is not cut short by a shorter hold that begins meanwhile', () => {
    expect(pulseMs(states['extended hold'], NOW, HOLD_MS)).toBe(14_000);
  });

  it('is never shorter than a lease while there is one', () => {
    expect(pulseMs(states['exit button over entry hold'], NOW, 1_000)).toBe(LEASE_MS);
    expect(pulseMs(states.fire, NOW, 60_000)).toBe(60_000);
  });
});
