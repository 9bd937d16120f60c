import type { AccessStatistics, Operations, Warning } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { fault } from './ops-account.kit.ts';
import { OF_AI } from './ops-ai.kit.ts';
import { OF_ALARMS } from './ops-alarms.kit.ts';
import { OF_CONTENT } from './ops-content.kit.ts';
import { ADA, ago, DOORS, PARTNER } from './ops-gym.kit.ts';
import { OF_THE_INSTALLATION } from './ops-installation.kit.ts';
import { OF_PARTNERS } from './ops-partners.kit.ts';
import { OF_THE_PLATFORM } from './ops-platform.kit.ts';
import { OF_PUSHES } from './ops-pushes.kit.ts';
import { OF_SETTINGS } from './ops-settings.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

type DoorId = Operations['POST /api/access-control/{facilityId}/scopes']['body']['doorIds'][number];

const warning = (number: number, kind: string, message: string, more: Partial<Warning> = {}): Warning => ({
  warningId: `wrn_012345678901234${number}`,
  kind,
  subject: 'x',
  message,
  count: 1,
  firstAt: ago(90_000),
  lastAt: ago(700),
  partnerId: null,
  acknowledgedBy: null,
  acknowledgedAt: null,
  closedBy: null,
  closedAt: null,
  closable: false,
  ...more,
});
export const WARNINGS: readonly Warning[] = [
  warning(
    1,
    'scope_key_opens_nothing',
    'The scope key sauna-evenings of Fitbase is not mapped to any door: 14 members do not get in with it.',
    { subject: `${PARTNER}/sauna-evenings`, partnerId: PARTNER },
  ),
  warning(2, 'relay_fault_repeated', 'The lock of Car-park gate did not move 3 times in a row.', {
    count: 3,
    closable: true,
    acknowledgedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: 'Kim Example' },
    acknowledgedAt: ago(600),
  }),
  warning(3, 'status_without_meaning', 'Fitbase sends the status on-hold, which nobody has given a meaning.'),
];

const DAY_S = 86_400;
const denials = (hours: number, none: number) => [
  { reason: 'outside_hours', count: hours },
  { reason: 'no_grant', count: none },
];
const FIGURES: AccessStatistics = {
  ...{ from: ago(7 * DAY_S), to: ago(0), timezone: 'Australia/Brisbane' },
  ...{ unlocksFrom: ago(7 * DAY_S), entriesFrom: ago(7 * DAY_S) },
  blocks: Array.from({ length: 8 }, (_, day) => ({
    ...{ from: ago((7 - day) * DAY_S), until: ago((6 - day) * DAY_S) },
    ...{ unlocks: 41 + day * 3, unlocked: 40 + day * 3, entries: 380 + ((day * 97) % 140), denials: denials(9, day) },
  })),
  doors: DOORS.map(({ doorId, name }, place) => ({
    ...{ doorId, name, unlocks: 80 - place * 9, unlocked: 79 - place * 9, entries: 900 - place * 120 },
    ...{ denials: denials(20 - place, place), p50Ms: 210 + place, p95Ms: 480, p99Ms: place === 4 ? null : 1_210 },
  })),
  boxes: [
    {
      ...{ boxId: '0c1d2e3f-0000-4000-8000-000000000001', name: 'Comms cupboard' },
      ...{ knownFrom: ago(7 * DAY_S), knownUntil: ago(0), upSeconds: 7 * DAY_S - 840, awayTimes: 2 },
    },
  ],
};

/** What the pages of a facility ask beside its doors and members. */
const OF_A_FACILITY: Pages = [
  [
    /^GET .*\/sources$/,
    () =>
      answer('GET /api/access-control/{facilityId}/sources', {
        data: [
          { partnerId: PARTNER, partnerName: 'Fitbase', suspended: false, lastPushAt: ago(300), refusedSince: null },
        ],
      }),
  ],
  [
    /^GET .*\/scope-keys$/,
    () =>
      answer('GET /api/access-control/{facilityId}/scope-keys', {
        data: [
          {
            ...{ partnerId: PARTNER, partnerName: 'Fitbase', key: 'sauna-evenings', target: null, disabled: false },
            ...{ closed: 'unmapped', members: 14, firstSeenAt: ago(90_000) },
          },
          {
            ...{ partnerId: PARTNER, partnerName: 'Fitbase', key: 'off-peak', disabled: false, closed: null },
            target: { to: 'doors', doorIds: DOORS.slice(0, 2).map(({ doorId }) => doorId as DoorId) },
            ...{ members: 231, firstSeenAt: ago(9_000_000) },
          },
          {
            ...{ partnerId: PARTNER, partnerName: 'Fitbase', key: 'pool', disabled: true, closed: 'disabled' },
            target: { to: 'scopes', scopes: ['scp_0123456789abcdef'] },
            ...{ members: 9, firstSeenAt: ago(9_000_000) },
          },
        ],
        next: null,
        total: 3,
      }),
  ],
  [/^PUT .*\/(?:scope-keys|plan-zones)$/, () => [200, { done: true }]],
  [
    /^GET .*\/scope-keys\/members$/,
    () => answer('GET /api/access-control/{facilityId}/scope-keys/members', { data: [ADA], next: null }),
  ],
  [/^POST .*\/scopes$/, () => [201, { scopeId: 'scp_1123456789abcdef' }]],
  [/^DELETE .*\/scopes\//, () => [409, fault('access_scope_in_use', 'The scope key pool of Fitbase points at it.')]],
  [
    /^POST .*\/what-if$/,
    () =>
      answer('POST /api/access-control/{facilityId}/what-if', {
        data: [
          {
            ...{ memberIds: ['m-1042'], name: 'Ada Okafor-Lindqvist' },
            doors: [
              {
                doorId: String(DOORS[3]?.doorId),
                gains: [{ from: ago(-3_600), to: ago(-18_000) }],
                loses: [],
                more: false,
              },
            ],
          },
        ],
        ...{ from: ago(0), to: ago(-7 * DAY_S), looked: 14, gaining: 14, losing: 0, unnamed: 13, skipped: [] },
        next: null,
      }),
  ],
  [/^GET .*\/statistics$/, () => answer('GET /api/access-control/{facilityId}/statistics', FIGURES)],
  [/^GET .*\/warnings$/, () => answer('GET /api/access-control/{facilityId}/warnings', { data: WARNINGS, next: null })],
  [
    /^GET .*\/warnings\/.*\/members$/,
    () => answer('GET /api/access-control/{facilityId}/warnings/{warningId}/members', { data: [ADA], next: null }),
  ],
  [
    /^POST .*\/warnings\/.*\/map$/,
    () => answer('POST /api/access-control/{facilityId}/warnings/{warningId}/map', { partnerId: PARTNER, key: 'k' }),
  ],
  [
    /^GET .*\/plan-zones$/,
    () =>
      answer('GET /api/access-control/{facilityId}/plan-zones', {
        data: [
          { partnerId: PARTNER, name: 'Wet area', target: null, plans: [{ planId: 'gold', name: 'Gold' }] },
          { partnerId: PARTNER, name: 'Gym', target: { to: 'facility' }, plans: [{ planId: 'basic', name: 'Basic' }] },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/scopes$/,
    () =>
      answer('GET /api/access-control/{facilityId}/scopes', {
        data: [
          {
            ...{ scopeId: 'scp_0123456789abcdef', name: 'Wet area' },
            doorIds: [String(DOORS[3]?.doorId)],
          },
        ],
      }),
  ],
];

export const PAGES_ANSWERED: Pages = [
  ...OF_AI,
  ...OF_CONTENT,
  ...OF_ALARMS,
  ...OF_A_FACILITY,
  ...OF_PARTNERS,
  ...OF_SETTINGS,
  ...OF_PUSHES,
  ...OF_THE_PLATFORM,
  ...OF_THE_INSTALLATION,
];
