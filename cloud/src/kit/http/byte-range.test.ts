import { describe, expect, it } from 'vitest';
import { isKnownTag, rangeOf } from './byte-range.ts';

const of = (range: string | undefined, length = 10, ifRange?: string) =>
  rangeOf({ range, ifRange }, { length, etag: '"a"' });

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=2-5', { from: 2, to: 5 }],
    ['bytes=2-', { from: 2, to: 9 }],
    ['bytes=9-9', { from: 9, to: 9 }],
    ['bytes=0-999999999999999999999999', { from: 0, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-10', { from: 0, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['BYTES=1-2', { from: 1, to: 2 }],
  ])('%s of ten bytes is a part', (range, part) => {
    expect(of(range)).toEqual(part);
  });
  it.each(['bytes=10-', 'bytes=10-20', 'bytes=999999999999999999999999-', 'bytes=-0'])(
    '%s cannot be satisfied',
    (range) => {
      expect(of(range)).toBe('unsatisfiable');
    },
  );
  it.each([
    undefined,
    'bytes=5-2',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=1-2,4-5',
    'bytes=1.5-2',
    'lines=1-2',
    '1-2',
  ])('%s is ignored', (range) => {
    expect(of(range)).toBeUndefined();
  });
  it('asks of no bytes for something that there is not, or for all', () => {
    expect([of('bytes=0-', 0), of('bytes=-1', 0)]).toEqual(['unsatisfiable', undefined]);
  });
  it('counts only for the bytes that If-Range names by their strong tag', () => {
    expect(of('bytes=2-5', 10, '"a"')).toEqual({ from: 2, to: 5 });
    for (const other of ['"b"', 'W/"a"', 'Tue, 15 Nov 2026 08:12:31 GMT', ''])
      expect(of('bytes=2-5', 10, other), other).toBeUndefined();
  });
});

describe('an If-None-Match header', () => {
  it('names what the client has, weakly or not, in a list or as anything at all', () => {
    for (const known of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(isKnownTag('"a"', known), known).toBe(true);
    for (const other of [undefined, '', '"b"', 'a', '"a', '"aa"']) expect(isKnownTag('"a"', other), other).toBe(false);
  });
});
