import { z } from 'zod';
import { cents, moment, OWNER, OwnerKeyField } from '../billing/billing-surface.ts';
import { partyFields } from './party.ts';

export const documentId = z
  .string()
  .max(60)
  .describe('The invoice or credit note.')
  .meta({ examples: ['inv_0123456789abcdef'] });

const inCents = (what: string) => cents.describe(`${what}, in the smallest unit of the currency.`);

export const TaxDocumentView = z
  .object({
    documentId: z.string().describe('The document: `inv_` and 16 characters.'),
    kind: z.enum(['invoice', 'credit-note']).describe('A credit note takes back what an invoice has said.'),
    number: z
      .string()
      .describe(
        'Without a gap in a year: `2026-000123`, of credit notes `CN-2026-000123`; after a restore in a series of its own, `2026-R0302093015-000001`.',
      ),
    issuedOn: z.iso.date().describe('Its day (UTC).'),
    ownerKey: OwnerKeyField,
    of: z
      .enum(['monthly-record', 'topup-invoice', 'card-topup', 'bank-payment'])
      .describe('A month that is owed, or money that came in for the wallet and how.'),
    aboutId: z.string().describe('The record, the top-up invoice, the top-up, or the payment.'),
    currency: z.string().describe('ISO 4217.'),
    customerName: z.string().describe('Whom it names.'),
    taxCategory: z
      .enum(['S', 'Z', 'AE', 'G', 'O'])
      .describe(
        'As EN 16931 has it: `S` at a rate, `Z` at 0, `AE` reverse charge, `G` export, `O` outside of the tax.',
      ),
    taxPercent: z.number().describe('The rate.'),
    netCents: inCents('Without tax'),
    taxCents: inCents('The tax'),
    roundingCents: inCents('What the two miss of the total: one at most'),
    totalCents: inCents('What it comes to'),
    creditedCents: inCents('What its credit notes have taken back; of a credit note 0'),
    corrects: z.string().nullable().describe('Of a credit note: the invoice. Null of an invoice.'),
    reason: z.string().nullable().describe('Of a credit note: why. Null of an invoice.'),
    madeAt: moment.describe('When it was made.'),
  })
  .meta({ id: 'TaxDocument' });
export const AN_INVOICE: z.input<typeof TaxDocumentView> = {
  documentId: 'inv_0123456789abcdef',
  kind: 'invoice',
  number: '2026-000123',
  issuedOn: '2026-02-01',
  ownerKey: OWNER,
  of: 'monthly-record',
  aboutId: 'mrec_0123456789abcdef',
  currency: 'EUR',
  customerName: 'Iron Gym GmbH',
  taxCategory: 'S',
  taxPercent: 19,
  netCents: 1_954,
  taxCents: 371,
  roundingCents: 0,
  totalCents: 2_325,
  creditedCents: 0,
  corrects: null,
  reason: null,
  madeAt: '2026-02-01T02:00:01.000Z',
};

const { name, lines, postcode, city, country, vatId, email } = partyFields;
export const TaxData = z
  .strictObject({
    name: name.describe('Who is invoiced, as they are registered.'),
    lines: lines.describe('Street and number, and what else stands above the city: one to three lines.'),
    postcode: postcode.describe('Null where there is none.'),
    city: city.describe('The city.'),
    country: country.describe('By ISO 3166-1: two capitals.'),
    vatId: vatId.describe('The id for value-added tax, with its country in front. Null where there is none.'),
    email: email.describe('Its address for invoices, as documents name it. Null where there is none.'),
  })
  .meta({ id: 'TaxData' });
export const SOME_TAX_DATA = {
  name: 'Iron Gym GmbH',
  lines: ['Muskelstraße 1'],
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: 'DE123456789',
  email: 'books@iron.example',
};
export const OwnersTaxData = z
  .object({
    ownerKey: OwnerKeyField,
    source: z.string().nullable().describe('Whose they are: a facility without any has those of its organisation.'),
    taxData: TaxData.nullable().describe('Whom invoices name. Null: nobody has said, and none is made.'),
    changedAt: moment.nullable().describe('When they were set. Null: they are not.'),
  })
  .meta({ id: 'OwnersTaxData' });
