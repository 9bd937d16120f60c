import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { decimal } from './factur-x.ts';
import type { DocumentRow } from './invoices.repo.ts';
import { documentIn } from './issue-documents.ts';
import { percentText } from './tax-rate.ts';

const COLUMNS = [
  ...['number', 'kind', 'issuedOn', 'corrects', 'owner', 'about', 'customer', 'country', 'vatId'],
  ...['taxCategory', 'taxPercent', 'net', 'tax', 'rounding', 'total', 'currency', 'reason'],
] as const;

const valuesOf = (row: DocumentRow): readonly string[] => {
  const { customer, tax, sums, corrects, currency } = documentIn(row);
  // What is taken back is below zero, so that a column sums.
  const signed = (cents: number) => decimal(row.kind === 'invoice' ? cents : -cents, currency);
  return [
    ...[row.number, row.kind, row.issued_on, corrects?.number ?? '', row.owner_key, row.about_id],
    ...[customer.name, customer.country, customer.vatId ?? '', tax.category, percentText(tax.hundredths)],
    ...[signed(sums.netCents), signed(sums.taxCents), signed(sums.roundingCents), signed(sums.totalCents)],
    ...[currency, corrects?.reason ?? ''],
  ];
};

const isAmount = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
/** What a spreadsheet would take for a formula is text to it with a quote in front. An amount below zero is none. */
const plain = (text: string): string => (isAmount(text) || !/^[=+\-@\t\r＝＋－＠]/.test(text) ? text : `'${text}`);

/** Documents as CSV (RFC 4180), made a page at a time. Nothing in it is a formula to a spreadsheet. */
export const invoicesCsv = async (pages: AsyncIterable<readonly DocumentRow[]>): Promise<Buffer> => {
  // Loaded for the first who asks.
  const { stringify } = await import('csv-stringify/sync');
  const parts = [stringify([[...COLUMNS]], { record_delimiter: 'windows' })];
  for await (const rows of pages) {
    parts.push(
      stringify(
        rows.map((row) => valuesOf(row).map(plain)),
        { record_delimiter: 'windows' },
      ),
    );
    await yieldToEventLoop();
  }
  return Buffer.from(parts.join(''));
};
