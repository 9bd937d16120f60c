import { listed } from './counting.ts';

const NUMBER = new Intl.NumberFormat('en-GB');

/** The words of charts and of figures. */
export const chartWords = {
  asTable: 'As a table',
  number: (n: number): string => NUMBER.format(n),
  /** `In all 1,200 done, 31 refused and 2 failed.` */
  summary: (totals: readonly { readonly name: string; readonly count: number }[]): string =>
    `In all ${listed(totals.map(({ name, count }) => `${NUMBER.format(count)} ${name.toLowerCase()}`))}.`,
} as const;
