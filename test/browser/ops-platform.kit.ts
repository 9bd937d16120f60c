import type {
  AuditActor,
  AuditEntry,
  ListedUser,
  Session,
  User,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { SESSIONS } from './ops-account.kit.ts';
import { ago, FACILITY, NOW, SESSION } from './ops-gym.kit.ts';
import { COAST } from './ops-partners.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

/** Who may do everything. */
export const SUPER_ADMIN: Session = {
  ...SESSION,
  roles: [{ right: 'super-admin', scope: 'platform', scopeId: null, scopeName: null }],
};

const KIM: AuditActor = {
  kind: 'user',
  actorId: SESSION.user.userId,
  keyId: null,
  email: SESSION.user.email,
  name: 'Kim Example',
  deleted: false,
};
const FITBASE: AuditActor = { ...KIM, kind: 'partner', actorId: 'ptr_0123456789abcdef', email: null, name: 'Fitbase' };
const entry = (number: number, event: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  entryId: `aud_${number}`,
  at: ago(number * 340),
  event,
  endpoint: `${event.replace('.', 's.')}`,
  actor: KIM,
  actingAs: null,
  organisation: { organisationId: 'org_0123456789abcdef', name: 'Coast Gyms' },
  facility: { facilityId: FACILITY, name: 'Harbour Gym' },
  target: 'door_0123456789abcdef',
  outcome: 'ok',
  status: 200,
  durationMs: 41,
  requestId: `req_${number}`,
  remoteAddress: '192.0.2.17',
  via: 'http',
  sessionId: SESSION.sessionId,
  ...more,
});
const ENTRIES = [
  entry(1, 'door.unlock'),
  entry(2, 'warning.map', { target: 'wrn_0123456789abcdef' }),
  entry(3, 'door.unlock', { actor: FITBASE, outcome: 'relay_fault', status: 502, durationMs: 4_010 }),
  entry(4, 'role.give', { facility: null, outcome: 'step_up_required', status: 403 }),
  entry(5, 'session.sign-in', { facility: null, organisation: null, target: null }),
];

const HOUR = 3_600_000;
const blocks = Array.from({ length: 24 }, (_, hour) => {
  const [succeeded, refused, failed] = [40 + ((hour * 53) % 90), (hour * 7) % 13, hour % 9 === 4 ? 3 : 0];
  const at = new Date(Math.floor(Date.parse(NOW) / HOUR) * HOUR - (23 - hour) * HOUR).toISOString();
  return { at, total: succeeded + refused + failed, succeeded, refused, failed };
});
const period = { timeWindow: '24h', from: ago(86_400), to: NOW } as const;
const DAYS = Array.from({ length: 61 }, (_, day) => ({
  day: ago(86_400 * (61 - day)).slice(0, 10),
  state: 'intact' as const,
  entries: 2_100 + day,
  hash: 'b3'.repeat(32),
  forgottenAt: null,
}));

const USER: User = {
  userId: 'usr_0123456789abcdef',
  email: SESSION.user.email,
  firstName: 'Kim',
  lastName: 'Example',
  phoneNumber: null,
  createdAt: ago(9_000_000),
  roles: [
    { roleId: 'rol_1', role: 'facility-manager', scope: 'facility', scopeId: FACILITY },
    { roleId: 'rol_2', role: 'iam', scope: 'organisation', scopeId: 'org_0123456789abcdef' },
  ],
  lastSeenAt: ago(400),
  keys: [
    {
      keyId: '5f0c1c52-7d7e-4e0a-9d3b-0f7f3a8c2b61',
      label: 'Reports of the front desk',
      redacted: 'ghk_AbCdEfGh…',
      expired: false,
      createdAt: ago(3_000_000),
      createdBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
      lastUsedAt: ago(7_200),
      expiresAt: ago(-7_000_000),
    },
  ],
  sessions: SESSIONS.filter(({ live }) => live).map(({ current: _current, live: _live, ...session }) => session),
};
const USERS: readonly ListedUser[] = [
  USER,
  { ...USER, userId: 'usr_1123456789abcdef', email: 'lou@example.com', firstName: 'Lou', lastName: 'Meyer', roles: [] },
  {
    ...USER,
    ...{ userId: 'usr_2123456789abcdef', email: 'ines@example.com', firstName: 'Inês', lastName: 'Carvalho' },
    roles: [{ roleId: 'rol_3', role: 'super-admin', scope: 'platform', scopeId: null }],
  },
];

/** What the pages of the platform ask. */
export const OF_THE_PLATFORM: Pages = [
  [/^GET .*\/organisations$/, () => answer('GET /api/organisations', { data: [COAST], next: null })],
  [/^GET .*\/listusers$/, () => answer('GET /api/admin/users/listusers', { data: USERS, next: null })],
  [/^GET \/api\/users\/usr_/, () => answer('GET /api/users/{userId}', USER)],
  [
    /^DELETE \/api\/users\/.*\/sessions\//,
    ({ path }) =>
      answer('DELETE /api/users/{userId}/sessions/{sessionId}', { sessionId: String(path.split('/').at(-1)) }),
  ],
  [
    /^GET .*\/user-organisations$/,
    () =>
      answer('GET /api/admin/audit-logs/user-organisations', {
        data: [{ organisationId: 'org_0123456789abcdef', name: 'Coast Gyms', facilityIds: null }],
        next: null,
      }),
  ],
  [/^POST .*\/audit-logs\/search$/, () => answer('POST /api/admin/audit-logs/search', { data: ENTRIES, next: 'more' })],
  [
    /^GET .*\/timeseries$/,
    () => answer('GET /api/admin/audit-logs/timeseries', { ...period, blockSeconds: 3_600, blocks }),
  ],
  [
    /^GET .*\/statistics-cached$/,
    () =>
      answer('GET /api/admin/audit-logs/statistics-cached', {
        ...period,
        ...{ madeAt: ago(60), ageSeconds: 60, total: 2_110, succeeded: 2_001, refused: 103, failed: 6 },
        ...{ averageMs: 23, longestMs: 4_010, callers: 12, errors: [], mostActive: [] },
        endpoints: ['door-states.list', 'unlocks.unlock', 'events.search', 'facilities.list'].map(
          (endpoint, place) => ({
            endpoint,
            ...{
              total: 900 - place * 190,
              succeeded: 880 - place * 190,
              refused: 18,
              failed: 2,
              averageMs: 12 + place,
            },
          }),
        ),
      }),
  ],
  [
    /^GET .*\/chain$/,
    () =>
      answer('GET /api/admin/audit-logs/chain', {
        intact: true,
        head: { day: '2026-05-31', hash: 'b3'.repeat(32) },
        entriesBeforeFirst: 0,
        days: DAYS,
        problems: [],
      }),
  ],
];
