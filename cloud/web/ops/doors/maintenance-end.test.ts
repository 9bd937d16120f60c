import { describe, expect, it } from 'vitest';
import { facilityTime } from '../../kit/facility-time.ts';
import { AT_TIME, BY_HAND, endOf, endsOf } from './maintenance-end.ts';

const time = facilityTime({ offsets: [{ from: '2024-06-01T00:00:00.000Z', minutes: 600, abbreviation: 'AEST' }] });
const nowMs = Date.parse('2026-06-01T08:42:10.000Z');

describe('the end of a maintenance', () => {
  it('is hours from now, or a time of the clock of the facility', () => {
    expect(endOf({ end: '2', field: '', time, nowMs })).toBe(Date.parse('2026-06-01T10:42:10.000Z'));
    expect(endOf({ end: AT_TIME, field: '2026-06-01T21:00', time, nowMs })).toBe(
      Date.parse('2026-06-01T11:00:00.000Z'),
    );
  });

  it.each(['', '2026-06-01T18:42', '2026-05-01T21:00'])('is no time that has passed, and none at all: %j', (field) => {
    expect(endOf({ end: AT_TIME, field, time, nowMs })).toBe('wrong');
  });

  it('may be left to somebody only where the door is kept closed', () => {
    const ends = (mode: 'force-open' | 'force-closed') => endsOf(mode).map(([end]) => end);
    expect(endOf({ end: BY_HAND, field: '', time, nowMs })).toBeUndefined();
    expect([ends('force-closed').includes(BY_HAND), ends('force-open').includes(BY_HAND)]).toEqual([true, false]);
  });
});
