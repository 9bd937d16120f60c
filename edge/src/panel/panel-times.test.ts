import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Times {
  readonly setZone: (zone: string) => void;
  readonly setBoxTime: (wallMs: number) => void;
  readonly near: (ms: number) => string;
  readonly duration: (ms: number) => string;
  readonly asField: (ms: number) => string;
  readonly fromField: (text: string) => number | undefined;
}
const times: Times = await import(new URL('./static/times.js', import.meta.url).href);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONES = [
  'Australia/Brisbane',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const minutes = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / MINUTE, max: Date.parse(to) / MINUTE }).map((minute) => minute * MINUTE);

describe('times on the panel’s page', () => {
  it('are typed by the facility’s clock and mean that moment, the first of two in the night when clocks go back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), minutes('2020-01-01', '2040-01-01'), (zone, ms) => {
        times.setZone(zone);
        const text = times.asField(ms);
        const meant = times.fromField(text);
        expect(times.asField(meant ?? 0)).toBe(text);
        if (meant !== ms) {
          expect(ms - (meant ?? 0)).toBeGreaterThan(0);
          expect(ms - (meant ?? 0)).toBeLessThanOrEqual(HOUR);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2026-10-25T02:30', '2026-10-25T00:30:00Z', 'twice there: the first'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00Z', 'once'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00Z', 'after the hour that is left out'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00Z', 'before it'],
  ])('%s in Berlin is %s (%s)', (text, utc) => {
    times.setZone('Europe/Berlin');
    expect(times.fromField(text)).toBe(Date.parse(utc));
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00'])('%j is no time', (text) => {
    expect(times.fromField(text)).toBeUndefined();
  });

  it('name the day where it is near, in the facility’s zone', () => {
    times.setZone('Australia/Brisbane');
    times.setBoxTime(Date.parse('2026-11-20T19:00:00+10:00'));
    const said = [
      '2026-11-20T21:30',
      '2026-11-21T00:05',
      '2026-11-19T23:59',
      '2026-11-23T05:00',
      '2027-01-01T05:00',
    ].map((text) => times.near(Date.parse(`${text}:00+10:00`)));
    expect(said).toEqual([
      '21:30 today',
      '00:05 tomorrow',
      '23:59 yesterday',
      '05:00 on Mon 23 Nov',
      '05:00 on Fri 1 Jan 2027',
    ]);
  });

  it('say how long in one unit', () => {
    expect([12_000, 99_000, 600_000, 7_200_000, 400_000_000].map(times.duration)).toEqual([
      '12 s',
      '99 s',
      '10 min',
      '2 h',
      '5 days',
    ]);
  });
});
