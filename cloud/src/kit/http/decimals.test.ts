import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf, isKeptDecimal, keptDecimal, microsOf } from './decimals.ts';
import { integerFieldsOf } from './integer-fields.ts';
import { readJsonBody } from './large-body.ts';

const schema = z.object({ rate: keptDecimal({ min: 0, max: 1_000_000 }) });
const readAs = (number: string) => {
  const body = Buffer.from(`{"rate":${number}}`);
  return readJsonBody(body, { keys: 10 }, () => integerFieldsOf(schema));
};

describe('decimals that are kept exactly', () => {
  it.each([
    ...[
      '0',
      '7',
      '0.1',
      '0.100000',
      '0.1000000000',
      '1e2',
      '1E2',
      '1.5e-5',
      '100e-8',
      '0e999',
      '0.000001',
      '1000000000',
    ],
  ])('takes %s', (number) => expect(isKeptDecimal(number)).toBe(true));

  it.each([
    ...[
      '-0',
      '-0.0',
      '1e308',
      '1e-7',
      '0.0000001',
      '0.10000000000000000001',
      '1000000000.000001',
      '1e999999999',
      'x',
      '',
    ],
  ])('refuses %s', (number) => expect(isKeptDecimal(number)).toBe(false));

  it('are judged in a body by the text that was sent', () => {
    expect(readAs('0.1')).toEqual({ value: { rate: 0.1 } });
    // A double has no other digits than those of 0.1.
    const refused = { problems: [{ path: 'body.rate', rule: 'not_a_decimal', message: expect.any(String) }] };
    for (const number of ['0.10000000000000000001', '-0', '1e308', '1e-7']) expect(readAs(number)).toEqual(refused);
  });

  it.each([1e-7, 0.1 + 0.2, 1e308, Number.NaN, -1])('are judged without a text as well: %s', (number) => {
    expect(schema.safeParse({ rate: number }).success).toBe(false);
  });

  it('have the millionths that were written, for each that is let through', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (micros) => {
        const text = `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`;
        expect(isKeptDecimal(text)).toBe(true);
        expect(microsOf(JSON.parse(text))).toBe(micros);
        expect(schema.safeParse({ rate: decimalOf(micros) }).success).toBe(true);
      }),
    );
  });
});
