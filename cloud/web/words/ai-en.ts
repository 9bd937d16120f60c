import type { AiReset } from '../ops/ai/ai-types.ts';

const TO_THE_CENT = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  // What is there is never said to be more than it is.
  roundingMode: 'floor',
});
const EXACT = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const NUMBER = new Intl.NumberFormat('en-GB');
const A_CENT = 10_000;

/** What all pages of AI credit say. */
export const aiLabels = {
  pages: { ai: 'AI credit', aiKeys: 'Keys and guardrails', aiRequests: 'Requests' },
  pagesMore: {
    ai: 'Prepaid credit that keys and agents of this facility spend on models.',
    aiKeys: 'Who may ask models, for how much, and what is looked for in what they send and get.',
    aiRequests: 'What was asked, of which model, and what it cost. No question and no answer is ever kept.',
  },
  links: 'Pages of AI credit',
  limitAmount: 'May spend at most',
  limitMore: 'Left empty: no limit.',
  reset: 'Begins anew',
  capWrong: 'An amount such as 20 or 20.00: up to 100,000. Or nothing.',
} as const;

export const RESETS: Readonly<Record<AiReset, string>> = {
  day: 'Each day',
  week: 'Each week',
  month: 'Each month',
  total: 'Never by itself',
};
/** How a cap says that it begins anew. */
export const EACH: Readonly<Record<AiReset, string>> = {
  day: 'a day',
  week: 'a week',
  month: 'a month',
  total: 'in all',
};

export const aiWords = {
  /** Of millionths of the currency: to the cent, and to the last place where it is less than one. */
  money: (micros: number): string => (Math.abs(micros) < A_CENT ? EXACT : TO_THE_CENT).format(micros / (100 * A_CENT)),
  /** Every place that there is: what is added up has to come out. */
  exactly: (micros: number): string => EXACT.format(micros / (100 * A_CENT)),
  cents: (cents: number): string => EXACT.format(cents / 100),
  number: (n: number): string => NUMBER.format(n),
  cap: ({ limitCents, reset }: { readonly limitCents: number; readonly reset: AiReset }): string =>
    `${aiWords.cents(limitCents)} ${EACH[reset]}`,
} as const;
