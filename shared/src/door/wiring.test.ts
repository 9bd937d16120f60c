import { describe, expect, it } from 'vitest';
import { DoorConfig } from './door-config.ts';
import { hasNewKey, isRewired } from './wiring.ts';

const at = (channel: number) => ({ bus: 'main', unit: 1, channel });
const key = { ...at(4), mode: 'force-open' as const };
const door: DoorConfig = DoorConfig.parse({
  doorId: 'door_front00000000000',
  name: 'Front',
  profile: 'latch',
  relay: at(0),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(0), activeMeans: 'unlocked' },
  contact: { ...at(1), activeMeans: 'open' },
  rex: at(2),
  fire: at(3),
  keySwitch: key,
});

const KEPT: readonly Partial<DoorConfig>[] = [
  { name: 'Main' },
  { holdSeconds: 9, extendedHoldSeconds: 20, heldOpenSeconds: 60, confirmationTimeoutSeconds: 9 },
  { relay: { channel: 0, unit: 1, bus: 'main' } },
  { rex: { ...at(2), activeMeans: 'pressed' } },
  { fire: { ...at(3), activeMeans: 'alarm' } },
  { keySwitch: { ...key, activeMeans: 'turned' } },
];
const REWIRED: readonly Partial<DoorConfig>[] = [
  { profile: 'magnet' },
  { relay: at(5) },
  { relay: { ...at(0), bus: 'side' } },
  { relayEnergisedMeans: 'locked' },
  { evidence: { kind: 'lock-sense', ...at(0), activeMeans: 'locked' } },
  { evidence: { kind: 'command-only' } },
  { contact: null },
  { rex: { ...at(2), activeMeans: 'released' } },
  { rex: null },
  { fire: { ...at(3), activeMeans: 'normal' } },
  { keySwitch: { ...key, activeMeans: 'home' } },
  { keySwitch: { ...key, mode: 'force-closed' } },
  { keySwitch: null },
];

describe('the wiring of a door', () => {
  it.each(KEPT)('is the same with %j', (change) => {
    expect([isRewired(door, { ...door, ...change }), isRewired({ ...door, ...change }, door)]).toEqual([false, false]);
  });

  it.each(REWIRED)('is another with %j', (change) => {
    expect([isRewired(door, { ...door, ...change }), isRewired({ ...door, ...change }, door)]).toEqual([true, true]);
  });

  it('has another key switch where there was none, or not this one', () => {
    const keys = [key, { ...key, activeMeans: 'turned' as const }, { ...key, activeMeans: 'home' as const }, null];
    const isNew = (before: DoorConfig | undefined) =>
      keys.map((keySwitch) => hasNewKey(before, { ...door, keySwitch }));
    expect(isNew(door)).toEqual([false, false, true, false]);
    expect(isNew({ ...door, keySwitch: null })).toEqual([true, true, true, false]);
    expect(isNew(undefined)).toEqual([true, true, true, false]);
  });
});
