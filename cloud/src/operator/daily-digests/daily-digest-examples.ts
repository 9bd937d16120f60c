import type { z } from 'zod';
import type {
  FacilityDailyDigestView,
  PlatformDailyDigestView,
  Subscriber,
  SubscriptionView,
} from './daily-digest-views.ts';

export const AT_A_FACILITY = { facilityId: 'fac_0123456789abcdef' };
export const A_USER_ID = 'usr_0123456789abcdef';

export const A_SUBSCRIPTION: z.input<typeof SubscriptionView> = {
  subscriptionId: 'brs_0123456789abcdef',
  ...AT_A_FACILITY,
  timezone: 'Australia/Brisbane',
  hour: 7,
  weekday: null,
  enabled: true,
  nextAt: '2026-01-02T21:00:00.000Z',
  lastSentAt: '2026-01-01T21:00:00.000Z',
};
export const A_SUBSCRIBER: z.input<typeof Subscriber> = {
  userId: A_USER_ID,
  email: 'sam@example.com',
  hour: 7,
  weekday: null,
  enabled: true,
  lastSentAt: '2026-01-01T21:00:00.000Z',
};

const A_DAY = { from: '2025-12-31T21:00:00.000Z', to: '2026-01-01T21:00:00.000Z' };

export const A_FACILITY_DAILY_DIGEST: z.input<typeof FacilityDailyDigestView> = {
  ...AT_A_FACILITY,
  ...A_DAY,
  quiet: true,
  text: 'All quiet at Harbour Gym since Thu 1 Jan 07:00: 412 entries, 38 remote unlocks, 9 denied.\n',
  warnings: [],
  silentBoxes: [],
  unreachableDoors: [],
  outages: [],
  boxesBehind: [],
  unlocks: { begun: 38, failed: [] },
  doorAlarms: [],
  denied: [{ reason: 'outside_hours', count: 9 }],
  entries: 412,
  sources: [
    {
      partnerId: 'ptr_0123456789abcdef',
      name: 'Acme Members',
      lastPushAt: '2026-01-01T17:00:00.000Z',
      refusedSince: null,
    },
  ],
};

export const A_PLATFORM_DAILY_DIGEST: z.input<typeof PlatformDailyDigestView> = {
  ...A_DAY,
  quiet: false,
  text: 'The platform since Wed 31 Dec 21:00.\n\nDEAD JOBS\n- webhooks.deliver: 2\n',
  deadJobs: [{ kind: 'webhooks.deliver', count: 2 }],
  faults: [],
  disabledWebhooks: [],
  fastGrowth: null,
  money: { paymentsWaiting: 0, approvalsWaiting: 0, frozenAccounts: 0, failedTopups: 0 },
  silentBoxes: { count: 0, data: [] },
};
