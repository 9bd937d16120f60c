import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFonts } from '../../kit/documents/fonts.ts';
import { pdfOf } from '../../kit/documents/pdf-of.ts';
import { textOfPdf } from '../../kit/documents/testing/text-of-pdf.ts';
import { facturX } from './factur-x.ts';
import { invoicePdf, paymentRequestPdf } from './invoice-pdf.ts';
import type { TaxDocument } from './tax-document.ts';
import { aDocument } from './testing/a-document.ts';
import { A_CUSTOMER, A_SUPPLIER } from './testing/a-supplier.ts';
import { wrongByRules, wrongBySchema } from './testing/foreign-check.ts';

const CORRECTION = { number: '2026-000122', issuedOn: '2026-01-31', reason: 'Charged by mistake' };
/** One of each kind and treatment that there is. */
const DOCUMENTS: Readonly<Record<string, TaxDocument>> = {
  'at a rate, to be paid': aDocument(),
  'of money that came in': aDocument({ of: 'topup-invoice', payment: null, from: '2026-01-31', cents: [25_000] }),
  'a credit note': aDocument({ kind: 'credit-note', number: 'CN-2026-000001', payment: null, corrects: CORRECTION }),
  'by reverse charge': aDocument({ customer: { ...A_CUSTOMER, country: 'FR', vatId: 'FR40303265045' } }),
  'without an id, elsewhere in the Union': aDocument({ customer: { ...A_CUSTOMER, country: 'FR' } }),
  'an export': aDocument({ customer: { ...A_CUSTOMER, country: 'AU', vatId: 'AU51824753556', postcode: null } }),
  'outside of the tax': aDocument({
    supplier: { ...A_SUPPLIER, country: 'US', vatId: null, rates: { US: [{ from: '2020-01-01', hundredths: 0 }] } },
  }),
  'at no rate': aDocument({
    supplier: { ...A_SUPPLIER, country: 'US', vatId: null, rates: { US: [{ from: '2020-01-01', hundredths: 0 }] } },
    customer: { ...A_CUSTOMER, country: 'US' },
  }),
  'without an account': aDocument({ supplier: { ...A_SUPPLIER, iban: null, bic: null } }),
  'in pounds': aDocument({ currency: 'GBP' }),
  'by card': aDocument({ of: 'card-topup', payment: null, from: '2026-01-31', cents: [5_000] }),
};

const fonts = loadFonts();
const pdfBytes = (document: TaxDocument) => pdfOf(invoicePdf(document, facturX(document)), fonts);

describe('an invoice', () => {
  it.each(Object.entries(DOCUMENTS))(
    '%s is as EN 16931 wants it, by its schema and by others’ rules',
    async (_, document) => {
      const xml = facturX(document);
      expect(wrongBySchema(xml)).toEqual([]);
      expect(await wrongByRules(undefined, xml)).toEqual([]);
    },
  );

  it('is found in its file by others, as it is', async () => {
    const document = aDocument();
    expect(await wrongByRules(await pdfBytes(document), facturX(document))).toEqual([]);
  });

  it('is so whatever its amounts, its rate and its names are', async () => {
    const amounts = fc.array(fc.integer({ min: -99_999, max: 9_999_999 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        amounts.filter((all) => all.reduce((sum, cents) => sum + cents, 0) > 0),
        fc.integer({ min: 1, max: 3_000 }),
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => /[\p{L}\p{N}]/u.test(text)),
        async (cents, hundredths, name) => {
          const rates = { DE: [{ from: '2020-01-01', hundredths }] };
          const customer = { ...A_CUSTOMER, name };
          const xml = facturX(aDocument({ cents, customer, supplier: { ...A_SUPPLIER, rates } }));
          expect(wrongBySchema(xml)).toEqual([]);
          // That reader adds amounts as floating-point numbers, and finds their rounding: here they are added exactly.
          const wrong = await wrongByRules(undefined, xml);
          expect(wrong.filter((text) => !text.includes('[BR-CO-16]'))).toEqual([]);
          const amount = (name: string) =>
            Number((/>(-?\d+)\.(\d\d)</.exec(xml.split(`<ram:${name}`)[1] ?? '') ?? []).slice(1).join('') || 0);
          expect(amount('DuePayableAmount')).toBe(amount('GrandTotalAmount') + amount('RoundingAmount'));
          expect(amount('GrandTotalAmount')).toBe(amount('TaxBasisTotalAmount') + amount('TaxTotalAmount'));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is found wrong by them where it is wrong', async () => {
    const xml = facturX(aDocument());
    expect(wrongBySchema(xml.replace('<ram:TypeCode>380</ram:TypeCode>', ''))).toHaveLength(1);
    const wrong = await wrongByRules(undefined, xml.replace(/(<ram:GrandTotalAmount>)[^<]+/, '$1999.00'));
    expect(wrong.join(' ')).toContain('BR-CO-15');
  });

  it('says the same to people, and is the same to the byte each time', async () => {
    const document = aDocument();
    const first = await pdfBytes(document);
    expect(Buffer.compare(first, await pdfOf(invoicePdf(document, facturX(document)), loadFonts()))).toBe(0);
    const { text } = await textOfPdf(first);
    for (const said of [
      'Invoice 2026-000123',
      'Gatehouse & Söhne GmbH',
      'DE123456789',
      'Iron Gym GmbH',
      'Doors <1> & more',
      '12.87',
      '19.00 %',
      '2.45',
      'EUR 15.32',
      '2026-02-15',
      '7K3M-Q0Z3',
    ])
      expect(text).toContain(said);
    const raw = Buffer.from(first).toString('latin1');
    for (const said of [
      '<pdfaid:part>3<',
      '<pdfaid:conformance>B<',
      '<fx:ConformanceLevel>EN 16931<',
      '/AFRelationship /Alternative',
      '/StructTreeRoot',
      '/Marked true',
    ])
      expect(raw).toContain(said);
  });

  it('asks for a transfer by a code only while there is one to be made, in euros', () => {
    const codes = (document: TaxDocument) => invoicePdf(document, '').parts.filter(({ is }) => is === 'qr');
    expect(codes(aDocument())).toMatchObject([
      {
        text: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nGatehouse & Söhne GmbH\nDE89370400440532013000\nEUR15.32\n\n\n7K3M-Q0Z3',
      },
    ]);
    for (const none of ['of money that came in', 'a credit note', 'without an account', 'in pounds'])
      expect(codes(DOCUMENTS[none] ?? aDocument())).toEqual([]);
  });

  it('is none before it is paid: a request has no number, and no file for programs', async () => {
    const request = { ownerName: 'Harbour Gym', cents: 2_500, currency: 'EUR', reference: '7K3M-Q0Z3' };
    const pdf = paymentRequestPdf(A_SUPPLIER, { ...request, madeOn: '2026-01-01', dueOn: '2026-01-15' });
    const bytes = await pdfOf(pdf, fonts);
    expect((await textOfPdf(bytes)).text).toMatch(/Request for payment 7K3M-Q0Z3(?:.|\n)*This is no invoice/);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/EmbeddedFile');
  });
});
