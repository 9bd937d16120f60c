import { ORGANISATION } from './ops-agreements.kit.ts';
import { ago } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const OWNER = `org#${ORGANISATION}`;
const TAX_INVOICE = {
  ...({ documentId: 'inv_0123456789abcdef', kind: 'invoice', number: '2026-000123', issuedOn: '2026-02-01' } as const),
  ...({ ownerKey: OWNER, of: 'monthly-record', aboutId: 'mrec_0123456789abcdef', currency: 'EUR' } as const),
  ...({ customerName: 'Iron <b>Gym</b> GmbH', taxCategory: 'S', taxPercent: 19, netCents: 1_954 } as const),
  ...{ taxCents: 371, roundingCents: 0, totalCents: 2_325, creditedCents: 25, corrects: null, reason: null },
  madeAt: ago(900),
};
const CREDIT_NOTE = {
  ...TAX_INVOICE,
  ...({ documentId: 'inv_123456789abcdef0', kind: 'credit-note', number: 'CN-2026-000007', netCents: 21 } as const),
  ...{
    taxCents: 4,
    totalCents: 25,
    creditedCents: 0,
    corrects: 'inv_0123456789abcdef',
    reason: 'A <b>day</b> too much',
  },
};
const TAX_DATA = {
  ...{ ownerKey: OWNER, source: OWNER, changedAt: ago(9_000) },
  taxData: {
    ...{ name: 'Iron <b>Gym</b> GmbH', lines: ['Muskelstraße 1'], postcode: '10115', city: 'Berlin', country: 'DE' },
    ...{ vatId: null, email: null },
  },
};
/** What the page of a wallet asks of invoices, and of whom they name. */
export const OF_INVOICES: Pages = [
  [
    /^GET .*\/saas-billing\/invoices$/,
    () => answer('GET /api/admin/saas-billing/invoices', { data: [CREDIT_NOTE, TAX_INVOICE], next: null }),
  ],
  [
    /^POST .*\/invoices\/[^/]+\/credit-notes$/,
    () =>
      answer('POST /api/admin/saas-billing/invoices/{documentId}/credit-notes', {
        ...{ creditNote: CREDIT_NOTE, approvalId: null },
      }),
  ],
  [/^GET .*\/tax-data\/[^/]+$/, () => answer('GET /api/admin/saas-billing/tax-data/{ownerKey}', TAX_DATA)],
  [/^PUT .*\/tax-data\/[^/]+$/, () => answer('PUT /api/admin/saas-billing/tax-data/{ownerKey}', TAX_DATA)],
];
