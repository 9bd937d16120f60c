import type { BankEntry, StatementFile, StatementSent } from '../ops/money/wallet-types.ts';
import { moneyWords } from './money-en.ts';

/** The words of statements of banks, and of payments that wait for somebody. */
export const statementLabels = {
  title: 'Statements of the bank',
  more: 'A file is looked at first, and nothing is kept before you say so. A payment counts once, in however many files it comes.',
  file: 'Statement: CAMT.053 (XML), or CSV',
  looking: 'The file is looked at…',
  take: 'Take it in',
  taken: 'The file is taken in.',
  csv: 'It is CSV',
  csvMore: 'What its columns are called, as its first line has them.',
  account: 'Account',
  currency: 'Currency',
  bookedOn: 'Column of the day',
  amount: 'Column of the amount',
  text: 'Column of what the payer wrote',
  bankReference: 'Column of the bank’s reference',
  delimiter: 'Between columns',
  decimal: 'Before decimals',
  dateFormat: 'Days are written',
  lookingAtFiles: 'the files',
  noFiles: 'No statements yet',
  noFilesMore: 'Each file stands here, with what became of its payments.',
  unmatched: 'Payments that wait',
  lookingAtUnmatched: 'the payments',
  noUnmatched: 'No payment waits',
  noUnmatchedMore: 'What settles nothing by itself waits here. While it may be somebody’s, nothing is refused to them.',
  owner: 'Whose it is',
  ownerMore: 'org#… or facility#…, as the list of owners has them.',
  note: 'Why',
  missing: 'This is needed.',
  credit: 'Put it into their wallet',
  credited: 'It is in their wallet.',
  waits: 'It waits for a second person.',
  dismiss: 'Put it aside',
  dismissMore: 'It waits no longer, and nobody is credited.',
  dismissed: 'It is put aside.',
} as const;

const REASONS: Readonly<Record<NonNullable<BankEntry['reason']>, string>> = {
  no_reference: 'no reference',
  mistyped: 'the reference is mistyped',
  several_references: 'several references',
  amount_mismatch: 'not the amount that was expected',
  reference_cancelled: 'what it pays was cancelled',
  already_settled: 'what it pays was settled before',
  other_currency: 'another currency',
  debit: 'it went out',
  reversal: 'it takes back another one',
};

export const statementWords = {
  looked: ({ entries, looked }: StatementSent): string =>
    looked === null
      ? `${entries} payments.`
      : `${entries} payments, ${looked.new} of them new. To settle something: ${looked.settles}. To wait: ${looked.waits}.`,
  file: ({ madeAt, format, entries, settled, waiting, credited, dismissed, takenInAt }: StatementFile): string =>
    takenInAt === null
      ? `${madeAt.slice(0, 10)}, ${format}: ${entries} payments are being taken in`
      : `${madeAt.slice(0, 10)}, ${format}: ${entries} payments, ${settled} settled, ${waiting} wait, ${credited} credited, ${dismissed} put aside`,
  entry: ({ bookedOn, amountMinor, currency, reason }: BankEntry): string =>
    `${bookedOn}: ${moneyWords.cents(amountMinor)} ${currency}, ${reason === null ? '' : REASONS[reason]}`,
  wrote: ({ payer, text }: BankEntry): string => (payer === null ? text : `${payer}: ${text}`),
} as const;
