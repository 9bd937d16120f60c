import type { RatesResolve } from '../ops/money/money-types.ts';

/** The words of what the platform bills. */
export const moneyLabels = {
  ratesTitle: 'Rates',
  ratesMore:
    'What the platform charges. A price holds from the next day on (UTC): days that have begun are billed as they were.',
  lookingAtRates: 'the rates',
  what: 'What',
  price: 'Price',
  adjusted: 'Adjusted',
  from: 'From',
  setPrice: 'Set a price',
  priceMore: 'In the currency of the platform, six places at most.',
  priceWrong: 'A price such as 0 or 0.25: six places at most, and not below 0.',
  save: 'Save the price',
  saved: 'The price is saved.',
  templates: 'Templates',
  lookingAtTemplates: 'the templates',
  noTemplates: 'No templates yet',
  noTemplatesMore: 'A template has prices that several owners can go by.',
  name: 'Name',
  nameMissing: 'This is needed.',
  add: 'Make a template',
  added: 'The template is made.',
  copy: 'Copy it',
  copied: 'The template is copied.',
  whatIf: 'What would it have cost?',
  whatIfMore: 'The last three months of all who go by it, rated again with its prices of now. Nothing changes.',
  month: 'Month',
  billed: 'Billed',
  would: 'It would be',
  difference: 'Difference',
  title: 'Billing',
  more: 'What is billed and paid, month by month, and where each amount comes from.',
  of: 'Whose billing',
  platform: 'All',
  none: 'Nothing of yours to see',
  noneMore: 'Whoever runs the platform sees what it bills.',
  looking: 'the figures',
  paid: 'Paid',
  chart: 'Billed by month',
  records: 'Monthly records',
  lookingAtRecords: 'the records',
  noRecords: 'No records yet',
  noRecordsMore: 'One is made for each month, on the first of the next one.',
  explain: 'Day by day',
  lookingAtDays: 'the days',
  day: 'Day',
  counted: 'Counted',
  free: 'Free',
  amount: 'Amount',
  ownRates: 'Rates of one facility',
  club: 'Facility',
  lookingAtClubs: 'the facilities',
  takeAway: 'Take its own prices away',
  takeAwayMore: 'From tomorrow on it pays what its organisation, its template and the platform say.',
  takenAway: 'It has no prices of its own any more.',
} as const;

type Charge = RatesResolve['charges'][number];
export const CHARGE_NAMES: Readonly<Record<Charge['key'], string>> = {
  pricePerFacilityDay: 'Facility, each day',
  pricePerDoorDay: 'Door, each day',
  pricePerBoxDay: 'Box, each day',
  pricePerDeviceDay: 'Other device, each day',
  pricePerCameraDay: 'Camera, each day',
  pricePerMemberDay: 'Member, each day',
  pricePerGBStored: 'Gigabyte stored, each day',
  pricePerGBTransferred: 'Gigabyte sent',
  pricePerBackupGB: 'Gigabyte of backups, each day',
  pricePerSms: 'Text message',
  pricePerEmail: 'E-mail',
  pricePerThousandEvents: 'A thousand events',
  aiMarkupPercent: 'On top of models, per cent',
};
export const SOURCE_NAMES: Readonly<Record<Charge['source'], string>> = {
  facility: 'its own',
  organisation: 'its organisation',
  template: 'its template',
  platform: 'the platform',
  none: 'nobody yet',
};

const KNOWN: Readonly<Record<string, string>> = CHARGE_NAMES;

export const moneyWords = {
  charge: (key: string, label: string | null = null): string => label ?? KNOWN[key] ?? key,
  effective: (from: string | null): string =>
    from === null ? 'Nobody has set any rates yet: everything is free.' : `As they hold from ${from.slice(0, 10)} on.`,
  adjustment: ({ type, value }: { readonly type: string; readonly value: number }): string => {
    if (type === 'free-units') return `${value} free a month`;
    return type === 'percent' ? `${value} %` : `${value > 0 ? '+' : ''}${value} each`;
  },
  unmetered: (name: string): string => `${name} (nothing is counted)`,
  linked: (count: number): string => (count === 1 ? 'One owner goes by it.' : `${count} owners go by it.`),
  changes: (count: number): string => (count === 1 ? 'Changed once.' : `Changed ${count} times.`),
  tried: (facilities: number, complete: boolean): string =>
    `Of ${facilities} ${facilities === 1 ? 'facility' : 'facilities'}${complete ? '' : ', and there are more'}.`,
  cents: (cents: number): string => (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
  micros: (micros: number): string => String(micros / 1_000_000),
  outstanding: (cents: number, asOf: string): string =>
    `${moneyWords.cents(cents)} is owed by records. As of ${asOf.slice(0, 16).replace('T', ' ')} UTC.`,
  record: (month: string, state: string, cents: number): string => `${month}: ${moneyWords.cents(cents)}, ${state}`,
} as const;
