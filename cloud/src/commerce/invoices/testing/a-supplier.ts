import type { Party } from '../party.ts';
import type { Supplier } from '../supplier.ts';

/** Who supplies in tests. */
export const A_SUPPLIER: Supplier = {
  name: 'Gatehouse & Söhne GmbH',
  lines: ['Torweg 3'],
  postcode: '20095',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE123456789',
  email: 'billing@gatehouse.example',
  taxNumber: '22/815/08151',
  registration: 'HRB 12345, Amtsgericht Hamburg',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  rates: {},
  oneStopShop: false,
};

export const A_CUSTOMER: Party = {
  name: 'Iron Gym GmbH',
  lines: ['Muskelstraße 1'],
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: null,
  email: 'books@iron.example',
};
