import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isIban } from './iban.ts';
import { readSupplier } from './supplier.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-supplier-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RIGHT = {
  ...{ name: 'Gatehouse GmbH', lines: ['Torweg 3'], postcode: '20095', city: 'Hamburg', country: 'DE' },
  ...{ vatId: 'DE 123 456 789', iban: 'DE89 3704 0044 0532 0130 00' },
};
const read = (content: object | string, currency = 'EUR') => {
  const file = join(folder, 'supplier.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const problems: string[] = [];
  return { supplier: readSupplier({ INVOICE_SUPPLIER_FILE: file, BILLING_CURRENCY: currency }, problems), problems };
};

it('who supplies is read from a file, ids in their right form, and rates in their order', () => {
  const rates = {
    DE: [
      { from: '2027-01-01', percent: 20 },
      { from: '2021-01-01', percent: 19 },
    ],
  };
  expect(read({ ...RIGHT, rates })).toMatchObject({
    problems: [],
    supplier: {
      ...{ vatId: 'DE123456789', iban: 'DE89370400440532013000', bic: null, oneStopShop: false },
      rates: {
        DE: [
          { from: '2021-01-01', hundredths: 1_900 },
          { from: '2027-01-01', hundredths: 2_000 },
        ],
      },
    },
  });
  expect(readSupplier({}, [])).toBeUndefined();
});

it('what is wrong with it is said by its name', () => {
  const wrong = (content: object | string, currency?: string) => read(content, currency).problems.join(' ');
  expect(wrong('{')).toContain('INVOICE_SUPPLIER_FILE: ');
  expect(wrong({ ...RIGHT, more: 1 })).toContain('more');
  expect(wrong({ ...RIGHT, vatId: 'FR40303265045' })).toContain('vatId: is none of DE');
  expect(wrong({ ...RIGHT, vatId: null })).toContain('vatId: needed');
  expect(wrong({ ...RIGHT, iban: 'DE88370400440532013000' })).toContain('iban: is no IBAN');
  expect(wrong({ ...RIGHT, name: 'a\nb' })).toContain('name: must be one line');
  expect(wrong({ ...RIGHT, country: 'US', vatId: null, taxNumber: '12-3456789' })).toContain(
    'rates: nothing is known of US',
  );
  expect(wrong(RIGHT, 'JPY')).toContain('BILLING_CURRENCY');
  const problems: string[] = [];
  readSupplier({ INVOICE_SUPPLIER_FILE: join(folder, 'none.json') }, problems);
  expect(problems).toHaveLength(1);
});

it('an IBAN has its form and its check digits', () => {
  expect(['DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947'].map(isIban)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['DE98370400440532013000', 'DE8937040044053201300', 'de89370400440532013000', ''].some(isIban)).toBe(false);
});
