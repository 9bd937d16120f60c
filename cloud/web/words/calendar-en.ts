import type { AccessCalendar } from '../client/platform-api.gen.ts';
import type { Tone } from '../ops/calendar/calendar-geometry.ts';
import { counted } from './counting.ts';
import { refusalWords } from './refusals-en.ts';

type Stretch = AccessCalendar['doors'][number]['stretches'][number];

const BY: Readonly<Record<string, string>> = {
  permanent_grant: 'A grant by staff',
  plan: 'A plan',
  grace: 'A plan that has ended, within its days of grace',
  window: 'An access window',
};
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });

/** The words of the calendar of one member or person. */
export const calendarWords = {
  title: 'When doors open',
  looking: 'when doors open',
  /** What the picture leaves out. */
  more: 'As boxes decide it by what the cloud knows now. Lockdowns and maintenance are not known ahead, and are not in it.',
  door: 'Doors',
  allDoors: 'All doors',
  firstDay: 'First day',
  howMany: 'How much',
  days: (n: number): string => (n % 7 === 0 && n > 7 ? counted(n / 7, 'week', 'weeks') : counted(n, 'day', 'days')),
  earlier: 'Earlier',
  later: 'Later',
  today: 'Today',
  print: 'Print',
  none: 'No doors yet',
  cut: 'There is more than is shown: choose one door, or fewer days.',
  /** `Sun 25 Oct`. */
  day: (date: string): string => DAY.format(Date.parse(`${date}T00:00:00Z`)).replace(',', ''),
  dayHasHours: (date: string, minutes: number): string =>
    `${calendarWords.day(date)} has ${counted(minutes / 60, 'hour', 'hours')}: clocks change.`,
  tones: {
    opens: 'Opens',
    hours: 'Not at this time of day',
    refused: 'Closed for another reason',
  } satisfies Readonly<Record<Tone, string>>,
  picture: (doors: string): string => `When ${doors} opens, day by day. The same is in the table below.`,
  asTable: 'As a table',
  tableOf: (doors: string): string => `When ${doors} opens`,
  from: 'From',
  until: 'Until',
  verdict: 'What happens',
  opens: '✓ Opens',
  stays: (reason: string): string => `✕ ${refusalWords.refused(reason)}`,
  source: 'By what',
  /** `A plan, by Fitbase`. */
  by: ({ via, source }: Pick<Stretch, 'via' | 'source'>): string =>
    via === undefined
      ? ''
      : `${BY[via] ?? via.replaceAll('_', ' ')}${source === undefined ? '' : `, by ${source.name}`}`,
  enforced: 'Enforced here',
  notHeard: 'The door has not been heard of yet',
} as const;
