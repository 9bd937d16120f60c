import { describe, expect, it } from 'vitest';
import type { Charge } from '../../client/platform-api.gen.ts';
import {
  amountIn,
  amountText,
  chargeProblems,
  chargesOf,
  EMPTY_CHARGE,
  overrideProblem,
  typedCharges,
  typedOverrides,
} from './typed-charges.ts';

const CHARGE: Charge = {
  ...{ key: 'licence', label: 'Licence', amountMinor: 5_990, currency: 'AUD', per: 'club', period: 'month' },
  ...{ taxBasisPoints: 1_050, active: true },
};
const OVERRIDE = { facilityId: 'fac_0123456789abcdef', key: 'licence', amountMinor: 100, disabled: false };

describe('an amount', () => {
  it('is read in the places of its currency, and never rounded', () => {
    expect([amountIn('59.9', 'AUD'), amountIn('1200', 'JPY'), amountIn('1.234', 'KWD')]).toEqual([5_990, 1_200, 1_234]);
    expect(amountIn('0.29', 'AUD')).toBe(29);
    for (const text of ['', '-1', '1.999', '1,5', '1e3', '99999999.99', 'x'])
      expect(amountIn(text, 'AUD'), text).toBeUndefined();
    for (const minor of [0, 5, 5_990, 1_000_000_000]) expect(amountIn(amountText(minor, 'AUD'), 'AUD')).toBe(minor);
  });
});

describe('charges', () => {
  it('are as they were, typed and read again', () => {
    const once: Charge = { ...CHARGE, key: 'setup', per: 'once', period: null };
    const config = {
      ...{ organisationId: 'org_1', revision: 1, effectiveOn: '2026-01-01', inEffect: 1, savedBy: null, savedAt: null },
      ...{ charges: [CHARGE, once], overrides: [OVERRIDE] },
    };
    const [charges, overrides] = [typedCharges(config), typedOverrides(config)];
    expect(chargesOf(charges, overrides)).toEqual({ charges: [CHARGE, once], overrides: [OVERRIDE] });
    for (const charge of charges)
      expect(Object.values(chargeProblems(charge, charges)).filter((problem) => problem !== '')).toEqual([]);
    expect(
      chargeProblems({ ...EMPTY_CHARGE, key: 'licence' }, [...charges, { ...EMPTY_CHARGE, key: 'licence' }]).key,
    ).not.toBe('');
    expect(overrideProblem({ ...OVERRIDE, amount: '' }, charges)).not.toBe('');
    expect(overrideProblem({ ...OVERRIDE, amount: '', disabled: true }, charges)).toBe('');
  });
});
