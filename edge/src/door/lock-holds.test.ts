import type { CommandId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import type { Order } from './attempt-machine.ts';
import { HOLD_MS, NOW, order, states } from './lock.kit.ts';
import { stepLock } from './lock-machine.ts';
import { LEASE_MS, type Lock, pulseMs } from './lock-state.ts';

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
