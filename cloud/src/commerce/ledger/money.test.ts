import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCurrency } from '../../kit/currencies.ts';
import { decimalOf, microsOfMinor, minorOfMicros } from './money.ts';
import { ownerKeyOf, parseOwnerKey } from './owner-key.ts';

it('minor units are micros by the decimals of the currency, and back', () => {
  expect([microsOfMinor(123, 'EUR'), microsOfMinor(123, 'JPY'), microsOfMinor(123, 'BHD')]).toEqual([
    1_230_000, 123_000_000, 123_000,
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.constantFrom('EUR', 'JPY', 'BHD'),
      (minor, currency) => minorOfMicros(microsOfMinor(minor, currency), currency) === minor,
    ),
  );
  expect(() => microsOfMinor(Number.MAX_SAFE_INTEGER, 'EUR')).toThrow();
});

it('a half is rounded to the even one, on either side of zero', () => {
  const rounded = [4_999, 5_000, 5_001, 15_000, 25_000, -5_000, -15_000, -5_001];
  expect(rounded.map((micros) => minorOfMicros(micros, 'EUR') + 0)).toEqual([0, 0, 1, 2, 2, 0, -2, -1]);
});

it('micros are written with six decimals', () => {
  expect([0, 1, -1, 1_250_000, -12_000_000_000].map(decimalOf)).toEqual([
    ...['0.000000', '0.000001', '-0.000001', '1.250000', '-12000.000000'],
  ]);
});

it('a currency is one of ISO 4217', () =>
  expect(['EUR', 'eur', 'ZZZ', ''].map(isCurrency)).toEqual([true, false, false, false]));

it('an owner key names an organisation or a facility, and nothing else is one', () => {
  for (const text of ['org#org_0123456789abcdef', 'facility#fac_0123456789abcdef']) {
    const owner = parseOwnerKey(text);
    expect(owner && ownerKeyOf(owner)).toBe(text);
  }
  for (const text of [
    '',
    '#',
    'org',
    'org#',
    'platform',
    'org#fac_0123456789abcdef',
    'facility%23fac_0123456789abcdef',
  ])
    expect([text, parseOwnerKey(text)]).toEqual([text, undefined]);
});
