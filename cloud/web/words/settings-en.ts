import type { Answer } from '../client/client.ts';
import type { By, DailyDigestSubscription } from '../client/platform-api.gen.ts';
import type { FacilityTime } from '../kit/facility-time.ts';
import { counted } from './counting.ts';

type Clock = Answer<'GET /api/access-control/{facilityId}/policy'>['uncertainClock'];
type Weekday = NonNullable<DailyDigestSubscription['weekday']>;

const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  monday: 'Mondays',
  tuesday: 'Tuesdays',
  wednesday: 'Wednesdays',
  thursday: 'Thursdays',
  friday: 'Fridays',
  saturday: 'Saturdays',
  sunday: 'Sundays',
};

const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The words of the settings of a facility. */
export const settingsWords = {
  title: 'Settings',
  save: 'Save',
  cardPayments: 'What it takes by card',
  listings: 'Where this gym is listed, and its place in the store',
  organisation: 'Its organisation',
} as const;

/** What a facility is, and which clock it goes by. */
export const detailWords = {
  title: 'Details',
  brand: 'Brand',
  address: 'Address',
  website: 'Website',
  position: 'Position',
  at: (latitude: number, longitude: number): string => `${latitude}, ${longitude}`,
  notSaid: 'Nobody has said',
  zone: 'Clock',
  now: (zone: string, abbreviation: string, clock: string): string => `${zone}: ${clock} ${abbreviation}`,
  next: 'Clocks change next',
  change: ({ at, from, to, minutes }: NonNullable<ReturnType<FacilityTime['nextChange']>>): string =>
    `${at} ${from}: ${minutes > 0 ? 'forward' : 'back'} by ${counted(Math.abs(minutes), 'minute', 'minutes')}, to ${to}`,
  unchanged: 'Not in the next two years',
} as const;

/** How a facility wants doubt decided. */
export const policyWords = {
  title: 'When in doubt',
  more: 'What its boxes do where something is not certain. They hear of a change at once.',
  looking: 'the access policy',
  grace: 'Hours that a plan goes on opening after its end',
  offline: 'Days that a box without the cloud goes on deciding',
  outage: 'Hours that the power may have been away at most',
  clock: 'Where a box cannot be sure of the time',
  clocks: {
    interval: 'Every time that it may be now must let in',
    strict: 'Only what staff gave lets in',
    lenient: 'One time that it may be now is enough',
  } satisfies Readonly<Record<Clock, string>>,
  fence: 'Where a phone must be to ask',
  anywhere: 'Anywhere',
  near: 'Near a point',
  latitude: 'Degrees north',
  longitude: 'Degrees east',
  radius: 'Metres around it',
  between: (least: number, most: number): string => `Give ${least} to ${most}.`,
  confirm: 'It counts for everybody who comes to a door here, as soon as its boxes have heard of it.',
  saved: 'It counts from now on.',
} as const;

/** The daily digest of a facility, and who gets it. */
export const digestWords = {
  title: 'Daily digest',
  more: 'What needed somebody, by e-mail.',
  looking: 'who gets the daily digest',
  mine: 'Send it to me',
  notMine: 'You do not get it.',
  hour: 'At',
  hours: Array.from({ length: 24 }, (_, hour) => [String(hour), hourOf(hour)] as const),
  day: 'On',
  everyDay: 'Every day',
  days: WEEKDAYS,
  at: (hour: number, weekday: Weekday | null): string =>
    `${weekday === null ? 'Every day' : WEEKDAYS[weekday]} at ${hourOf(hour)}`,
  paused: 'Paused',
  nextAt: (when: string): string => `Next ${when}.`,
  sent: (ago: string): string => `last sent ${ago}`,
  neverSent: 'never sent yet',
  subscribe: 'Send it to me so',
  stop: 'Send it to me no more',
  saved: 'You get it so from now on.',
  stopped: 'You get it no more.',
  others: 'Who gets it',
  nobody: 'Nobody gets it',
  unnamed: 'Somebody whom you do not see',
  end: (email: string | null): string => `Send it to ${email ?? 'them'} no more`,
  endMore: 'They may ask for it again.',
} as const;

/** What staff write down about a facility. */
export const noteWords = {
  title: 'Notes',
  more: 'What whoever works here should know. Every member of staff reads them.',
  looking: 'the notes',
  none: 'No notes',
  write: 'Write a note',
  text: 'What to know',
  missing: 'Write something.',
  add: 'Keep it',
  added: 'The note is kept.',
  written: (by: By, ago: string): string => `${by.name ?? by.id}, ${ago}`,
  changed: (by: By, ago: string): string => `changed by ${by.name ?? by.id}, ${ago}`,
  change: 'Change it',
  remove: 'Remove this note',
  removeMore: 'Nobody reads it here any more, and it does not come back.',
  removed: 'The note is removed.',
} as const;
