import { describe, expect, it } from 'vitest';
import { footerTransitions, mergeTransitions, parseFooter } from './footer.ts';
import { footerOffsetAt } from './zone-rules.ts';

/** The changes of a footer in 2023 and 2024, as `<instant> <offset>`. */
const changes = (text: string) =>
  footerTransitions(parseFooter(text)!, 2022, 2025)
    .map(({ at, offset }) => `${new Date(at * 1000).toISOString().slice(0, 19)} ${offset}`)
    .filter((change) => /^202[34]/.test(change));

describe('A footer', () => {
  it.each([
    ['UTC0', 0],
    ['EST5', -18_000],
    ['<+0545>-5:45', 20_700],
    ['<-00>0', 0],
    ['AAA-24:59:59', 89_999],
    ['AAA+0:00:01', -1],
  ])('%s has one offset', (text, standard) => {
    expect(parseFooter(text)).toEqual({ standard });
    expect(changes(text)).toEqual([]);
    expect(footerOffsetAt(parseFooter(text)!, 0)).toBe(standard);
  });
  it.each([
    [
      'weekdays',
      'EST5EDT,M3.2.0,M11.1.0',
      [
        '2023-03-12T07:00:00 -14400',
        '2023-11-05T06:00:00 -18000',
        '2024-03-10T07:00:00 -14400',
        '2024-11-03T06:00:00 -18000',
      ],
    ],
    [
      'the last of a month',
      'CET-1CEST,M3.5.0,M10.5.0/3',
      ['2023-03-26T01:00:00 7200', '2023-10-29T01:00:00 3600', '2024-03-31T01:00:00 7200', '2024-10-27T01:00:00 3600'],
    ],
    [
      'the southern year',
      'AEST-10AEDT,M10.1.0,M4.1.0/3',
      [
        '2023-04-01T16:00:00 36000',
        '2023-09-30T16:00:00 39600',
        '2024-04-06T16:00:00 36000',
        '2024-10-05T16:00:00 39600',
      ],
    ],
    [
      'daylight time that is behind',
      'IST-1GMT0,M10.5.0,M3.5.0/1',
      ['2023-03-26T01:00:00 3600', '2023-10-29T01:00:00 0', '2024-03-31T01:00:00 3600', '2024-10-27T01:00:00 0'],
    ],
    [
      'half an hour',
      '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0',
      [
        '2023-04-01T15:00:00 37800',
        '2023-09-30T15:30:00 39600',
        '2024-04-06T15:00:00 37800',
        '2024-10-05T15:30:00 39600',
      ],
    ],
    [
      'times before the day',
      '<-02>2<-01>,M3.5.0/-1,M10.5.0/0',
      [
        '2023-03-26T01:00:00 -3600',
        '2023-10-29T01:00:00 -7200',
        '2024-03-31T01:00:00 -3600',
        '2024-10-27T01:00:00 -7200',
      ],
    ],
    [
      'times days after it',
      'EET-2EEST,M3.4.4/50,M10.4.4/50',
      [
        '2023-03-25T00:00:00 10800',
        '2023-10-27T23:00:00 7200',
        '2024-03-30T00:00:00 10800',
        '2024-10-25T23:00:00 7200',
      ],
    ],
    [
      'days that leap years do not move',
      'AAA0BBB,J59/0,J60/1',
      ['2023-02-28T00:00:00 3600', '2023-03-01T00:00:00 0', '2024-02-28T00:00:00 3600', '2024-03-01T00:00:00 0'],
    ],
    [
      'days counted from 0',
      'AAA0BBB,58/0,59/1',
      ['2023-02-28T00:00:00 3600', '2023-03-01T00:00:00 0', '2024-02-28T00:00:00 3600', '2024-02-29T00:00:00 0'],
    ],
    ['daylight time all year', 'AAA3EDT4,0/0,J365/23', []],
  ])('knows %s', (_, text, expected) => expect(changes(text)).toEqual(expected));

  it('of daylight time all year has that offset always', () => {
    const footer = parseFooter('AAA3EDT4,0/0,J365/23')!;
    for (let at = Date.UTC(2023, 11, 25) / 1000; at < Date.UTC(2024, 0, 6) / 1000; at += 1_800)
      expect(footerOffsetAt(footer, at)).toBe(-14_400);
  });
  it.each([
    '',
    'UTC',
    'AB0',
    'UTC0 ',
    'UTC25',
    'UTC0:60',
    'UTC0:00:60',
    '<+1>0',
    '<ab c>0',
    'EST5EDT',
    'EST5EDT,M3.2.0',
    'EST5EDT,M13.2.0,M11.1.0',
    'EST5EDT,M0.2.0,M11.1.0',
    'EST5EDT,M3.6.0,M11.1.0',
    'EST5EDT,M3.0.0,M11.1.0',
    'EST5EDT,M3.2.7,M11.1.0',
    'EST5EDT,J0,J366',
    'EST5EDT,0,366',
    'EST5EDT,M3.2.0/168,M11.1.0',
    'EST5EDT,M3.2.0/,M11.1.0',
    'EST5EDT,M3.2.0,M11.1.0,M1.1.1',
    ':Europe/London',
  ])('%j is none', (text) => expect(parseFooter(text)).toBeUndefined());
});

describe('Transitions put together', () => {
  it('keep the last of one instant, and none that changes nothing', () => {
    const steps = [
      [0, 1],
      [0, 2],
      [5, 2],
      [7, 3],
      [9, 3],
      [11, 2],
    ].map(([at = 0, offset = 0]) => ({ at, offset }));
    expect(mergeTransitions(steps)).toEqual([steps[1], steps[3], steps[5]]);
    expect(mergeTransitions(steps, 2)).toEqual([steps[3], steps[5]]);
  });
});
