import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MailAddress } from '../mail/mail-address.ts';
import { Email, GrantGiven, PhoneNumber } from './user-fields.ts';

describe('the fields of users', () => {
  it('take no e-mail that could not be written to', () => {
    const parts = fc.constantFrom(
      'a',
      'B7',
      '.',
      '-',
      '+',
      '_',
      "'",
      '@',
      'x.example',
      'é',
      ' ',
      ',',
      '<',
      '\n',
      'com',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        if (Email.safeParse(text).success) expect(MailAddress.safeParse(text).success, text).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    for (const good of ['sam@example.com', 'a.b+c@mail.example.co', `${'x'.repeat(64)}@example.com`])
      expect([Email.safeParse(good).success, MailAddress.safeParse(good).success]).toEqual([true, true]);
    for (const bad of ['a..b@example.com', 'a.@example.com', '-a@example.com', 'a@b', `${'x'.repeat(65)}@example.com`])
      expect(Email.safeParse(bad).success, bad).toBe(false);
  });

  it('take phone numbers in international form only', () => {
    for (const good of ['+61400000000', '+4917012345678']) expect(PhoneNumber.safeParse(good).success).toBe(true);
    for (const bad of ['0400000000', '+0400000000', '+61 400 000 000', '+1234567890123456'])
      expect(PhoneNumber.safeParse(bad).success, bad).toBe(false);
  });

  it('take a role where it can be held, and a place where there is one', () => {
    const problems = (given: object) => GrantGiven.safeParse(given).error?.issues.map(({ path }) => path.join('.'));
    expect(problems({ role: 'facility-staff', scope: 'facility', scopeId: 'fac_1' })).toBeUndefined();
    expect(problems({ role: 'super-admin', scope: 'platform' })).toBeUndefined();
    expect(problems({ role: 'super-admin', scope: 'organisation', scopeId: 'org_1' })).toEqual(['scope']);
    expect(problems({ role: 'super-admin', scope: 'platform', scopeId: 'org_1' })).toEqual(['scopeId']);
    expect(problems({ role: 'iam', scope: 'organisation' })).toEqual(['scopeId']);
  });
});
