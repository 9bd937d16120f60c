import { decimalsOf } from '../../kit/currencies.ts';
import type { Party } from './party.ts';
import type { DocumentLine, TaxDocument } from './tax-document.ts';
import { percentText } from './tax-rate.ts';
import { type Element, element } from './xml.ts';

/** The file in a PDF that programs read: EN 16931 as a Cross Industry Invoice of UN/CEFACT. */
export const FACTUR_X = 'factur-x.xml';

/** The kinds of documents by UNTDID 1001: an invoice, one of what is paid ahead, a credit note. */
const typeCodeOf = ({ kind, of }: TaxDocument): string =>
  kind === 'credit-note' ? '381' : of === 'monthly-record' ? '380' : '386';

/** What is counted by the piece. */
const PIECE = 'C62';

/** An amount as documents write it, such as `12.50`. */
export const decimal = (cents: number, currency: string): string => {
  const places = decimalsOf(currency);
  const digits = Math.abs(cents)
    .toString()
    .padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${cents < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
};

const compact = (day: string): string => day.replaceAll('-', '');
const date = (name: string, day: string, space = 'udt'): Element =>
  element(name, [element(`${space}:DateTimeString`, compact(day), { format: '102' })]);

/** The document as a CII file. The same document gives the same text. */
export const facturX = (document: TaxDocument): string => {
  const { number, issuedOn, corrects } = document;
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', number),
        element('ram:TypeCode', typeCodeOf(document)),
        date('ram:IssueDateTime', issuedOn),
        corrects && element('ram:IncludedNote', [element('ram:Content', corrects.reason)]),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...document.lines.map((line, at) => lineOf(document, line, at)),
        agreement(document),
        element('ram:ApplicableHeaderTradeDelivery', [
          element('ram:ActualDeliverySupplyChainEvent', [date('ram:OccurrenceDateTime', document.to)]),
        ]),
        settlement(document),
      ]),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
};

const taxFields = ({ tax }: TaxDocument): readonly (Element | false)[] => [
  element('ram:CategoryCode', tax.category),
  // What is not subject to tax has no rate, not even 0.
  tax.category !== 'O' && element('ram:RateApplicablePercent', percentText(tax.hundredths)),
];

/** A line is one piece at its amount, or is taken off: no price is below zero. How it comes about is said in words. */
const lineOf = (document: TaxDocument, { name, detail, netCents }: DocumentLine, at: number): Element => {
  const amount = decimal(netCents, document.currency);
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(at + 1))]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:Name', name),
      detail !== null && element('ram:Description', detail),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', decimal(Math.abs(netCents), document.currency)),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [
      element('ram:BilledQuantity', netCents < 0 ? '-1' : '1', { unitCode: PIECE }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [element('ram:TypeCode', 'VAT'), ...taxFields(document)]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', amount)]),
    ]),
  ]);
};

interface Registered {
  readonly registration?: string | null;
  readonly taxNumber?: string | null;
}
/** An id for value-added tax stands nowhere in a document that is outside of it (BR-O-02). */
const party = (name: string, { tax }: TaxDocument, of: Party & Registered): Element => {
  const vatId = tax.category === 'O' ? null : of.vatId;
  const registered = (scheme: 'VA' | 'FC', id: string) =>
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', id, { schemeID: scheme })]);
  const [first, second, third] = of.lines;
  return element(name, [
    element('ram:Name', of.name),
    of.registration != null && element('ram:SpecifiedLegalOrganization', [element('ram:ID', of.registration)]),
    element('ram:PostalTradeAddress', [
      of.postcode !== null && element('ram:PostcodeCode', of.postcode),
      first !== undefined && element('ram:LineOne', first),
      second !== undefined && element('ram:LineTwo', second),
      third !== undefined && element('ram:LineThree', third),
      element('ram:CityName', of.city),
      element('ram:CountryID', of.country),
    ]),
    of.email !== null && element('ram:URIUniversalCommunication', [element('ram:URIID', of.email, { schemeID: 'EM' })]),
    vatId !== null && registered('VA', vatId),
    of.taxNumber != null && registered('FC', of.taxNumber),
  ]);
};

const agreement = (document: TaxDocument): Element =>
  element('ram:ApplicableHeaderTradeAgreement', [
    party('ram:SellerTradeParty', document, document.supplier),
    party('ram:BuyerTradeParty', document, document.customer),
  ]);

/** How it is paid, or was, by UNTDID 4461: 97 is cleared between partners, 48 a card, 58 a credit transfer of SEPA and 30 any. */
const meansOf = ({ kind, of, currency, supplier: { name, iban, bic } }: TaxDocument): Element => {
  const means = (code: string, ...account: readonly (Element | false)[]) =>
    element('ram:SpecifiedTradeSettlementPaymentMeans', [element('ram:TypeCode', code), ...account]);
  if (kind === 'credit-note') return means('97');
  if (of === 'card-topup') return means('48');
  // Without an account that is said elsewhere.
  if (iban === null) return means('1');
  return means(
    currency === 'EUR' ? '58' : '30',
    element('ram:PayeePartyCreditorFinancialAccount', [element('ram:IBANID', iban), element('ram:AccountName', name)]),
    bic !== null && element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', bic)]),
  );
};

const settlement = (document: TaxDocument): Element => {
  const { currency, tax, sums, payment, from, to, corrects } = document;
  const amount = (name: string, cents: number, attributes = {}) => element(name, decimal(cents, currency), attributes);
  const grand = sums.netCents + sums.taxCents;
  return element('ram:ApplicableHeaderTradeSettlement', [
    payment && element('ram:PaymentReference', payment.reference),
    element('ram:InvoiceCurrencyCode', currency),
    meansOf(document),
    element('ram:ApplicableTradeTax', [
      amount('ram:CalculatedAmount', sums.taxCents),
      element('ram:TypeCode', 'VAT'),
      tax.exemption && element('ram:ExemptionReason', tax.exemption.words),
      amount('ram:BasisAmount', sums.netCents),
      element('ram:CategoryCode', tax.category),
      tax.exemption && element('ram:ExemptionReasonCode', tax.exemption.code),
      tax.category !== 'O' && element('ram:RateApplicablePercent', percentText(tax.hundredths)),
    ]),
    from !== to &&
      element('ram:BillingSpecifiedPeriod', [date('ram:StartDateTime', from), date('ram:EndDateTime', to)]),
    payment && element('ram:SpecifiedTradePaymentTerms', [date('ram:DueDateDateTime', payment.dueOn)]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      amount('ram:LineTotalAmount', sums.netCents),
      amount('ram:TaxBasisTotalAmount', sums.netCents),
      amount('ram:TaxTotalAmount', sums.taxCents, { currencyID: currency }),
      sums.roundingCents !== 0 && amount('ram:RoundingAmount', sums.roundingCents),
      amount('ram:GrandTotalAmount', grand),
      payment === null && amount('ram:TotalPrepaidAmount', sums.totalCents),
      amount('ram:DuePayableAmount', payment === null ? 0 : sums.totalCents),
    ]),
    corrects &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', corrects.number),
        date('ram:FormattedIssueDateTime', corrects.issuedOn, 'qdt'),
      ]),
  ]);
};
