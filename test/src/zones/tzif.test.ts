import { formatRules } from '@gatehouse/shared/zones/zone-rules.ts';
import { describe, expect, it } from 'vitest';
import { slim } from './slim.ts';
import { readTzif } from './tzif.ts';
import { type TzifContent, tzifBytes } from './tzif-bytes.ts';

const NEW_YORK = 'EST5EDT,M3.2.0,M11.1.0';
const read = (content: TzifContent) => formatRules(readTzif(tzifBytes(content)));
const slimmed = (content: TzifContent) => formatRules(slim(readTzif(tzifBytes(content))));
const seconds = (iso: string) => Date.parse(iso) / 1000;

describe('A compiled zone file', () => {
  it('is read from its 64-bit block, to the second', () =>
    expect(
      read({
        types: [20_476, 19_800, 20_700],
        transitions: [
          [-1_577_943_676, 1],
          [504_901_800, 2],
        ],
        footer: '<+0545>-5:45',
      }),
    ).toBe('20476 -1577943676 19800 504901800 20700;<+0545>-5:45'));
  it('says nothing with transitions that leave the clocks alone', () =>
    expect(
      read({
        types: [0, 0, 3_600],
        transitions: [
          [-5, 1],
          [10, 2],
          [20, 2],
        ],
        footer: 'CET-1',
      }),
    ).toBe('0 10 3600;CET-1'));
  it.each<[string, Buffer, RegExp]>([
    [
      'is no zone file',
      Buffer.from('TZ is a variable, and not a file of any kind whatsoever'),
      /no TZif header at byte 0/,
    ],
    ['is of version 1', tzifBytes({ version: '\0', types: [0], transitions: [], footer: 'UTC0' }), /version 1/],
    ['counts leap seconds', tzifBytes({ types: [0], transitions: [], footer: 'UTC0', leapSeconds: 1 }), /leap seconds/],
    ['has no footer', tzifBytes({ types: [0], transitions: [], footer: '' }), /"" is not a footer/],
    ['names a type that is not there', tzifBytes({ types: [0], transitions: [[0, 7]], footer: 'UTC0' }), /no type 7/],
    ['ends early', tzifBytes({ types: [0], transitions: [[0, 0]], footer: 'UTC0' }).subarray(0, 100), /./],
  ])('is refused when it %s', (_, file, problem) => expect(() => readTzif(file)).toThrow(problem));
});

describe('What the footer says anyway', () => {
  const spring = seconds('2030-03-10T07:00:00Z');
  const autumn = seconds('2030-11-03T06:00:00Z');

  it('is dropped from the end', () => {
    const odd = seconds('2029-12-01T00:00:00Z');
    const types = [-18_000, -14_400, -10_800];
    const transitions = [
      [0, 1],
      [odd, 2],
      [odd + 60, 0],
      [spring, 1],
      [autumn, 0],
    ] as const;
    expect(slimmed({ types, transitions, footer: NEW_YORK })).toBe(
      `-18000 0 -14400 ${odd} -10800 ${odd + 60} -18000;${NEW_YORK}`,
    );
  });
  it('is kept where something else held before it', () => {
    const types = [-18_000, -14_400, -10_800];
    const transitions = [
      [0, 1],
      [spring, 0],
      [spring + 86_400, 2],
      [autumn, 0],
    ] as const;
    const odd = { types, transitions, footer: NEW_YORK };
    expect(slimmed(odd)).toBe(read(odd));
  });
  it('is kept where it begins, so that it begins somewhere', () => {
    const one = { types: [-18_000, -14_400], transitions: [[spring, 1]] as const, footer: NEW_YORK };
    expect(slimmed(one)).toBe(read(one));
  });
});
