import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARGE_KEYS, type ChargeKey, METERED_KEYS, type MeteredKey } from './charge-keys.ts';
import type { DayFacts } from './conditions.ts';
import type { Adjustment, CustomCharge } from './rate-bodies.ts';
import { type Carry, type DayRates, rateDay } from './rate-day.ts';
import { daysInMonth } from './utc-days.ts';

const FREE = Object.fromEntries(CHARGE_KEYS.map((key) => [key, 0])) as Record<ChargeKey, number>;
const facts = (quantities: DayFacts['quantities']): DayFacts => ({
  quantities,
  facilitiesOfOrganisation: 3,
  country: 'AU',
  ageDays: 40,
});
const rates = (
  charges: Partial<Record<ChargeKey, number>>,
  adjustments: DayRates['adjustments'] = {},
  customCharges: readonly CustomCharge[] = [],
): DayRates => ({ charges: { ...FREE, ...charges }, adjustments, customCharges });
const one = (type: Adjustment['type'], micros: number): Adjustment => ({ type, micros, label: 'x' });
const daysOf = (month: string): string[] =>
  Array.from({ length: daysInMonth(`${month}-01`) }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
/** A whole month, day by day. */
const rateMonth = (month: string, by: DayRates, factsOf: (at: number) => DayFacts) => {
  let carry: Carry = {};
  return daysOf(month).map((day, at) => {
    const rated = rateDay(day, by, factsOf(at), carry);
    carry = rated.carry;
    return rated;
  });
};
const sumOf = (of: readonly { readonly micros: number }[]) => of.reduce((sum, { micros }) => sum + micros, 0);
const MONTHS = ['2026-01', '2026-02', '2028-02', '2026-04', '2100-02'];
const month = fc.constantFrom(...MONTHS);

describe('the rating of a day', () => {
  it('is what was counted, times its price', () => {
    const rated = rateDay('2026-01-05', rates({ pricePerDoorDay: 250_000 }), facts({ pricePerDoorDay: 4_000 }));
    expect(rated).toMatchObject({ micros: 1_000_000, lines: [{ key: 'pricePerDoorDay', quantity: 4_000, free: 0 }] });
  });

  it('takes free units off first, then adds the amount to the price, then the percentage to that', () => {
    const adjustments = {
      pricePerSms: [one('percent', 50_000_000), one('amount', -20_000), one('free-units', 10_000_000)],
    };
    const rated = rateDay('2026-01-05', rates({ pricePerSms: 100_000 }, adjustments), facts({ pricePerSms: 30_000 }));
    expect(rated.micros).toBe(20 * 80_000 * 1.5);
    expect(rated.lines[0]).toMatchObject({ free: 10_000, unitMicros: 80_000, percentMicros: 50_000_000 });
  });

  it('comes to nothing where an adjustment takes more than there is, and never to less', () => {
    for (const adjustment of [one('percent', -100_000_000), one('amount', -9_000_000), one('free-units', 9e9)]) {
      const by = rates({ pricePerSms: 1_000_000 }, { pricePerSms: [adjustment] });
      expect(rateDay('2026-01-05', by, facts({ pricePerSms: 7_500 })).micros).toBe(0);
    }
  });

  it('rates nothing that is not metered, and no markup of models', () => {
    const by = rates({ pricePerCameraDay: 1_000_000, aiMarkupPercent: 5_000_000 });
    expect(rateDay('2026-01-05', by, facts({})).lines).toEqual([]);
  });

  it('has lines that come to exactly the day, whatever is counted and adjusted', () => {
    const adjustment = fc.oneof(
      fc.integer({ min: 0, max: 1e6 }).map((units) => one('free-units', units * 1_000)),
      fc.integer({ min: -1e6, max: 1e6 }).map((micros) => one('amount', micros)),
      fc.integer({ min: -1e8, max: 1e9 }).map((micros) => one('percent', micros)),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...METERED_KEYS), fc.integer({ min: 0, max: 1e8 })),
        fc.dictionary(fc.constantFrom(...CHARGE_KEYS), fc.integer({ min: 0, max: 1e7 })),
        fc.dictionary(fc.constantFrom(...METERED_KEYS), fc.array(adjustment, { maxLength: 3 })),
        (quantities, charges, adjustments) => {
          const rated = rateDay('2026-03-09', rates(charges, adjustments), facts(quantities));
          expect(sumOf(rated.lines)).toBe(rated.micros);
          for (const line of rated.lines) expect(line.micros).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('gives so many units free of each facility and month, however they fall on its days', () => {
    fc.assert(
      fc.property(
        month,
        fc.integer({ min: 0, max: 500_000 }),
        fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 31, maxLength: 31 }),
        (of, allowance, counted) => {
          const by = rates({ pricePerSms: 50_000 }, { pricePerSms: [one('free-units', allowance * 1_000)] });
          const days = rateMonth(of, by, (at) => facts({ pricePerSms: counted[at] as number }));
          const total = counted.slice(0, days.length).reduce((sum, quantity) => sum + quantity, 0);
          const free = days.reduce((sum, { lines }) => sum + (lines[0]?.free ?? 0), 0);
          expect(free).toBe(Math.min(total, allowance));
          expect(sumOf(days)).toBe(((total - free) * 50_000) / 1_000);
        },
      ),
    );
  });

  it('loses no part of a micro within a month: its days are the month, but for its last part', () => {
    fc.assert(
      fc.property(
        month,
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: -1e8, max: 1e8 }),
        (of, quantity, price, percent) => {
          const by = rates({ pricePerGBStored: price }, { pricePerGBStored: [one('percent', percent)] });
          const days = rateMonth(of, by, () => facts({ pricePerGBStored: quantity }));
          const parts = BigInt(days.length) * BigInt(quantity) * BigInt(price) * BigInt(100_000_000 + percent);
          expect(BigInt(sumOf(days))).toBe(parts / 100_000_000_000n);
        },
      ),
    );
  });

  it('splits an amount for a month over its days, which come to exactly that, also below nothing and in leap years', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -1e12, max: 1e12 }), (of, micros) => {
        const charge = { id: 'cc_1', label: 'x', micros, conditions: [] };
        const days = rateMonth(of, rates({}, {}, [charge]), () => facts({}));
        expect(sumOf(days)).toBe(micros);
        const even = Math.floor(micros / days.length);
        for (const day of days) expect(day.micros - even).toBeOneOf([0, 1]);
      }),
    );
  });

  it.each<[CustomCharge['conditions'], boolean]>([
    [[], true],
    [[{ field: 'doors', op: 'gte', value: 4 }], true],
    [[{ field: 'doors', op: 'gt', value: 4 }], false],
    [
      [
        { field: 'country', op: 'in', value: ['NZ', 'AU'] },
        { field: 'month', op: 'eq', value: 2 },
      ],
      true,
    ],
    [
      [
        { field: 'country', op: 'in', value: ['NZ', 'AU'] },
        { field: 'month', op: 'ne', value: 2 },
      ],
      false,
    ],
    [[{ field: 'ageDays', op: 'lt', value: 40 }], false],
    [[{ field: 'facilitiesOfOrganisation', op: 'lte', value: 3 }], true],
    [[{ field: 'members', op: 'eq', value: 0 }], true],
  ])('charges what has conditions on the days that all hold: %j', (conditions, isCharged) => {
    const by = rates({}, {}, [{ id: 'cc_1', label: 'x', micros: 28_000_000, conditions }]);
    expect(rateDay('2026-02-09', by, facts({ pricePerDoorDay: 4_000 })).micros).toBe(isCharged ? 1_000_000 : 0);
  });

  it('does not round: what is less than a micro waits for the next day', () => {
    const key: MeteredKey = 'pricePerEmail';
    expect(rateDay('2026-01-01', rates({ [key]: 1 }), facts({ [key]: 1_500 })).micros).toBe(1);
  });
});
