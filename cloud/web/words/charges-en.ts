import type { Charge } from '../client/platform-api.gen.ts';

/** The words of what organisations charge. */
export const chargeLabels = {
  title: 'Charges',
  more: 'What an organisation charges its clubs and their members, and what is different at single clubs. Nothing here moves money.',
  of: 'Whose charges',
  none: 'No charges of yours to set',
  noneMore: 'Whoever administers an organisation sets its charges.',
  looking: 'the charges',
  lookingAtClubs: 'the clubs',
  which: 'Revision',
  nothing: 'Nothing is charged yet',
  nothingMore: 'Set the first charges below.',
  name: 'What',
  key: 'Key',
  keyMore: 'Names it for good: a-z, digits and hyphens, a letter first.',
  keyWrong: 'a-z, digits and hyphens, a letter first; no two the same.',
  label: 'What people read',
  labelMissing: 'This is needed.',
  amount: 'Amount, without tax',
  amountWrong: 'An amount such as 59 or 59.90, as the currency has it.',
  currency: 'Currency',
  currencyWrong: 'Three letters, such as AUD.',
  per: 'For',
  period: 'Each',
  tax: 'Tax on top, per cent',
  taxWrong: 'From 0 to 100, two places at most.',
  active: 'It is charged',
  here: 'At single clubs',
  club: 'Club',
  charge: 'Charge',
  notCharged: 'Not charged there',
  add: 'Add a charge',
  addOverride: 'Something is different at a club',
  take: 'Take it away',
  editor: 'The next revision',
  effectiveOn: 'Holds from',
  effectiveOnMissing: 'Say from which day on.',
  save: 'Save it as the next revision',
  saveMore: 'A revision is never changed: what is wrong with it is put right by the next one.',
  saved: 'The revision is saved.',
  wrong: 'Something above is not right yet.',
} as const;

export const PERS: Readonly<Record<Charge['per'], string>> = {
  club: 'each club',
  member: 'each member',
  once: 'one time',
};
export const PERIODS: Readonly<Record<NonNullable<Charge['period']>, string>> = {
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};

export const chargeWords = {
  revision: (n: number): string => `Revision ${n}`,
  holds: (revision: number, effectiveOn: string | null, inEffect: number | null): string => {
    if (revision === inEffect) return `Revision ${revision} holds, since ${effectiveOn}.`;
    const now = inEffect === null ? 'Nothing holds today.' : `Today revision ${inEffect} holds.`;
    return `Revision ${revision}, from ${effectiveOn} on. ${now}`;
  },
  saved: (by: string, ago: string): string => `Saved ${ago} by ${by}`,
  per: (per: Charge['per'], period: Charge['period']): string =>
    period === null ? PERS[per] : `${PERS[per]}, each ${PERIODS[period]}`,
  tax: (basisPoints: number): string => `${basisPoints / 100} %`,
  consequence: (effectiveOn: string): string =>
    `It holds from ${effectiveOn} on, as that day begins at each club. ${chargeLabels.saveMore}`,
  ofCharge: (what: string, n: number): string => `${what}: charge ${n}`,
  ofOverride: (what: string, n: number): string => `${what}: difference ${n}`,
} as const;
