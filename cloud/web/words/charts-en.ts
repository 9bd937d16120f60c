import { listed } from './counting.ts';

const NUMBER = new Intl.NumberFormat('en-GB');

const inFull = (n: number): string => NUMBER.format(n);

/** The words of charts and of figures. */
export const chartWords = {
  asTable: 'As a table',
  number: inFull,
  /** `In all 1,200 done, 31 refused and 2 failed.` */
  summary: (
    totals: readonly { readonly name: string; readonly count: number }[],
    number: (n: number) => string = inFull,
  ): string => `In all ${listed(totals.map(({ name, count }) => `${number(count)} ${name.toLowerCase()}`))}.`,
} as const;
