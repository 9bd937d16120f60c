import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { e164Of } from './member-phone.ts';

describe('a mobile phone', () => {
  it.each([
    ['+61 7 3000 0000', '+61730000000'],
    ['+61412345678', '+61412345678'],
    ['+64 21 123 456', '+6421123456'],
    ['+1 202 555 0143', '+12025550143'],
    ['+800 1234 5678', '+80012345678'],
    ['+49 1512 3456789', '+4915123456789'],
  ])('in E.123 international notation is understood: %s', (sent, kept) => {
    expect(e164Of(sent)).toBe(kept);
  });

  it.each([
    '07 3000 0000',
    '0061 7 3000 0000',
    '61730000000',
    '+61-7-3000-0000',
    '+61 (0)7 3000 0000',
    '+61  7 3000 0000',
    ' +61 7 3000 0000',
    '+61 7 3000 0000 ',
    '+61 7 3000 0000 ext 5',
    '+61 7 FLOWERS',
    '+999 123 456 789',
    '+61 7',
    '+611234567890123456',
    '+',
    '',
    '+0 123 456 789',
    '+６１ 7 3000 0000',
  ])('in any other notation, or of no possible number, is not: %j', (sent) => {
    expect(e164Of(sent)).toBeUndefined();
  });

  it('is what the library says of it, whatever the country and the length', () => {
    const code = fc.constantFrom(
      ...new Set([...getCountries().map((country) => getCountryCallingCode(country)), '800', '870', '999', '21']),
    );
    const national = fc.stringMatching(/^[0-9]{1,15}$/);
    fc.assert(
      fc.property(code, national, (calling, digits) => {
        const number = parsePhoneNumberFromString(`+${calling}${digits}`, { extract: false });
        expect(e164Of(`+${calling} ${digits}`)).toBe(number?.isPossible() ? number.number : undefined);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never fails on any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `+${text}`),
          fc.bigInt().map((n) => `+${n}`),
        ),
        (text) => {
          expect(e164Of(text) ?? '+10').toMatch(/^\+[1-9][0-9]+$/);
        },
      ),
    );
  });
});
