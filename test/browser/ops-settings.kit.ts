import type { DoorOverride, DoorState } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { type Answer, type Asked, fault } from './ops-account.kit.ts';
import { ago, DOORS, FACILITY, NOW, SESSION } from './ops-gym.kit.ts';
import { HOSTILE } from './ops-installation.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const KIM = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
const POLICY = { graceHours: 48, offlineDays: 30, uncertainClock: 'interval' as const, longestOutageHours: 72 };
const subscriber = (number: number, email: string | null) => ({
  ...{ userId: `usr_${number}123456789abcdef`, email, hour: 6, weekday: null, enabled: true, lastSentAt: ago(9_000) },
});
const note = (number: number, text: string) => ({
  ...{ noteId: `ntc_${number}`, text, writtenBy: KIM, writtenAt: ago(900_000) },
  ...{ changedBy: KIM, changedAt: ago(number === 1 ? 900_000 : 4_000) },
});
const NOTES = [note(1, 'The car-park gate sticks in the rain.\nPush it while it buzzes.'), note(2, HOSTILE)];
const HOLIDAYS = {
  ...{ country: 'AU', year: 2026 },
  data: [
    { date: '2026-01-26', name: 'Australia Day', type: 'public' as const, rule: '01-26', blacklisted: false },
    { date: '2026-04-03', name: 'Good Friday', type: 'public' as const, rule: 'easter -2', blacklisted: false },
    { date: '2026-04-04', name: 'Easter Saturday', type: 'public' as const, rule: 'easter -1', blacklisted: true },
  ],
};

/** What the settings of a facility ask, and the holidays of an organisation. */
export const OF_SETTINGS: Pages = [
  [/^GET .*\/policy$/, () => answer('GET /api/access-control/{facilityId}/policy', POLICY)],
  [
    /^PUT .*\/policy$/,
    ({ body }) =>
      answer('PUT /api/access-control/{facilityId}/policy', { ...POLICY, ...body, changed: ['graceHours'] }),
  ],
  [
    /^GET \/api\/daily-digests$/,
    () =>
      answer('GET /api/daily-digests', {
        data: [
          {
            ...{
              subscriptionId: 'dds_1',
              facilityId: FACILITY,
              timezone: 'Australia/Brisbane',
              hour: 6,
              weekday: null,
            },
            ...{ enabled: true, nextAt: ago(-40_000), lastSentAt: ago(46_000) },
          },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/daily-digest\/subscribers$/,
    () =>
      answer('GET /api/facilities/{facilityId}/daily-digest/subscribers', {
        data: [subscriber(0, SESSION.user.email), subscriber(1, null)],
        next: null,
      }),
  ],
  [/^DELETE .*\/daily-digest\/subscribers\//, () => [200, { userId: 'usr_0123456789abcdef' }]],
  [/^GET .*\/admin-notes$/, () => answer('GET /api/facilities/{facilityId}/admin-notes', { data: NOTES })],
  [/^PUT .*\/admin-notes$/, ({ body }) => [200, note(3, String(body?.text))]],
  [/^GET .*\/holidays$/, () => answer('GET /api/admin/country/{countryIso}/holidays', HOLIDAYS)],
  [/^PUT .*\/holidays$/, () => answer('PUT /api/admin/country/{countryIso}/holidays', HOLIDAYS)],
];

/** A door that staff hold open for an hour and a half more. */
export const HELD_OPEN = DOORS.map(
  (door, place): DoorState =>
    place > 0
      ? door
      : {
          ...door,
          lock: 'unlocked',
          maintenance: { mode: 'force-open', until: ago(-5_400), by: 'Kim Example', reason: 'Open day', generation: 4 },
        },
);

/** The part of the fake cloud that maintenance changes. */
interface Maintained {
  doors: readonly DoorState[];
  proven: boolean;
  readonly grave: { name: string; body: unknown; key: string | undefined }[];
  tellDoors(): void;
}
const ORDER: DoorOverride = {
  ...{ overrideId: 'ovr_0123456789abcdef', kind: 'maintenance', doorId: String(DOORS[0]?.doorId), state: 'pending' },
  ...{ by: 'Kim Example', reason: 'Hinge', seen: 0, madeAt: NOW, settledAt: null },
};

const orderOf = (cloud: Maintained, { path, body, header }: Asked): Answer => {
  const mode = body?.mode as DoorState['maintenance']['mode'];
  if (mode === 'force-open') {
    cloud.grave.push({ name: `POST ${path}`, body, key: header('idempotency-key') });
    if (!cloud.proven) return [403, fault('step_up_required', 'Prove that it is you.')];
  }
  const door = cloud.doors.find(({ doorId }) => path.includes(doorId));
  if (door?.seen !== body?.ifSeen) return [412, fault('seen_changed', 'The door has changed since.')];
  const maintenance = {
    ...{ mode, until: (body?.until as string | undefined) ?? null, by: 'Kim Example' },
    ...{ reason: String(body?.reason), generation: 5 },
  };
  cloud.doors = cloud.doors.map((one) => (one === door ? { ...one, maintenance } : one));
  cloud.tellDoors();
  return [200, ORDER];
};

/** What doors are told, as the answers of the fake cloud are. */
export const MAINTENANCE_ANSWERS: readonly (readonly [
  asked: RegExp,
  answer: (cloud: Maintained, asked: Asked) => Answer,
])[] = [
  [/^POST .*\/maintenance$/, orderOf],
  [/^GET .*\/overrides\//, () => [200, { ...ORDER, state: 'taken', settledAt: NOW }]],
];
