import { describe, expect, it } from 'vitest';
import { bundledZones } from './bundled-zones.ts';
import { localDateAt, startOfLocalDay, weekMinuteAt } from './local-time.ts';
import type { Zone } from './zone.ts';

const zoneOf = (name: string): Zone => bundledZones().find(name)!;
const at = (iso: string): number => Date.parse(iso) / 1000;
const SATURDAY = 6 * 1440;

describe('The minute of the local week', () => {
  it.each([
    ['the week begins on Sunday', 'Etc/UTC', '2026-11-15T00:00:00Z', 0],
    ['and ends on Saturday', 'Etc/UTC', '2026-11-14T23:59:59Z', 10_079],
    ['quarter hours east', 'Asia/Kathmandu', '2026-11-15T00:00:00Z', 345],
    ['far east it is tomorrow', 'Pacific/Kiritimati', '2026-11-14T12:00:00Z', 120],
    ['seconds are cut off (−0:44:30)', 'Africa/Monrovia', '1971-12-31T23:59:59Z', 5 * 1440 + 23 * 60 + 15],
    ['before 1970 too', 'Etc/UTC', '1969-12-31T23:59:59Z', 3 * 1440 + 1439],
  ])('%s', (_, zone, iso, minute) => expect(weekMinuteAt(zoneOf(zone), at(iso))).toBe(minute));

  it('[R49, R50] never meets an hour that is skipped, and meets one that is repeated twice', () => {
    const london = zoneOf('Europe/London');
    const met = (fromIso: string, minute: number) =>
      Array.from({ length: 24 * 60 }, (_, i) => weekMinuteAt(london, at(fromIso) + i * 60)).filter((m) => m === minute);
    expect(met('2026-03-29T00:00:00Z', 90)).toHaveLength(0);
    expect(met('2026-10-25T00:00:00Z', 90)).toHaveLength(2);
  });
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('is −1, no minute, for %s', (epochS) =>
    expect(weekMinuteAt(zoneOf('Europe/London'), epochS)).toBe(-1),
  );
  it('is a whole minute of the week for times of any size', () => {
    for (const epochS of [
      -1e300, -1e13, -0.5, -345_600, -345_600.000_000_1, 0.5, 259_199.999_999_9, 9_999_999_999, 1e300,
    ])
      expect(weekMinuteAt(zoneOf('Etc/UTC'), epochS)).toSatisfy((m) => Number.isInteger(m) && m >= 0 && m < 10_080);
  });
});

describe('A local date', () => {
  it('that the zone skipped begins after the gap', () => {
    const apia = zoneOf('Pacific/Apia');
    expect(startOfLocalDay(apia, '2011-12-30')).toBe(at('2011-12-30T10:00:00Z'));
    expect(startOfLocalDay(apia, '2011-12-31')).toBe(at('2011-12-30T10:00:00Z'));
    expect(localDateAt(apia, at('2011-12-30T09:59:59Z'))).toBe('2011-12-29');
    expect(localDateAt(apia, at('2011-12-30T10:00:00Z'))).toBe('2011-12-31');
    expect(startOfLocalDay(zoneOf('Pacific/Kwajalein'), '1993-08-21')).toBe(at('1993-08-21T12:00:00Z'));
  });
  it('that begins at one o’clock, begins then', () => {
    expect(startOfLocalDay(zoneOf('America/Sao_Paulo'), '2018-11-04')).toBe(at('2018-11-04T03:00:00Z'));
  });
  it('begins the first time, where its first minute came twice', () => {
    const stJohns = zoneOf('America/St_Johns');
    const start = startOfLocalDay(stJohns, '2010-11-07');
    expect(start).toBe(at('2010-11-07T02:30:00Z'));
    expect([start - 1, start, start + 60].map((s) => localDateAt(stJohns, s))).toEqual([
      '2010-11-06',
      '2010-11-07',
      '2010-11-06',
    ]);
  });
  it('has no beginning when it is no date', () => {
    for (const date of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      ' 2026-01-01',
      '2026-01-01\n',
      'today',
      '',
    ])
      expect(startOfLocalDay(zoneOf('Etc/UTC'), date)).toBeNaN();
    expect(startOfLocalDay(zoneOf('Etc/UTC'), '2024-02-29')).toBe(at('2024-02-29T00:00:00Z'));
  });
  it.each([
    [at('0001-01-01T00:00:00Z'), '0001-01-01'],
    [253_402_300_799, '9999-12-31'],
    [253_402_300_800, '+010000-01-01'],
    [-62_167_219_201, '-000001-12-31'],
    [Number.POSITIVE_INFINITY, '+275760-09-13'],
    [Number.NEGATIVE_INFINITY, '-271821-04-20'],
    [Number.NaN, '-271821-04-20'],
  ])('is written for %s', (epochS, date) => expect(localDateAt(zoneOf('Etc/UTC'), epochS)).toBe(date));
  it('is the one that the week’s minute says', () => {
    const zone = zoneOf('America/New_York');
    for (let epochS = at('2026-01-01T00:00:00Z'); epochS < at('2027-01-01T00:00:00Z'); epochS += 1_799) {
      const weekday = new Date(`${localDateAt(zone, epochS)}T00:00:00Z`).getUTCDay();
      expect(Math.floor(weekMinuteAt(zone, epochS) / 1440)).toBe(weekday);
    }
    expect(weekMinuteAt(zone, at('2026-01-03T05:00:00Z'))).toBe(SATURDAY);
  });
});
