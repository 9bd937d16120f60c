import { describe, expect, it } from 'vitest';
import { Bug } from '../fault/fault.ts';
import { canonicalJson } from './canonical.ts';

describe('canonical JSON', () => {
  it('writes the same text whatever the order of the keys', () =>
    expect(canonicalJson({ b: 1, a: [true, null, 'x'] })).toBe(canonicalJson({ a: [true, null, 'x'], b: 1 })));

  it('sorts keys by UTF-16 code unit, as RFC 8785 section 3.2.3 shows', () =>
    expect(
      canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}'));

  it('writes numbers as ECMAScript does', () =>
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ));

  it('treats an undefined member as absent', () => expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}'));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800'])('refuses %j, which JSON cannot carry', (value) =>
    expect(() => canonicalJson(value)).toThrow(Bug),
  );
});
