import type {
  DoorEvent,
  DoorState,
  ExplainedAccess,
  FacilityDetails,
  FacilityListed,
  Lockdown,
  WholeMember,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Session } from '@gatehouse/cloud/web/client/session-operations.ts';
import { aDoor } from '@gatehouse/cloud/web/ops/testing/a-door.ts';
import type { Page, Route } from 'playwright-core';

export const FACILITY = 'fac_0123456789abcdef';
export const PARTNER = 'ptr_0123456789abcdef';
const FRONT = 'door_0123456789abcdef';
const ago = (seconds: number): string => new Date(Date.parse(NOW) - seconds * 1_000).toISOString();
/** A winter evening in Brisbane; what the fake cloud says by its clock. */
export const NOW = '2026-06-01T08:42:10.000Z';

export const SESSION: Session = {
  sessionId: 'ses_0123456789abcdef',
  user: { userId: 'usr_0123456789abcdef', email: 'kim@example.com', firstName: 'Kim', lastName: 'Example' },
  roles: [{ right: 'facility-manager', scope: 'facility', scopeId: FACILITY, scopeName: 'Harbour Gym' }],
  endsAt: ago(-40_000),
  idleEndsAt: ago(-1_800),
};

const listed = (name: string, number: number, otherwise: Partial<FacilityListed> = {}): FacilityListed => ({
  facilityId: `${FACILITY.slice(0, -1)}${number}`,
  name,
  brand: null,
  organisationId: 'org_0123456789abcdef',
  timezone: 'Australia/Brisbane',
  template: false,
  doors: { total: 4, online: 4, open: 0 },
  boxes: { total: 1, online: 1 },
  warningsOpen: 0,
  lockdowns: 0,
  ...otherwise,
});

export const HARBOUR: FacilityListed = {
  ...listed('Harbour Gym', 0, { doors: { total: 6, online: 5, open: 1 }, warningsOpen: 2 }),
  facilityId: FACILITY,
};
const FACILITIES = [
  HARBOUR,
  listed('Northside Strength', 1),
  listed('Riverbank Pool & Sauna', 2, { doors: { total: 11, online: 11, open: 0 } }),
  listed('Summit Climbing', 3),
];

const DETAILS: FacilityDetails = {
  ...HARBOUR,
  websiteUrl: null,
  latitude: null,
  longitude: null,
  socialLinks: null,
  placeData: null,
  offsets: [{ from: '2024-06-01T00:00:00.000Z', minutes: 600, abbreviation: 'AEST' }],
};

const door = (number: number, name: string, otherwise: Partial<DoorState> = {}): DoorState =>
  aDoor({ doorId: `${FRONT.slice(0, -1)}${number}`, name, lastSeen: ago(2), ...otherwise });
export const DOORS: readonly DoorState[] = [
  aDoor({ lastSeen: ago(2) }),
  door(1, 'Turnstile 1', { lock: 'unlocked', contact: 'unknown' }),
  door(2, 'Studio', { contact: 'open', alarms: ['held_open'], lock: 'unlocked' }),
  door(3, 'Sauna', {
    maintenance: {
      mode: 'force-closed',
      until: ago(-7_200),
      by: 'Kim Example',
      reason: 'Heater repair',
      generation: 3,
    },
  }),
  door(4, 'Car-park gate', {
    presence: 'gone',
    lock: 'unknown',
    contact: 'unknown',
    states: null,
    lastSeen: ago(760),
  }),
  door(5, 'Staff entrance', { enforces: { revision: 41, of: 43, ageSeconds: 95, hashMatches: true } }),
];

export const ADA: WholeMember = {
  partnerId: PARTNER,
  memberId: 'm-1042',
  firstName: 'Ada',
  lastName: 'Okafor-Lindqvist',
  email: 'ada@example.com',
  membershipStatus: 'active',
  storedAt: ago(86_400),
  person: null,
  mobilePhone: '+61 7 5550 0100',
  address: null,
  dateOfBirth: null,
  gender: null,
  type: 'adult',
  tags: [],
  hasPicture: false,
  plans: [
    { planId: 'off-peak', name: 'Off-peak', startDate: '2026-01-01', endDate: null, status: 'active', isCurrent: true },
  ],
  windowsRevision: 3,
  windows: [],
  grants: [],
};

const member = {
  personId: 'prs_0123456789abcdef',
  members: [{ partnerId: PARTNER, memberId: 'm-1042' }],
  name: 'Ada Okafor-Lindqvist',
};
const event = (number: number, seconds: number, kind: string, more: Partial<DoorEvent> = {}): DoorEvent => ({
  eventId: `evt_${number}`,
  at: ago(seconds),
  clockTrusted: true,
  kind,
  doorId: FRONT,
  details: {},
  ...more,
});
const EVENTS: readonly DoorEvent[] = [
  event(1, 38, 'access.denied', { outcome: 'outside_hours', who: member }),
  event(2, 190, 'door.closed'),
  event(3, 204, 'door.opened'),
  event(4, 206, 'access.granted', { outcome: 'granted', who: { members: [], name: 'Bo Ferreira' } }),
  event(5, 1_300, 'access.denied', { outcome: 'unknown_credential', credentialHint: '9f3a' }),
  event(6, 90_000, 'unlock.staff', { outcome: 'unlocked', userId: 'usr_0123456789abcdef' }),
];

const EXPLAINED: ExplainedAccess = {
  at: ago(1),
  more: false,
  versions: { timeZones: '2026a', facility: 43 },
  doors: DOORS.map(({ doorId, name }, place) =>
    place === 1
      ? {
          doorId,
          name,
          allowed: true,
          reason: 'granted',
          via: 'plan',
          decidedBy: 1,
          changes: [],
          nextChange: ago(-8_000),
          steps: [],
        }
      : {
          doorId,
          name,
          allowed: false,
          reason: 'outside_hours',
          decidedBy: 2,
          nextOpen: ago(-44_000),
          changes: [
            {
              reason: 'outside_hours',
              text: 'Give a plan or a grant that covers Monday 18:42, or come between 06:00 and 16:00.',
            },
          ],
          steps: [
            { step: 'lockdown', verdict: 'passes', text: 'The door is not locked down.' },
            { step: 'banned', verdict: 'passes', text: 'The person is not banned.' },
            {
              step: 'plan',
              verdict: 'stays_closed',
              reason: 'outside_hours',
              text: 'The plan Off-peak opens this door Monday to Friday, 06:00 to 16:00.',
            },
          ],
        },
  ),
};

export const LOCKDOWN: Lockdown = {
  lockdownId: 'lkd_0123456789abcdef',
  layer: 'facility',
  targetId: FACILITY,
  reason: 'Ordered from the console',
  begunBy: { userId: SESSION.user.userId, name: 'Kim Example' },
  begunAt: ago(6),
  releasedBy: null,
  releasedAt: null,
  releaseReason: null,
  doors: DOORS.map(({ doorId, name, presence }) => ({
    doorId,
    name,
    lockedDown: presence === 'online',
    wasLockedDown: false,
    begin: presence === 'online' ? 'taken' : 'pending',
    release: null,
  })),
};

/** What the fake cloud holds: a test changes it as it goes. */
export interface FakeCloud {
  signedIn: boolean;
  doors: readonly DoorState[];
  member: WholeMember;
  lockdowns: readonly Lockdown[];
  /** Every unlock that was asked for: its door, its body and its key. */
  readonly unlocks: { path: string; body: unknown; key: string | undefined; console: string | undefined }[];
  /** What unlocks are answered with instead. */
  unlockAnswer?: readonly [status: number, body: object];
  /** Nobody answers any more. */
  away: boolean;
}

const json = (route: Route, status: number, body?: object) =>
  route.fulfill({
    status,
    headers: { date: new Date(NOW).toUTCString(), 'content-type': 'application/json', 'x-request-id': 'req_fake' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
const fault = (error: string, message: string) => ({ error, message, request_id: 'req_0123456789abcdef' });

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: { readonly [name: string]: unknown } | null;
  readonly header: (name: string) => string | undefined;
}
type Answer = readonly [status: number, body?: object];
const list = (data: readonly object[]): Answer => [200, { data, next: null }];

const signIn = (cloud: FakeCloud, { body }: Asked): Answer => {
  if (body?.code !== '123456') return [401, { ...fault('code_wrong', 'Wrong.'), triesLeft: 4 }];
  cloud.signedIn = true;
  return [200, SESSION];
};
const eventsOf = ({ query }: Asked): Answer => {
  const wanted = (name: string, value: string | undefined) => !query.has(name) || query.get(name) === value;
  const isAda = (event: DoorEvent) => event.who?.personId !== undefined;
  const fits = (event: DoorEvent) =>
    wanted('kind', event.kind) && wanted('doorId', event.doorId) && (!query.has('memberId') || isAda(event));
  return list(EVENTS.filter(fits));
};
const unlockOf = (cloud: FakeCloud, { path, body, header }: Asked): Answer => {
  cloud.unlocks.push({ path, body, key: header('idempotency-key'), console: header('x-console') });
  if (cloud.unlockAnswer !== undefined) return cloud.unlockAnswer;
  const doorId = /doors\/([^/]+)/.exec(path)?.[1];
  const of = { doorId, facilityId: FACILITY, eventId: 'evt_1', commandId: 'cmd_1' };
  return [200, { status: 'unlocked', ...of, holdTimeSeconds: 5, confirmedAt: NOW, confirmedBy: 'lock-sense' }];
};
const doorOf = (cloud: FakeCloud, { path }: Asked): Answer => {
  const found = cloud.doors.find(({ doorId }) => path.includes(doorId));
  return found === undefined ? [404, fault('door_unknown', 'There is no such door.')] : [200, found];
};

const AT = `/api/access-control/${FACILITY}`;
/** By method and the beginning of the path; the first that fits answers. */
const ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeCloud, asked: Asked) => Answer])[] = [
  [/^GET \/api\/session$/, () => [200, SESSION]],
  [
    /^DELETE \/api\/session$/,
    (cloud) => {
      cloud.signedIn = false;
      return [204];
    },
  ],
  [/^GET \/api\/facilities$/, () => list(FACILITIES)],
  [
    /^GET \/api\/facilities\/fac_0123456789abcdef$/,
    ({ lockdowns }) => [200, { ...DETAILS, lockdowns: lockdowns.length }],
  ],
  [/^GET .*\/door-states$/, ({ doors }, { path }) => list(path.startsWith(AT) ? doors : [])],
  [/^GET .*\/state$/, doorOf],
  [/^POST .*\/unlock$/, unlockOf],
  [/^GET .*\/events$/, (_cloud, asked) => eventsOf(asked)],
  [
    /^GET .*\/explain$/,
    (_cloud, { query }) => {
      const doors = EXPLAINED.doors.filter(({ doorId }) => !query.has('doorId') || query.get('doorId') === doorId);
      return [200, { ...EXPLAINED, doors }];
    },
  ],
  [/^GET .*\/members$/, ({ member }, { query }) => list(query.get('search') === 'nobody' ? [] : [member])],
  [/^GET .*\/members\//, ({ member }) => [200, member]],
  [/^GET .*\/lockdowns$/, ({ lockdowns }) => list(lockdowns)],
  [
    /^POST .*\/lockdowns$/,
    (cloud) => {
      cloud.lockdowns = [LOCKDOWN];
      return [201, LOCKDOWN];
    },
  ],
];

const answerOf = (cloud: FakeCloud, method: string, asked: Asked): Answer => {
  const name = `${method} ${asked.path}`;
  if (name === 'POST /api/session/codes') return [202, { expiresInSeconds: 600 }];
  if (name === 'POST /api/session') return signIn(cloud, asked);
  if (!cloud.signedIn) return [401, fault('unauthorized', 'Nobody is signed in.')];
  const found = ANSWERS.find(([pattern]) => pattern.test(name));
  return found?.[1](cloud, asked) ?? [404, fault('no_such_path', name)];
};

/** A cloud in the browser: what the pages show is what a test says, at the times of the test. */
export const fakeCloud = async (page: Page): Promise<FakeCloud> => {
  const cloud: FakeCloud = { signedIn: true, doors: DOORS, member: ADA, lockdowns: [], unlocks: [], away: false };
  await page.route('**/api/**', (route) => {
    if (cloud.away) return route.abort('connectionrefused');
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const headers = request.headers();
    const asked = {
      path: pathname,
      query: searchParams,
      body: request.postDataJSON(),
      header: (name: string) => headers[name],
    };
    return json(route, ...answerOf(cloud, request.method(), asked));
  });
  return cloud;
};
