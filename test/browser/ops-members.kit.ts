import type {
  AccessCalendar,
  By,
  FacilityDetails,
  Grant,
  Operations,
  Person,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { type Answer, fault } from './ops-account.kit.ts';
import { ADA, ago, DOORS, PARTNER } from './ops-gym.kit.ts';
import { answer } from './pages.kit.ts';

const MINUTE_MS = 60_000;
const FITBASE = { partnerId: PARTNER, name: 'Fitbase' };

/** What the fake cloud says of one member beside what every page of a gym asks. */
export interface FakeMembers {
  calendar: AccessCalendar;
  /** Offsets of the gym’s clock, where they are to be others than those of Brisbane. */
  offsets?: FacilityDetails['offsets'];
  credentials: Credentials;
  grants: readonly Grant[];
}

type Credentials = Operations['GET /api/access-control/{facilityId}/people/{personId}/credentials']['answer'];
const BY_KIM: By = { kind: 'user', id: 'usr_0123456789abcdef', name: 'Kim Example' };
export const PERSON: Person = {
  ...{ personId: 'per_0123456789abcdef', banned: false, disabled: false, blockAllAccess: false, extendedHold: true },
  ...{ reason: 'Came back from parental leave', changedBy: BY_KIM, changedAt: ago(250_000) },
  members: [{ partnerId: PARTNER, memberId: ADA.memberId }],
};
const BANNED: Person = {
  ...{ ...PERSON, personId: 'per_0123456789abcde1', banned: true, extendedHold: false },
  ...{ reason: '<b>Threatened</b> staff', members: [{ partnerId: PARTNER, memberId: 'm-77' }] },
};
const CREDENTIALS: Credentials = {
  data: [
    {
      ...{ credentialId: 'crd_0123456789abcdef', kind: 'card', endsWith: '99AB', asksPin: false, disabled: false },
      ...{ addedBy: BY_KIM, addedAt: ago(400_000) },
    },
    {
      ...{ credentialId: 'crd_0123456789abcde1', kind: 'short_id', endsWith: '4417', asksPin: true, disabled: true },
      ...{ addedBy: BY_KIM, addedAt: ago(900_000) },
    },
  ],
  pinSetAt: ago(900_000),
};
const GRANTS: readonly Grant[] = [
  {
    ...{ grantId: 'grt_0123456789abcdef', personId: PERSON.personId, breakGlass: false, reason: 'Trial week' },
    ...{ target: { to: 'doors', doorIds: [String(DOORS[3]?.doorId)] }, from: ago(100_000), until: ago(-400_000) },
    ...{ grantedBy: BY_KIM, grantedAt: ago(100_000) },
  },
];
/** Ada, of whom staff have said something, with cards and a grant. */
export const KNOWN_ADA = {
  member: { ...ADA, person: PERSON, grants: GRANTS },
  credentials: CREDENTIALS,
  grants: GRANTS,
};

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

export const asOfNow = (): FakeMembers => ({
  calendar: THIS_WEEK,
  credentials: { data: [], pinSetAt: null },
  grants: [],
});

const DONE = { done: true } as const;
const REMAINS = [
  { where: 'box', what: 'The member’s entry among the access rules.', until: 'the box has the next snapshot' },
];
const ERASURE: Operations['DELETE /api/access-control/{facilityId}/members/{partnerId}/{memberId}']['answer'] = {
  ...{ erasureId: 'era_0123456789abcdef', complete: true, erased: { member: 1, check_in: 3 }, remains: REMAINS },
};

/** What the pages of a member, a person and people ask, by method and path. */
export const MEMBER_ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeMembers) => Answer])[] = [
  [/^GET .*\/calendar$/, ({ calendar }) => [200, calendar]],
  [
    /^GET .*\/people\/[^/]+\/credentials$/,
    ({ credentials }) => answer('GET /api/access-control/{facilityId}/people/{personId}/credentials', credentials),
  ],
  [/^POST .*\/(?:credentials|replace)$/, () => [201, { credentialId: 'crd_0123456789abcde9' }]],
  [/^(?:PATCH|DELETE) .*\/credentials\/[^/]+$/, () => [200, DONE]],
  [/^(?:PUT|DELETE) .*\/people\/[^/]+\/(?:pin|flags|extended-hold)$/, () => [200, DONE]],
  [/^PUT .*\/members\/.*\/flags$/, () => [200, { personId: PERSON.personId }]],
  [
    /^GET .*\/grants$/,
    ({ grants }) => answer('GET /api/access-control/{facilityId}/grants', { data: grants, next: null }),
  ],
  [/^POST .*\/grants$/, () => [201, { grantId: 'grt_0123456789abcde9' }]],
  [/^DELETE .*\/grants\/[^/]+$/, () => [200, DONE]],
  [
    /^GET \/api\/access-control\/[^/]+\/people$/,
    () => answer('GET /api/access-control/{facilityId}/people', { data: [BANNED, PERSON], next: null }),
  ],
  [/^POST .*\/people$/, () => [200, { personId: PERSON.personId }]],
  [/^GET .*\/people\/[^/]+$/, () => answer('GET /api/access-control/{facilityId}/people/{personId}', PERSON)],
  [/^(?:POST|DELETE) .*\/people\/[^/]+\/members(?:\/.*)?$/, () => [200, DONE]],
  [
    /^GET .*\/members\/.*\/export$/,
    () =>
      answer('GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/export', {
        data: [{ store: 'check_in', rows: [{ check_in_id: 'c-1' }] }],
        remains: REMAINS,
      }),
  ],
  [/^GET .*\/members\/.*\/m-77$/, () => [404, fault('member_unknown', 'There is no such member.')]],
];

/** What takes a step-up. */
export const ERASED: Answer = [200, ERASURE];
