import { expect, it } from 'vitest';
import { taxDataOf, typedTaxData } from './typed-tax-data.ts';

const DATA = {
  ...{ name: 'Iron Gym GmbH', lines: ['Muskelstraße 1', 'Hof 2'], postcode: null, city: 'Berlin', country: 'DE' },
  ...{ vatId: null, email: 'books@iron.example' },
};

it('is the same when it is typed and read again, spaces aside', () => {
  expect(taxDataOf(typedTaxData(DATA))).toEqual(DATA);
  const typed = { ...typedTaxData(DATA), lines: ' Muskelstraße 1 ;; Hof 2 ; ', city: ' Berlin ', postcode: ' ' };
  expect(taxDataOf(typed)).toEqual(DATA);
});

it('is none where a name, a line, a city or a country is missing', () => {
  for (const missing of [{ name: ' ' }, { lines: ';' }, { city: '' }, { country: 'de' }, { country: '' }])
    expect(taxDataOf({ ...typedTaxData(DATA), ...missing })).toBeUndefined();
  expect(taxDataOf(typedTaxData(null))).toBeUndefined();
});
