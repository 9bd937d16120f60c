import type { Block, Weekday } from '@gatehouse/shared/access/window.ts';
import { WEEKDAYS } from '@gatehouse/shared/access/window.ts';
import { seeded } from './seeded.ts';

/** A member as a partner pushes it. */
export interface PushedMember {
  readonly member_id: string;
  readonly access_time_windows: readonly object[];
  readonly access_time_windows_revision: number;
  readonly [field: string]: unknown;
}

const DAY_S = 86_400;
const START_S = Date.UTC(2026, 10, 1) / 1_000;
const ZONES = ['Australia/Brisbane', 'Australia/Sydney', 'UTC'];
const SCOPES = ['default', 'pool', 'court-1', 'court-2'];
const STREETS = ['Quay Street', 'Harbour Road', 'Mill Lane', 'Station Parade'];

/** Members with five absolute and five weekly windows each, in fields of usual length: 4.5 kB of JSON a member. */
export const createMembers = (facilityId: string, count: number): readonly PushedMember[] => {
  const random = seeded(31);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, i) => ({
    facility_id: facilityId,
    member_id: `M-${100_000 + i}`,
    first_name: `First${i}`,
    last_name: `Last${below(10_000)}`,
    email: `member.${i}@example.test`,
    mobile_phone: `+61 4${String(below(100)).padStart(2, '0')} ${100 + below(900)} ${100 + below(900)}`,
    address: {
      address_line_1: `${1 + below(200)} ${STREETS[below(STREETS.length)]}`,
      city: 'Brisbane',
      state: 'QLD',
      postal_code: '4000',
      country: 'AU',
    },
    date_of_birth: `19${60 + below(40)}-0${1 + below(9)}-1${below(10)}`,
    gender: 'unknown',
    type: 'member',
    tags: ['off-peak', `team-${below(20)}`],
    membership_status: 'current',
    membership_plans: [
      {
        membership_plan_id: `P-${below(12)}`,
        name: 'All areas, twelve months',
        start_date: '2026-01-01',
        end_date: '2026-12-31',
        status: 'current',
        is_current: true,
      },
    ],
    created: '2024-03-01T09:30:00Z',
    updated: '2026-11-01T09:30:00Z',
    access_time_windows_revision: FIRST_REVISION,
    access_time_windows: [
      ...Array.from({ length: 5 }, (_, at) =>
        absolute(at, START_S + (at * 7 + below(5)) * DAY_S + below(96) * 900, random),
      ),
      ...Array.from({ length: 5 }, (_, at) => weekly(at, random)),
    ],
  }));
};

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

const absolute = (at: number, from: number, random: () => number) => ({
  external_id: `booking-${at}-${from}`,
  kind: 'absolute',
  from,
  to: from + 3_600,
  timezone: 'Australia/Brisbane',
  scope_key: pick(SCOPES, random),
  label: 'Court booking, one hour',
});

const weekly = (at: number, random: () => number) => ({
  external_id: `schedule-${at}`,
  kind: 'weekly',
  timezone: pick(ZONES, random),
  scope_key: pick(SCOPES, random),
  label: 'Weekly training hours',
  active_from: START_S,
  active_until: START_S + 90 * DAY_S,
  access_hours: Object.fromEntries(WEEKDAYS.map((day) => [day, blocks(random)])) as Record<Weekday, Block[]>,
});

/** Two to four blocks of the day, on quarters of an hour. */
const blocks = (random: () => number): Block[] => {
  const count = 2 + Math.floor(random() * 3);
  const length = Math.floor(64 / count);
  return Array.from({ length: count }, (_, i) => {
    const start = 20 + i * length + Math.floor(random() * (length / 2));
    return [quarter(start), quarter(start + 1 + Math.floor(random() * (length / 2)))];
  });
};

const quarter = (at: number): string =>
  `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`;

export const bodyOf = (members: readonly PushedMember[]): Buffer => Buffer.from(JSON.stringify({ members }));

/** All of one length, so that a body can be given a new one in place. */
const FIRST_REVISION = 1_000_000_000;
const REVISION = `"access_time_windows_revision":${FIRST_REVISION}`;

/** Bodies of the same members under a revision that grows by one each time: each is a copy of its own. */
export const createBodies = (members: readonly PushedMember[]): (() => Buffer) => {
  const body = bodyOf(members);
  const places: number[] = [];
  for (let at = body.indexOf(REVISION); at >= 0; at = body.indexOf(REVISION, at + 1))
    places.push(at + REVISION.length - String(FIRST_REVISION).length);
  let revision = FIRST_REVISION;
  return () => {
    revision += 1;
    for (const place of places) body.write(String(revision), place, 'latin1');
    return Buffer.from(body);
  };
};
