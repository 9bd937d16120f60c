import type { AccessCalendar, FacilityDetails } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Answer } from './ops-account.kit.ts';
import { DOORS, PARTNER } from './ops-gym.kit.ts';

const MINUTE_MS = 60_000;
const FITBASE = { partnerId: PARTNER, name: 'Fitbase' };

/** What the fake cloud says of one member beside what every page of a gym asks. */
export interface FakeMembers {
  calendar: AccessCalendar;
  /** Offsets of the gym’s clock, where they are to be others than those of Brisbane. */
  offsets?: FacilityDetails['offsets'];
}

type Stretch = AccessCalendar['doors'][number]['stretches'][number];
type Opening = Pick<Stretch, 'via' | 'source'> & { readonly from: number; readonly until: number };

const localTime = (date: string, minutes: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 19);

/** Days in a row, each open between two hours of its clock; where clocks change they do so at three. */
const stretchesOf = (days: AccessCalendar['days'], beginsMs: number, opening: Opening): Stretch[] => {
  const closed = { verdict: 'denied', reason: 'outside_hours' } as const;
  const { from: opens, until: closes, ...by } = opening;
  let at = beginsMs;
  return days.flatMap(({ date, minutes }): Stretch[] => {
    const begins = at;
    at += minutes * MINUTE_MS;
    const elapsed = (hour: number) => hour * 60 + (hour > 2 ? minutes - 1_440 : 0);
    const stretch = (from: number, until: number, verdict: Pick<Stretch, 'verdict' | 'reason'> & Partial<Opening>) => ({
      ...verdict,
      from: new Date(begins + elapsed(from) * MINUTE_MS).toISOString(),
      until: new Date(begins + elapsed(until) * MINUTE_MS).toISOString(),
      localFrom: localTime(date, from * 60),
      localUntil: localTime(date, until * 60),
    });
    return [
      stretch(0, opens, closed),
      stretch(opens, closes, { verdict: 'allowed', reason: 'granted', ...by }),
      stretch(closes, 24, closed),
    ];
  });
};

/** A week of the doors of the gym: most by a plan, the sauna by a window, and the gate not at all. */
export const calendarOf = (timezone: string, beginsMs: number, days: AccessCalendar['days']): AccessCalendar => ({
  timezone,
  days,
  doors: DOORS.map(({ doorId, name }, place) => {
    if (place === 4) {
      const [first, last] = [days[0], days.at(-1)];
      const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
      const [from, until] = [beginsMs, beginsMs + minutes * MINUTE_MS].map((ms) => new Date(ms).toISOString());
      const local = { localFrom: localTime(String(first?.date), 0), localUntil: localTime(String(last?.date), 1_440) };
      const never = { from: String(from), until: String(until), ...local };
      return { doorId, name, stretches: [{ ...never, verdict: 'denied', reason: 'no_grant' }] };
    }
    const opening: Opening =
      place === 3
        ? { from: 2, until: 20, via: 'window', source: FITBASE }
        : { from: 6, until: 16, via: 'plan', source: FITBASE };
    return { doorId, name, stretches: stretchesOf(days, beginsMs, opening) };
  }),
  more: false,
});

const week = (dates: readonly string[], odd: Readonly<Record<string, number>> = {}): AccessCalendar['days'] =>
  dates.map((date) => ({ date, minutes: odd[date] ?? 1_440 }));

/** The week in which it is now in Brisbane. */
export const THIS_WEEK = calendarOf(
  'Australia/Brisbane',
  Date.parse('2026-05-31T14:00:00.000Z'),
  week(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07']),
);
/** In Berlin, days in which clocks go back. */
export const LONG_WEEK = calendarOf(
  'Europe/Berlin',
  Date.parse('2026-10-22T22:00:00.000Z'),
  week(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'], { '2026-10-25': 1_500 }),
);
export const IN_BERLIN: FacilityDetails['offsets'] = [
  { from: '2026-03-29T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
  { from: '2026-10-25T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
];

export const asOfNow = (): FakeMembers => ({ calendar: THIS_WEEK });

/** What the page of a member asks, by method and path. */
export const MEMBER_ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeMembers) => Answer])[] = [
  [/^GET .*\/calendar$/, ({ calendar }) => [200, calendar]],
];
