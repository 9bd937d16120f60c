import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateOn } from './tax-rate.ts';
import { STANDARD_RATES } from './tax-rates.ts';
import { taxSums } from './tax-sums.ts';
import { taxTreatment } from './tax-treatment.ts';
import { A_CUSTOMER, A_SUPPLIER } from './testing/a-supplier.ts';
import { readVatId } from './vat-ids.ts';

describe('what an invoice comes to', () => {
  it.each([
    [[11_900], 1_900, { netCents: 10_000, taxCents: 1_900, roundingCents: 0 }],
    [[1, 1, 1], 1_900, { netCents: 3, taxCents: 1, roundingCents: -1 }],
    [[2_325], 0, { netCents: 2_325, taxCents: 0, roundingCents: 0 }],
    [[10_000, -10_000], 1_900, { netCents: 0, taxCents: 0, roundingCents: 0 }],
  ])('%j at %i', (cents, hundredths, sums) => expect(taxSums(cents, hundredths)).toMatchObject(sums));

  it('lines sum to what the tax is of, tax is that times the rate rounded once, and no cent is lost', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e10, max: 1e10 }), { maxLength: 40 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, hundredths) => {
          const { nets, netCents, taxCents, roundingCents, totalCents } = taxSums(cents, hundredths);
          const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
          expect([nets.length, totalCents]).toEqual([cents.length, sum(cents)]);
          expect(sum(nets)).toBe(netCents);
          expect(netCents + taxCents + roundingCents).toBe(totalCents);
          expect(Math.abs(roundingCents)).toBeLessThanOrEqual(1);
          // Exactly: the tax is no further from the rate of what it is of than half a cent.
          const miss = BigInt(taxCents) * 10_000n - BigInt(netCents) * BigInt(hundredths);
          expect(2n * (miss < 0n ? -miss : miss)).toBeLessThanOrEqual(10_000n);
          // Of each line no more than a cent is moved.
          for (const [at, one] of cents.entries())
            expect(Math.abs((nets[at] ?? 0) - (one * 10_000) / (10_000 + hundredths))).toBeLessThan(1.001);
        },
      ),
    ));
});

describe('how a supply is taxed', () => {
  const of = (country: string, vatId: string | null, day = '2026-01-31', supplier = A_SUPPLIER) => {
    const { category, hundredths } = taxTreatment(supplier, { ...A_CUSTOMER, country, vatId }, day);
    return [category, hundredths];
  };
  it('at the rate of its country and day at home, with and without an id', () => {
    expect(of('DE', null)).toEqual(['S', 1_900]);
    expect(of('DE', 'DE123456789')).toEqual(['S', 1_900]);
    expect([of('DE', null, '2020-06-30'), of('DE', null, '2020-07-01'), of('DE', null, '2021-01-01')]).toEqual([
      ['S', 1_900],
      ['S', 1_600],
      ['S', 1_900],
    ]);
    expect(of('DE', null, '1999-01-01'), 'before all that is known').toEqual(['S', 1_900]);
  });
  it('not at all where a business elsewhere in the Union owes it, or outside of the Union', () => {
    expect([of('FR', 'FR40303265045'), of('GR', 'EL123456789')]).toEqual([
      ['AE', 0],
      ['AE', 0],
    ]);
    expect([of('AU', null), of('CH', 'CHE123456789'), of('GB', null)]).toEqual([
      ['G', 0],
      ['G', 0],
      ['G', 0],
    ]);
  });
  it('elsewhere in the Union without an id at home, or there where the tax is paid there', () => {
    expect(of('FR', null)).toEqual(['S', 1_900]);
    expect(of('FR', null, '2026-01-31', { ...A_SUPPLIER, oneStopShop: true })).toEqual(['S', 2_000]);
    expect(of('FI', null, '2026-01-31', { ...A_SUPPLIER, oneStopShop: true })).toEqual(['S', 2_550]);
  });
  it('from outside of the Union only at home', () => {
    const swiss = { ...A_SUPPLIER, country: 'CH', vatId: null };
    expect([of('CH', null, '2026-01-31', swiss), of('DE', 'DE123456789', '2026-01-31', swiss)]).toEqual([
      ['S', 810],
      ['O', 0],
    ]);
  });
  it('by rates that are in order, one for each country of the Union', () => {
    for (const [country, rates] of Object.entries(STANDARD_RATES)) {
      expect(rates.map(({ from }) => from)).toEqual(rates.map(({ from }) => from).toSorted());
      expect(rateOn(rates, '2026-11-01'), country).toBeGreaterThan(0);
    }
  });
  it('by ids of the form of their country, with it in front', () => {
    expect(readVatId('de 123.456-789', 'DE')).toBe('DE123456789');
    expect(readVatId('EL123456789', 'GR')).toBe('EL123456789');
    for (const [id, country] of [
      ['123456789', 'DE'],
      ['DE12345678', 'DE'],
      ['GR123456789', 'GR'],
      ['FR40303265045', 'DE'],
      ['', 'DE'],
      ['DE', 'DE'],
      ['=HYPERLINK(1)', 'DE'],
    ] as const)
      expect(readVatId(id, country), id).toBeUndefined();
  });
});
