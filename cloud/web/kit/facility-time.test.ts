import { describe, expect, it } from 'vitest';
import { facilityTime, utcTime } from './facility-time.ts';

const berlin = facilityTime({
  offsets: [
    { from: '2025-10-26T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
    { from: '2026-03-29T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
    { from: '2026-10-25T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
  ],
});
const ms = (iso: string) => Date.parse(iso);

describe('times of a facility', () => {
  it('go by its own offsets, on both sides of the night when clocks go forward', () => {
    expect(berlin.clockToTheSecond(ms('2026-03-29T00:59:59Z'))).toBe('01:59:59');
    expect(berlin.clockToTheSecond(ms('2026-03-29T01:00:00Z'))).toBe('03:00:00');
  });
  it('show the hour that comes twice both times, each with the name of its zone', () => {
    const [first, second] = [ms('2026-10-25T00:30:00Z'), ms('2026-10-25T01:30:00Z')];
    expect([berlin.clock(first), berlin.zone(first)]).toEqual(['02:30', 'CEST']);
    expect([berlin.clock(second), berlin.zone(second)]).toEqual(['02:30', 'CET']);
  });
  it('name a day only where it is another than that of the facility', () => {
    const now = ms('2026-06-01T22:30:00Z'); // It is the 2nd there.
    expect(berlin.near(ms('2026-06-02T06:00:00Z'), now)).toBe('08:00');
    expect(berlin.near(ms('2026-06-01T21:59:00Z'), now)).toBe('yesterday 23:59');
    expect(berlin.near(ms('2026-06-02T22:00:00Z'), now)).toBe('tomorrow 00:00');
    expect(berlin.near(ms('2026-06-08T10:00:00Z'), now)).toBe('Mon 8 Jun 12:00');
    expect(berlin.near(ms('2025-12-24T10:00:00Z'), now)).toBe('Wed 24 Dec 2025 11:00');
  });
  it('are read back from a field: the first of a time that comes twice, and the jump where one never comes', () => {
    for (const iso of ['2026-06-01T06:00:00.000Z', '2026-12-24T10:30:00.000Z'])
      expect(berlin.momentOf(berlin.fieldOf(ms(iso)))).toBe(ms(iso));
    expect(berlin.momentOf('2026-10-25T02:30')).toBe(ms('2026-10-25T00:30:00Z'));
    expect(berlin.momentOf('2026-03-29T02:30')).toBe(ms('2026-03-29T01:30:00Z'));
    expect([berlin.momentOf(''), utcTime.momentOf('2026-06-01T10:00')]).toEqual([
      undefined,
      ms('2026-06-01T10:00:00Z'),
    ]);
  });
  it('know when they change next, as the clocks show it just then, and that some never do', () => {
    expect(berlin.nextChange(ms('2026-01-01T00:00:00Z'))).toEqual({
      ...{ at: 'Sun 29 Mar 2026 02:00', minutes: 60, from: 'CET', to: 'CEST' },
    });
    expect(berlin.nextChange(ms('2026-03-29T01:00:00Z'))).toMatchObject({ at: 'Sun 25 Oct 2026 03:00', minutes: -60 });
    expect([berlin.nextChange(ms('2026-10-25T01:00:00Z')), utcTime.nextChange(0)]).toEqual([undefined, undefined]);
  });
  it('are in UTC where a table is missing, and say so: never of the browser’s zone', () => {
    const bare = facilityTime({ offsets: [] });
    expect([bare.clock(ms('2026-06-01T10:00:00Z')), bare.zone(0)]).toEqual(['10:00', 'UTC']);
  });
});
