import { expect, it } from 'vitest';
import { centsIn } from './typed-amount.ts';

it('an amount is read in cents, exactly', () => {
  expect(['25', '25.00', '25.1', '-0.01', ' 1.10 ', '999999999.99'].map(centsIn)).toEqual([
    ...[2_500, 2_500, 2_510, -1, 110, 99_999_999_999],
  ]);
});

it.each(['', '0', '-0', '0.00', '1,00', '1.005', '1e3', '+1', '.5', 'x', '1 000'])('“%s” is none', (text) =>
  expect(centsIn(text)).toBeUndefined(),
);
