/** Who runs the demo's platform, as its invoices name it. */
export const DEMO_SUPPLIER = {
  name: 'Gatehouse Demo GmbH',
  lines: ['Torweg 3'],
  postcode: '20095',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE123456789',
  email: 'billing@gatehouse.example',
  iban: 'DE89370400440532013000',
};
