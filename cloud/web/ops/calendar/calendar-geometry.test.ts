import { describe, expect, it } from 'vitest';
import { facilityTime } from '../../kit/facility-time.ts';
import { alikeOf, dateAfter, daysFrom, hoursOf, partsOf, type Stretch, scaleOf, toneOf } from './calendar-geometry.ts';

const BERLIN = facilityTime({
  offsets: [
    { from: '2026-03-29T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
    { from: '2026-10-25T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
  ],
});
const days = daysFrom(
  [
    { date: '2026-10-24', minutes: 1_440 },
    { date: '2026-10-25', minutes: 1_500 },
    { date: '2026-10-26', minutes: 1_440 },
  ],
  Date.parse('2026-10-23T22:00:00.000Z'),
);
const [, long] = days;
if (long === undefined) throw new Error('There are three days.');

const stretch = (from: string, until: string, verdict: 'allowed' | 'denied', reason = 'granted'): Stretch => ({
  ...{ from, until, verdict, reason, localFrom: '', localUntil: '' },
});

describe('what is drawn of a calendar', () => {
  it('has days that begin where the one before ends, and knows the one in which clocks change', () => {
    expect(days.map(({ fromMs, isOdd }) => [new Date(fromMs).toISOString(), isOdd])).toEqual([
      ['2026-10-23T22:00:00.000Z', false],
      ['2026-10-24T22:00:00.000Z', true],
      ['2026-10-25T23:00:00.000Z', false],
    ]);
  });

  it('gives an hour the same width on every day, so that the longest fills the line', () => {
    const scale = scaleOf(days, 1_000);
    const widths = days.map(({ fromMs, toMs }) => Math.round((toMs - fromMs) * scale));
    expect(widths).toEqual([960, 1_000, 960]);
    expect(scaleOf([], 1_000)).toBe(1_000 / 86_400_000);
  });

  it('names the hour twice that comes twice', () => {
    const hours = hoursOf(long, scaleOf(days, 1_000)).map(({ ms }) => BERLIN.clock(ms).slice(0, 2));
    expect(hours.slice(0, 5)).toEqual(['00', '01', '02', '02', '03']);
    expect(hours).toHaveLength(26);
  });

  it('names as many hours as there is room for', () => {
    for (const [width, named] of [
      [1_000, 26],
      [400, 13],
      [130, 5],
      [10, 2],
    ] as const)
      expect(hoursOf(long, scaleOf(days, width)), `${width} px`).toHaveLength(named);
  });

  it('cuts a stretch where a day ends, and leaves out what is on other days', () => {
    const over = stretch('2026-10-25T20:00:00.000Z', '2026-10-26T05:00:00.000Z', 'allowed');
    const scale = scaleOf(days, 1_000);
    const drawn = days.map((day) =>
      partsOf(day, [over], scale).map(({ x, width }) => [Math.round(x), Math.round(width)]),
    );
    expect(drawn).toEqual([[], [[880, 120]], [[0, 240]]]);
  });

  it('tells what is closed at these hours from what is closed for another reason', () => {
    expect(
      [
        { verdict: 'allowed', reason: 'granted' } as const,
        { verdict: 'denied', reason: 'outside_hours' } as const,
        { verdict: 'denied', reason: 'banned' } as const,
      ].map(toneOf),
    ).toEqual(['opens', 'hours', 'refused']);
  });

  it('puts doors together that open alike, in the order of the first of each', () => {
    const [open, closed] = [[stretch('a', 'b', 'allowed')], [stretch('a', 'b', 'denied', 'no_grant')]];
    const door = (name: string, stretches: Stretch[]) => ({ doorId: name, name, stretches });
    const groups = alikeOf([door('Front', open), door('Sauna', closed), door('Side', open)]);
    expect(groups.map((doors) => doors.map(({ name }) => name))).toEqual([['Front', 'Side'], ['Sauna']]);
  });

  it('goes by dates over months and years, whatever clocks do', () => {
    expect([dateAfter('2026-10-25', 1), dateAfter('2026-03-29', -7), dateAfter('2026-12-31', 1)]).toEqual([
      '2026-10-26',
      '2026-03-22',
      '2027-01-01',
    ]);
  });
});
