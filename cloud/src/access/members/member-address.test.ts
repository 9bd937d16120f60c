import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LENGTH_MAX, keepAddress, lengthOfAddress } from './member-address.ts';

const FULL = {
  address_line_1: '1 Quay Street',
  address_line_2: 'Level 3',
  city: 'Brisbane',
  state: 'QLD',
  postal_code: '4000',
  country: 'AU',
  country_name: 'Australia',
};

/** Every value that an address provides, as a text. */
const valuesOf = (sent: unknown): string[] => {
  if (sent === null || sent === undefined || sent === '') return [];
  return typeof sent === 'object' ? Object.values(sent).flatMap(valuesOf) : [String(sent)];
};

describe('the address of a member', () => {
  it('of the documented shape is kept as it is, and so is a part of one', () => {
    expect(keepAddress(FULL)).toEqual(FULL);
    expect(keepAddress({ city: 'Auckland', country: 'NZ' })).toEqual({ city: 'Auckland', country: 'NZ' });
    expect(keepAddress({})).toEqual({});
  });

  it('leaves out what was sent as null', () => {
    expect(keepAddress({ ...FULL, address_line_2: null })).toEqual(
      Object.fromEntries(Object.entries(FULL).filter(([name]) => name !== 'address_line_2')),
    );
  });

  it.each([
    ['a text', '1 Quay Street, Brisbane', '1 Quay Street, Brisbane'],
    ['a number', 4000, '4000'],
    ['a truth value', false, 'false'],
    ['an array', ['1 Quay Street', 'Brisbane'], '1 Quay Street, Brisbane'],
    [
      'a wrong value type',
      { ...FULL, postal_code: 4000 },
      '1 Quay Street, Level 3, Brisbane, QLD, 4000, AU, Australia',
    ],
    ['an unexpected field', { city: 'Brisbane', landmark: 'By the pier' }, 'Brisbane, By the pier'],
    ['a country that is no code', { city: 'Brisbane', country: 'Australia' }, 'Brisbane, Australia'],
    ['the same value twice', { city: 'York', town: 'York' }, 'York, York'],
    ['values however deep', { street: { name: 'Quay', no: [1, { half: 0.5 }] }, ok: true }, 'Quay, 1, 0.5, true'],
    ['names that objects have of their own', { toString: 'a', hasOwnProperty: 'b' }, 'a, b'],
  ])('[R23] %s is collapsed into the first line', (_what, sent, line) => {
    expect(keepAddress(sent)).toEqual({ address_line_1: line });
  });

  it('[R23] loses no provided value, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (sent) => {
        const kept = keepAddress(sent);
        const expected = valuesOf(sent);
        const isKept = valuesOf(kept).join() === expected.join();
        const isCollapsed =
          Object.keys(kept).join() === 'address_line_1' && kept.address_line_1 === expected.join(', ');
        expect(isKept || isCollapsed).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[R23] loses no value under a name that objects have of their own, nor one with a NUL', () => {
    const name = fc.constantFrom('__proto__', 'constructor', 'prototype', 'valueOf', 'city', 'country');
    const value = fc.constantFrom('Quay\0Street', '\0', 'AU', 7, '', null, JSON.parse('{"__proto__":"Level 3"}'), [
      'a\0',
    ]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([of]) => of }), (pairs) => {
        const text = pairs.map(([of, said]) => `${JSON.stringify(of)}:${JSON.stringify(said)}`).join();
        const sent: unknown = JSON.parse(`{${text}}`);
        expect(valuesOf(sent)).toHaveLength(pairs.flatMap(([, said]) => valuesOf(said)).length);
        const line = valuesOf(sent).join(', ');
        expect([line, valuesOf(sent).join()]).toContain(valuesOf(keepAddress(sent)).join());
      }),
      { numRuns: 500 },
    );
  });

  it('[R23] loses none of an address that is nearly right', () => {
    const field = fc.constantFrom(...Object.keys(FULL), 'suburb', 'county');
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.dictionary(field, value), (sent) => {
        const kept = keepAddress(sent);
        const line = kept.address_line_1 ?? '';
        let at = 0;
        for (const text of valuesOf(sent)) {
          if (Object.values(kept).includes(text)) continue;
          at = line.indexOf(text, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += text.length;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the length of an address', () => {
  it('is that of all its values, however deep, and of what joins them', () => {
    expect(lengthOfAddress({ city: 'Bern', lines: [['a', 1, null, ''], true] })).toBe(4 + 1 + 1 + 4 + 4 * 2);
    expect(lengthOfAddress(undefined)).toBe(0);
    expect(lengthOfAddress(['x'.repeat(ADDRESS_LENGTH_MAX)])).toBeGreaterThan(ADDRESS_LENGTH_MAX);
  });
});
