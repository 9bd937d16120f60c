import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affordableOutput, costOf, type Price, worstCostOf } from './prices.ts';

const CHEAP = { fromInputTokens: 0, inputMicros: 150_000, outputMicros: 600_000 };
const DEAR = { fromInputTokens: 200_000, inputMicros: 300_000, outputMicros: 1_200_000 };
const price: Price = { tiers: { one: [DEAR, CHEAP] }, markup: 0 };

describe('what a request costs', () => {
  it('is rounded up once, by the tier of its input, with what is added', () => {
    expect(costOf(price, 'one', { in: 1, out: 1 })).toBe(1);
    expect(costOf(price, 'one', { in: 1_000_000, out: 0 })).toBe(300_000);
    expect(costOf(price, 'one', { in: 199_999, out: 3 })).toBe(30_002);
    expect(costOf({ ...price, markup: 10_000_000 }, 'one', { in: 100_000, out: 0 })).toBe(16_500);
    expect(() => costOf(price, 'two', { in: 1, out: 1 })).toThrow('no price');
    expect(costOf(price, 'one', { in: 0, out: 9_007_199_254 })).toBe(5_404_319_553);
  });

  const tokens = fc.nat({ max: 10_000_000 });
  const tier = fc.record({ fromInputTokens: fc.nat(1_000_000), inputMicros: fc.nat(1e8), outputMicros: fc.nat(1e8) });
  const prices = fc
    .record({ first: tier, more: fc.array(tier, { maxLength: 3 }), markup: fc.nat(1_000_000_000) })
    .map(({ first, more, markup }): Price => ({ tiers: { one: [{ ...first, fromInputTokens: 0 }, ...more] }, markup }));

  it('is never more than the worst case of as many tokens or more', () =>
    fc.assert(
      fc.property(prices, tokens, tokens, tokens, tokens, (of, input, output, more, longer) => {
        expect(costOf(of, 'one', { in: input, out: output })).toBeLessThanOrEqual(
          worstCostOf(of, { in: input + more, out: output + longer }),
        );
      }),
    ));

  it('allows as much output as is paid for, and no token more', () =>
    fc.assert(
      fc.property(prices, tokens, fc.nat(1_000_000_000), (of, input, micros) => {
        const most = affordableOutput(of, input, micros);
        if (most < 0) expect(worstCostOf(of, { in: input, out: 0 })).toBeGreaterThan(micros);
        if (most < 0 || most > 1e12) return;
        expect(worstCostOf(of, { in: input, out: most })).toBeLessThanOrEqual(micros);
        expect(worstCostOf(of, { in: input, out: most + 1 })).toBeGreaterThan(micros);
      }),
    ));
});
