import type { TaxDocument } from '../ops/money/wallet-types.ts';
import { moneyWords } from './money-en.ts';

/** The words of invoices, and of whom they name. */
export const invoiceLabels = {
  title: 'Invoices and credit notes',
  looking: 'the invoices',
  none: 'No invoices yet',
  noneMore: 'They are made for months that are owed, and for money that came in.',
  file: 'PDF',
  request: 'How to pay (PDF)',
  credit: 'Correct it by a credit note',
  creditMore: 'What is left of it, unless you say how much. It is posted at once, and cannot be taken back.',
  amountWrong: 'An amount such as 25 or 25.00, or nothing.',
  reason: 'Why, as the credit note says it',
  reasonMissing: 'This is needed.',
  creditNow: 'Make the credit note',
  credited: 'The credit note is made.',
  waits: 'It waits for a second person.',
  taxData: 'Whom invoices name',
  lookingAtTaxData: 'whom invoices name',
  noTaxData: 'Nobody has said yet. Invoices wait for it.',
  inherited: 'As its organisation has it. What you save here holds for this facility alone.',
  name: 'Name',
  lines: 'Street and number',
  linesMore: 'One to three lines above the city, with semicolons between.',
  postcode: 'Postcode',
  city: 'City',
  country: 'Country',
  countryMore: 'Two capitals, such as DE.',
  vatId: 'VAT id',
  vatIdMore: 'With its country in front. Empty where there is none: then the tax is charged.',
  email: 'E-mail for invoices',
  needed: 'This is needed.',
  countryWrong: 'Two capitals, such as DE.',
  save: 'Save whom they name',
  saved: 'It is saved.',
} as const;

const OF: Readonly<Record<TaxDocument['of'], string>> = {
  'monthly-record': 'a month',
  'topup-invoice': 'a top-up by transfer',
  'card-topup': 'a top-up by card',
  'bank-payment': 'a payment',
};

export const invoiceWords = {
  document: ({ kind, number, issuedOn, totalCents, currency, of, creditedCents, reason }: TaxDocument): string => {
    const amount = `${moneyWords.cents(totalCents)} ${currency}`;
    if (kind === 'credit-note') return `${number} of ${issuedOn}: ${amount} taken back. ${reason ?? ''}`;
    const credited = creditedCents === 0 ? '' : `, ${moneyWords.cents(creditedCents)} of it taken back`;
    return `${number} of ${issuedOn}: ${amount} for ${OF[of]}${credited}`;
  },
} as const;
