import { amountText } from '../../kit/currencies.ts';
import type { Part, PdfDocument } from '../../kit/documents/document.ts';
import type { Align, Inline } from '../../kit/markdown/blocks.ts';
import { epcCode } from './epc-code.ts';
import { decimal, FACTUR_X } from './factur-x.ts';
import { FACTUR_X_METADATA } from './factur-x-metadata.ts';
import type { Party } from './party.ts';
import type { Supplier } from './supplier.ts';
import type { TaxDocument } from './tax-document.ts';
import { percentText } from './tax-rate.ts';

const text = (words: string): readonly Inline[] => [{ is: 'text', text: words }];
const paragraph = (words: string): Part => ({ is: 'paragraph', parts: text(words) });
const heading = (level: number, words: string): Part => ({ is: 'heading', level, parts: text(words) });
const table = (columns: readonly Align[], head: readonly string[], rows: readonly (readonly string[])[]): Part => ({
  is: 'table',
  columns,
  head: head.map(text),
  rows: rows.map((row) => row.map(text)),
});

const addressOf = ({ name, lines, postcode, city, country }: Party): string =>
  [name, ...lines, [postcode, city].filter((part) => part !== null).join(' '), country].join(', ');
const vatOf = (name: string, { vatId }: Party) => (vatId === null ? [] : [{ name, value: vatId }]);

export const NAMES: Readonly<Record<TaxDocument['kind'], string>> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
};

/** How to pay, and for banking apps a code that says the same. */
export const howToPay = (
  supplier: Pick<Supplier, 'name' | 'iban' | 'bic'>,
  { cents, currency, reference, dueOn }: { cents: number; currency: string; reference: string; dueOn: string },
): readonly Part[] => {
  const amount = amountText(cents, currency);
  const words = `Please pay ${amount} by ${dueOn}, with the reference ${reference}.`;
  const { name, iban, bic } = supplier;
  if (iban === null) return [heading(2, 'Payment'), paragraph(words)];
  const account = { name: 'Account', value: `${iban}${bic === null ? '' : `, BIC ${bic}`}, ${name}` };
  const code =
    currency === 'EUR' ? epcCode({ name, iban, bic, euros: decimal(cents, currency), text: reference }) : undefined;
  return [
    heading(2, 'Payment'),
    paragraph(words),
    { is: 'facts', facts: [account] },
    ...(code === undefined
      ? []
      : [
          {
            is: 'qr' as const,
            text: code,
            caption: 'Pay by scanning this with a banking app',
            words: `${iban}, ${amount}, ${reference}`,
          },
        ]),
  ];
};

const sumsOf = ({ currency, sums, tax }: TaxDocument): Part => {
  const rate = tax.category === 'O' ? 'no tax' : `${percentText(tax.hundredths)} %`;
  const rows = [
    [`Without tax (${rate})`, decimal(sums.netCents, currency)],
    [`Tax (${rate})`, decimal(sums.taxCents, currency)],
    ...(sums.roundingCents === 0 ? [] : [['Rounding', decimal(sums.roundingCents, currency)]]),
    [`Total ${currency}`, decimal(sums.totalCents, currency)],
  ];
  return table(['start', 'end'], ['Sum', currency], rows);
};

/** A tax document as a file for people, with the one for programs in it. */
export const invoicePdf = (document: TaxDocument, xml: string): PdfDocument => {
  const { kind, number, issuedOn, supplier, customer, lines, currency, from, to, tax, payment, corrects } = document;
  const title = `${NAMES[kind]} ${number}`;
  const facts = [
    { name: 'Number', value: number },
    { name: 'Date', value: issuedOn },
    { name: document.of === 'monthly-record' ? 'Supplied' : 'Paid', value: from === to ? to : `${from} to ${to}` },
    ...(corrects === null ? [] : [{ name: 'Corrects', value: `${corrects.number} of ${corrects.issuedOn}` }]),
    { name: 'From', value: addressOf(supplier) },
    ...vatOf('VAT id', supplier),
    ...(supplier.taxNumber === null ? [] : [{ name: 'Tax number', value: supplier.taxNumber }]),
    ...(supplier.registration === null ? [] : [{ name: 'Registration', value: supplier.registration }]),
    { name: 'To', value: addressOf(customer) },
    ...vatOf('VAT id of the customer', customer),
  ];
  const rate = tax.category === 'O' ? '–' : percentText(tax.hundredths);
  const rows = lines.map(({ name, detail, netCents }) => [
    detail === null ? name : `${name}: ${detail}`,
    rate,
    decimal(netCents, currency),
  ]);
  return {
    title,
    author: supplier.name,
    language: 'en',
    madeAtMs: Date.parse(`${issuedOn}T00:00:00.000Z`),
    foot: `${supplier.name} · ${title}`,
    parts: [
      heading(1, title),
      { is: 'facts', facts },
      ...(corrects === null ? [] : [paragraph(corrects.reason)]),
      table(['start', 'end', 'end'], ['What', 'Tax %', `${currency} without tax`], rows),
      sumsOf(document),
      ...(tax.exemption === null ? [] : [paragraph(tax.exemption.words)]),
      ...(payment === null
        ? [paragraph(kind === 'invoice' ? 'Paid: nothing is to be paid any more.' : 'Nothing is to be paid.')]
        : howToPay(supplier, { cents: document.sums.totalCents, currency, ...payment })),
    ],
    archive: {
      files: [
        {
          name: FACTUR_X,
          type: 'text/xml',
          text: xml,
          description: 'The invoice for programs: EN 16931',
          relationship: 'Alternative',
        },
      ],
      metadata: FACTUR_X_METADATA,
    },
  };
};

/** What is to be paid for a top-up, before it is: no tax document, for nothing is supplied or paid yet. */
export const paymentRequestPdf = (
  supplier: Supplier | undefined,
  request: { ownerName: string; cents: number; currency: string; reference: string; madeOn: string; dueOn: string },
): PdfDocument => {
  const { ownerName, cents, currency, reference, madeOn, dueOn } = request;
  const title = `Request for payment ${reference}`;
  const name = supplier?.name ?? 'Gatehouse';
  return {
    title,
    author: name,
    language: 'en',
    madeAtMs: Date.parse(`${madeOn}T00:00:00.000Z`),
    foot: `${name} · ${title}`,
    parts: [
      heading(1, title),
      {
        is: 'facts',
        facts: [
          { name: 'Date', value: madeOn },
          ...(supplier === undefined ? [] : [{ name: 'From', value: addressOf(supplier) }]),
          { name: 'To', value: ownerName },
          { name: 'For', value: 'Top-up of the wallet' },
          { name: 'Amount', value: amountText(cents, currency) },
        ],
      },
      paragraph('This is no invoice: you get one once it is paid.'),
      ...howToPay(supplier ?? { name, iban: null, bic: null }, { cents, currency, reference, dueOn }),
    ],
    archive: { files: [], metadata: [] },
  };
};
