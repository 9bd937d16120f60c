import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { A_SUBSCRIPTION, AT_A_FACILITY } from './daily-digest-examples.ts';
import { WEEKDAYS } from './daily-digest-times.ts';
import { SubscriptionView, viewOfSubscription } from './daily-digest-views.ts';
import type { DailyDigestsEndpointDeps } from './daily-digests.endpoints.ts';
import { dailyDigestsFaults } from './daily-digests.faults.ts';
import { PLATFORM } from './subscriptions.ts';

const { place_unknown } = usersFaults;
const { daily_digest_not_subscribed } = dailyDigestsFaults;

const when = {
  hour: z
    .int()
    .min(0)
    .max(23)
    .default(7)
    .describe(
      'When, 0 to 23: the hour of the local day. One that a day skips is done after the gap, one that it has twice once.',
    ),
  weekday: z.enum(WEEKDAYS).nullable().default(null).describe('Once a week on that day; null for every day.'),
  enabled: z.boolean().default(true).describe('Whether it is sent. Off, it is kept as it is.'),
};
const params = z.strictObject({
  facilityId: z.string().max(64).describe('The facility that the daily digest is of.').brand<'FacilityId'>(),
});
const gone = (facilityId: z.ZodType<string | null>) => z.object({ facilityId });

export const listSubscriptions = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.list',
  method: 'GET',
  path: '/api/daily-digests',
  summary: 'List the daily digests that you get',
  description: 'Your own subscriptions: of facilities, and of the platform.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  query: z.strictObject(pagesOf({ of: 'brs' })),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(SubscriptionView) },
  examples: { query: { limit: 50 }, success: { data: [A_SUBSCRIPTION], next: null } },
  faults: {},
  handle: async ({ dailyDigests }, { query: { after = '', limit } }, { caller, read }) => {
    const rows = await read((tx) => dailyDigests.listOfUser(tx, caller.user.id, after, limit + 1));
    const { page, next } = pageOf(rows, limit, ({ id }) => id);
    return { data: page.map(viewOfSubscription), next };
  },
});

export const subscribe = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.subscribe',
  method: 'PUT',
  path: '/api/facilities/:facilityId/daily-digest/subscription',
  summary: 'Get the daily digest of a facility by e-mail',
  description:
    'What somebody should look at there, and what happened since the last one, at an hour of the facility’s own time. Sent to your own address for as long as you are staff there. One that could not be sent at its hour comes late on the same day, and not after it.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params,
  body: z.strictObject(when),
  success: { status: 200, description: 'The subscription as it is now.', schema: SubscriptionView },
  examples: { params: AT_A_FACILITY, body: { hour: 7 }, success: A_SUBSCRIPTION },
  faults: { place_unknown },
  audit: { event: 'briefing.subscribed', target: ({ params }) => params.facilityId },
  handle: async ({ dailyDigests }, { params: { facilityId }, body }, { tx, caller }) => {
    const timezone = await dailyDigests.timezoneOf(tx, facilityId);
    if (timezone === undefined) throw new Bug(`the gate let ${facilityId} through, which there is not`);
    const subscription = await dailyDigests.put(tx, { userId: caller.user.id, facilityId }, { ...body, timezone });
    return viewOfSubscription(subscription);
  },
});

export const unsubscribe = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.unsubscribe',
  method: 'DELETE',
  path: '/api/facilities/:facilityId/daily-digest/subscription',
  summary: 'Get the daily digest of a facility no more',
  description: 'Ends your own subscription.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params,
  success: { status: 200, description: 'It has ended.', schema: gone(z.string()) },
  examples: { params: AT_A_FACILITY, success: AT_A_FACILITY },
  faults: { place_unknown, daily_digest_not_subscribed },
  audit: { event: 'briefing.unsubscribed', target: ({ params }) => params.facilityId },
  handle: async ({ dailyDigests }, { params: { facilityId } }, { tx, caller }) => {
    await dailyDigests.end(tx, { userId: caller.user.id, facilityId });
    return { facilityId };
  },
});

export const subscribePlatform = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.subscribe-platform',
  method: 'PUT',
  path: '/api/admin/daily-digest/subscription',
  summary: 'Get the daily digest of the platform by e-mail',
  description:
    'Dead jobs, requests that failed, money that waits for somebody, boxes that nothing is heard of, webhooks that were disabled.',
  gate: { needs: 'global-admin', in: 'platform' },
  body: z.strictObject({
    ...when,
    timezone: z
      .string()
      .max(64)
      .refine((zone) => isZoneName(bundledZones(), zone), 'must be the IANA name of a time zone')
      .default('UTC')
      .describe('The IANA zone that the hour is meant in.'),
  }),
  success: { status: 200, description: 'The subscription as it is now.', schema: SubscriptionView },
  examples: {
    body: { hour: 7, timezone: 'Australia/Brisbane' },
    success: { ...A_SUBSCRIPTION, facilityId: null },
  },
  faults: {},
  audit: { event: 'briefing.platform-subscribed', target: () => undefined },
  handle: async ({ dailyDigests }, { body }, { tx, caller, about }) => {
    const subscription = await dailyDigests.put(tx, { userId: caller.user.id, facilityId: PLATFORM }, body);
    about(subscription.id);
    return viewOfSubscription(subscription);
  },
});

export const unsubscribePlatform = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.unsubscribe-platform',
  method: 'DELETE',
  path: '/api/admin/daily-digest/subscription',
  summary: 'Get the daily digest of the platform no more',
  description: 'Ends your own subscription.',
  gate: { needs: 'global-admin', in: 'platform' },
  success: { status: 200, description: 'It has ended.', schema: gone(z.null()) },
  examples: { success: { facilityId: null } },
  faults: { daily_digest_not_subscribed },
  audit: { event: 'briefing.platform-unsubscribed', target: () => undefined },
  handle: async ({ dailyDigests }, _input, { tx, caller }) => {
    await dailyDigests.end(tx, { userId: caller.user.id, facilityId: PLATFORM });
    return { facilityId: null };
  },
});
