import type { Alarm, AlarmPlan, AlarmWithEntries } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { fault } from './ops-account.kit.ts';
import { ago, DOORS, FACILITY, SESSION } from './ops-gym.kit.ts';
import { HOSTILE } from './ops-installation.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const KIM = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
const SAM = { kind: 'user', id: 'usr_1123456789abcdef', name: 'Sam Rivers' } as const;
const userOf = ({ id, name }: typeof KIM | typeof SAM) => ({ userId: id, name });

const alarm = (number: number, kind: string, more: Partial<Alarm>): Alarm => ({
  alarmId: `alm_012345678901234${number}`,
  kind,
  subject: String(DOORS[number]?.doorId),
  doorId: String(DOORS[number]?.doorId),
  about: DOORS[number]?.name ?? null,
  warningId: `wrn_112345678901234${number}`,
  times: 1,
  openedAt: ago(250 + number),
  step: 1,
  steps: 2,
  nextStepAt: ago(-350),
  toldAt: ago(250),
  clearedAt: null,
  overAt: null,
  ownedBy: null,
  ownedAt: null,
  endedAt: null,
  endedBy: null,
  ...more,
});
const HELD = { step: 1, ownedBy: SAM, ownedAt: ago(90), nextStepAt: null };
export const ALARMS: readonly Alarm[] = [
  alarm(5, 'door_forced_open', {}),
  alarm(2, 'door_held_open', { ...HELD, times: 3, clearedAt: ago(40), overAt: ago(-560) }),
  alarm(1, 'reader_tampered', { about: HOSTILE, step: 2, nextStepAt: null }),
];
const [FORCED] = ALARMS as [Alarm];
export const FORCED_OPEN = FORCED;

const told = { doneBy: null, pushed: [], mailed: [], user: null, note: null, step: null };
const WHOLE: AlarmWithEntries = {
  ...FORCED,
  entries: [
    { ...told, at: ago(255), what: 'opened' },
    { ...told, at: ago(254), what: 'told', step: 1, pushed: [userOf(SAM)], mailed: [userOf(KIM)] },
    { ...told, at: ago(60), what: 'note', doneBy: SAM, note: `The latch. ${HOSTILE}` },
  ],
};
const PLAN: AlarmPlan = {
  steps: [
    { afterMinutes: 0, tell: ['managers', 'staff_with_pushes'], users: [] },
    { afterMinutes: 10, tell: ['organisation_admins'], users: [userOf(SAM)] },
  ],
  isUsual: false,
  setBy: KIM,
  setAt: ago(90_000),
};

/** What is asked of alarms: on the page of warnings, in the settings, among one’s browsers, and on the first page. */
export const OF_ALARMS: Pages = [
  [
    /^GET .*\/alarms$/,
    ({ path }) =>
      path === '/api/alarms'
        ? answer('GET /api/alarms', {
            data: [{ facilityId: FACILITY, name: 'Harbour Gym', open: 3, unowned: 2, unownedSince: ago(255) }],
            next: null,
          })
        : answer('GET /api/access-control/{facilityId}/alarms', { data: [...ALARMS], next: null }),
  ],
  [/^GET .*\/alarms\/alm_\w+$/, () => answer('GET /api/access-control/{facilityId}/alarms/{alarmId}', WHOLE)],
  [
    /^POST .*\/alarms\/alm_\w+5\/(?:acknowledge|notes|resolve)$/,
    () => [200, { ...FORCED, ownedBy: KIM, ownedAt: ago(0), nextStepAt: null }],
  ],
  [/^POST .*\/alarms\/alm_\w+\/acknowledge$/, () => [409, fault('alarm_owned', 'Somebody else has this alarm.')]],
  [/^POST .*\/alarms\/alm_\w+\/(?:hand-over|give-back|notes|resolve)$/, () => [200, FORCED]],
  [
    /^GET .*\/alarm-plan\/people$/,
    () =>
      answer('GET /api/access-control/{facilityId}/alarm-plan/people', {
        data: [
          { ...userOf(KIM), role: 'facility-manager' },
          { ...userOf(SAM), role: 'facility-staff' },
          { userId: 'usr_2123456789abcdef', name: HOSTILE, role: 'org-admin' },
        ],
      }),
  ],
  [/^(?:GET|PUT|DELETE) .*\/alarm-plan$/, () => answer('GET /api/access-control/{facilityId}/alarm-plan', PLAN)],
  [
    /^GET \/api\/alarm-kinds$/,
    () =>
      answer('GET /api/alarm-kinds', {
        data: [
          ...[
            ['door_forced_open', 'A door was forced open'] as const,
            ['fire_raised', 'A door is released by the fire alarm'] as const,
          ].map(([kind, title]) => ({ kind, title, why: 'Somebody has to look.', tellAfterSeconds: 0 })),
        ],
      }),
  ],
  [/^GET \/api\/alarm-pushes$/, () => answer('GET /api/alarm-pushes', { data: [] })],
  [/^PUT \/api\/alarm-pushes\//, ({ body }) => [200, { facilityId: FACILITY, ...body, setAt: ago(0) }]],
];
