import { describe, expect, it } from 'vitest';
import { aDoor } from '../testing/a-door.ts';
import { blockedBy, isUnseen, noticesOf, standing, toneOf } from './door-tone.ts';

const LOCKED_DOWN = { active: true, by: 'Kim', reason: 'Threat', generation: 2 };

describe('how a door looks from afar', () => {
  it('is calm where everything is as usual, and open where it is unlocked', () => {
    expect([toneOf(aDoor()), noticesOf(aDoor()), blockedBy(aDoor())]).toEqual(['calm', [], undefined]);
    expect(toneOf(aDoor({ lock: 'unlocked' }))).toBe('open');
  });
  it('says who has locked it down and why, and that nobody gets in', () => {
    const door = aDoor({ lockdown: LOCKED_DOWN });
    expect([toneOf(door), blockedBy(door)]).toEqual(['held', 'Locked down by Kim: Threat']);
  });
  it('never takes a door that is not heard of for one at which nobody gets in', () => {
    for (const presence of ['gone', 'stale', 'never_seen'] as const) {
      const door = aDoor({ presence, lock: 'unknown' });
      expect([isUnseen(door), blockedBy(door), toneOf(door)]).toEqual([true, undefined, 'alarm']);
    }
  });
  it('shows the worst of several things first, each in words', () => {
    const door = aDoor({ lockdown: LOCKED_DOWN, alarms: ['forced_open', 'newer_alarm'] });
    expect(noticesOf(door).map(({ text }) => text)).toEqual([
      'Forced open',
      'newer alarm',
      'Locked down by Kim: Threat',
    ]);
  });
  it('is one sentence to whoever listens: the lock first, then what is out of the ordinary', () => {
    expect(standing(aDoor({ lock: 'unlocked' }), 'Unlocked')).toBe('Front door: Unlocked');
    const away = aDoor({ lock: 'unknown', presence: 'gone', alarms: ['forced_open'] });
    expect(standing(away, 'Lock unknown')).toBe('Front door: Lock unknown, Its box is offline and Forced open');
  });
});
