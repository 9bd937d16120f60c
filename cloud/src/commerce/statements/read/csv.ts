import { CsvError, parse } from 'csv-parse/sync';
import {
  type BankEntry,
  type BankStatement,
  ENTRIES_MAX,
  malformed,
  oneLineOf,
  payerOf,
  wrong,
} from './bank-statement.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { createEntryKeys } from './entry-keys.ts';
import { minorOf } from './minor-of.ts';

const RECORD_BYTES_MAX = 20_000;

const recordsOf = (text: string, delimiter: string): readonly (readonly string[])[] => {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: RECORD_BYTES_MAX,
      to: ENTRIES_MAX + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw malformed(`The file is no CSV that can be read: ${error.message}`);
    throw error;
  }
};

/** Reads the payments of a CSV file with a heading. Throws what is wrong with it, by its line. */
export const readCsv = (text: string, mapping: CsvMapping): readonly BankStatement[] => {
  const [heading, ...records] = recordsOf(text, mapping.delimiter);
  if (heading === undefined) throw malformed('The file is empty.');
  if (records.length > ENTRIES_MAX) throw wrong('/', 'too_many_entries', `A file has ${ENTRIES_MAX} entries at most.`);
  const placeOf = (field: keyof CsvMapping): number | undefined => {
    const name = mapping[field];
    if (name === undefined) return undefined;
    const place = heading.indexOf(name);
    if (place === -1) throw wrong('/line[1]', 'column', `There is no column ${JSON.stringify(name)} (${field}).`);
    return place;
  };
  const places = {
    bookedOn: placeOf('bookedOn'),
    amount: placeOf('amount'),
    text: placeOf('text'),
    bankReference: placeOf('bankReference'),
    payer: placeOf('payer'),
  };
  const keyOf = createEntryKeys();
  const entries = records.map((record, i): BankEntry => {
    const path = `/record[${i + 1}]`;
    const said = (place: number | undefined): string => (place === undefined ? '' : (record[place] ?? ''));
    const amount = amountOf(said(places.amount), mapping, path);
    const entry = {
      ...amount,
      bankReference: said(places.bankReference).slice(0, 140) || null,
      bookedOn: dayOf(said(places.bookedOn), mapping.dateFormat, path),
      reversal: false,
      text: oneLineOf([said(places.text)]),
      payer: payerOf(said(places.payer)),
    };
    return { ...entry, key: keyOf(entry) };
  });
  const { account, currency } = mapping;
  return [{ statementId: '', account, currency, openingMinor: null, closingMinor: null, entries }];
};

const amountOf = (said: string, { decimal, currency }: CsvMapping, path: string) => {
  const [, sign = '', digits = ''] = /^([+−-]?)\s*(\d[\d., '’\u00a0\u202f]*)$/u.exec(said) ?? [];
  const thousands =
    decimal === '.' ? /(\d)[,'’ \u00a0\u202f](?=\d{3}(?!\d))/gu : /(\d)[.'’ \u00a0\u202f](?=\d{3}(?!\d))/gu;
  const plain = digits.replace(thousands, '$1').replace(decimal, '.');
  if (digits === '') throw wrong(`${path}/amount`, 'amount', 'The amount must be a number.');
  const minor = minorOf(plain, currency, `${path}/amount`);
  return { minor, direction: sign === '-' || sign === '−' ? ('debit' as const) : ('credit' as const) };
};

const PARTS: Readonly<Record<CsvMapping['dateFormat'], { readonly fits: RegExp; readonly day: string }>> = {
  'YYYY-MM-DD': { fits: /^(\d{4})-(\d{2})-(\d{2})$/, day: '$1-$2-$3' },
  YYYYMMDD: { fits: /^(\d{4})(\d{2})(\d{2})$/, day: '$1-$2-$3' },
  'DD.MM.YYYY': { fits: /^(\d{2})\.(\d{2})\.(\d{4})$/, day: '$3-$2-$1' },
  'DD/MM/YYYY': { fits: /^(\d{2})\/(\d{2})\/(\d{4})$/, day: '$3-$2-$1' },
  'MM/DD/YYYY': { fits: /^(\d{2})\/(\d{2})\/(\d{4})$/, day: '$3-$1-$2' },
};
const dayOf = (said: string, format: CsvMapping['dateFormat'], path: string): string => {
  const { fits, day } = PARTS[format];
  const found = fits.test(said) ? said.replace(fits, day) : '';
  if (found === '' || new Date(`${found}T00:00:00Z`).toJSON()?.slice(0, 10) !== found)
    throw wrong(`${path}/bookedOn`, 'date', `The day must be a date as ${format}.`);
  return found;
};
