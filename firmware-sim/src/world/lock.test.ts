import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createLock } from './lock.ts';
import type { LockForces, LockKind, LockPosition } from './lock-kinds.ts';

const forces = (supplied: boolean, circuitClosed: boolean, leafShut: boolean): LockForces => ({
  supplied,
  circuitClosed,
  leafShut,
});
const aLock = (kind: LockKind, initially = forces(true, kind === 'magnet', true)) => {
  const clock = new ManualClock();
  const seen: LockPosition[] = [];
  return { clock, seen, lock: createLock({ clock, kind, initially, onChange: (at) => seen.push(at) }) };
};

/** Every kind, every force: where a lock that was locked, or unlocked, ends. */
const TABLE: readonly [LockKind, supplied: boolean, closed: boolean, shut: boolean, LockPosition, LockPosition][] = [
  ['strike', true, true, true, 'unlocked', 'unlocked'],
  ['strike', true, true, false, 'unlocked', 'unlocked'],
  ['strike', true, false, true, 'locked', 'locked'],
  ['strike', true, false, false, 'locked', 'locked'],
  ['strike', false, true, true, 'locked', 'locked'],
  ['strike', false, true, false, 'locked', 'locked'],
  ['strike', false, false, true, 'locked', 'locked'],
  ['strike', false, false, false, 'locked', 'locked'],
  ['magnet', true, true, true, 'locked', 'locked'],
  ['magnet', true, true, false, 'unlocked', 'unlocked'],
  ['magnet', true, false, true, 'unlocked', 'unlocked'],
  ['magnet', true, false, false, 'unlocked', 'unlocked'],
  ['magnet', false, true, true, 'unlocked', 'unlocked'],
  ['magnet', false, true, false, 'unlocked', 'unlocked'],
  ['magnet', false, false, true, 'unlocked', 'unlocked'],
  ['magnet', false, false, false, 'unlocked', 'unlocked'],
  ['gate', true, true, true, 'unlocked', 'unlocked'],
  ['gate', true, true, false, 'unlocked', 'unlocked'],
  ['gate', true, false, true, 'locked', 'locked'],
  ['gate', true, false, false, 'locked', 'unlocked'],
  ['gate', false, true, true, 'locked', 'unlocked'],
  ['gate', false, true, false, 'locked', 'unlocked'],
  ['gate', false, false, true, 'locked', 'unlocked'],
  ['gate', false, false, false, 'locked', 'unlocked'],
];
const LOCKED_BY = {
  strike: forces(true, false, true),
  magnet: forces(true, true, true),
  gate: forces(true, false, true),
};
const UNLOCKED_BY = {
  strike: forces(true, true, true),
  magnet: forces(false, false, true),
  gate: forces(true, true, true),
};

describe('a lock', () => {
  it('is tested with every kind and force', () =>
    expect(new Set(TABLE.map((row) => `${row.slice(0, 4)}`)).size).toBe(24));

  it.each(TABLE)(
    '%s with supply %s, circuit closed %s, leaf shut %s ends %s or %s',
    async (kind, s, c, l, fromLocked, fromUnlocked) => {
      for (const [start, end] of [
        [LOCKED_BY, fromLocked],
        [UNLOCKED_BY, fromUnlocked],
      ] as const) {
        const { clock, lock } = aLock(kind, start[kind]);
        lock.feel(forces(s, c, l));
        await clock.advance(Milliseconds(700));
        expect(lock.position).toBe(end);
        expect(clock.pendingTimers).toBe(0);
      }
    },
  );

  it.each([
    ['strike', 40],
    ['magnet', 120],
    ['gate', 600],
  ] as const)('%s takes %i ms to release, and not less', async (kind, travelMs) => {
    const { clock, lock, seen } = aLock(kind, LOCKED_BY[kind]);
    lock.feel(UNLOCKED_BY[kind]);
    await clock.advance(Milliseconds(travelMs - 1));
    expect(lock).toMatchObject({ position: 'locked', movingTo: 'unlocked' });
    await clock.advance(Milliseconds(1));
    expect(lock).toMatchObject({ position: 'unlocked', movingTo: undefined });
    expect(seen).toEqual(['unlocked']);
  });

  it('that changes its mind on the way never shows the position it did not reach', async () => {
    const { clock, lock, seen } = aLock('gate');
    lock.feel(UNLOCKED_BY.gate);
    await clock.advance(Milliseconds(599));
    lock.feel(LOCKED_BY.gate);
    await clock.advance(Milliseconds(2_000));
    expect(seen).toEqual([]);
  });

  it('keeps its travel when it feels the same force again', async () => {
    const { clock, lock } = aLock('strike');
    lock.feel(UNLOCKED_BY.strike);
    await clock.advance(Milliseconds(30));
    lock.feel(UNLOCKED_BY.strike);
    await clock.advance(Milliseconds(10));
    expect(lock.position).toBe('unlocked');
  });

  it('that is jammed stays where it is, and moves when freed', async () => {
    const { clock, lock } = aLock('strike');
    lock.jam();
    lock.feel(UNLOCKED_BY.strike);
    await clock.advance(Milliseconds(1_000));
    expect(lock.position).toBe('locked');
    lock.free();
    await clock.advance(Milliseconds(40));
    expect(lock.position).toBe('unlocked');
  });

  it('that is a magnet is open as soon as it is torn off; a strike or bolt stays thrown', () => {
    for (const [kind, after] of [
      ['magnet', 'unlocked'],
      ['strike', 'locked'],
      ['gate', 'locked'],
    ] as const) {
      const { lock } = aLock(kind);
      lock.tear();
      expect(lock.position).toBe(after);
    }
  });
});
