import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { seesUser } from '../../platform/users/users.module.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import {
  A_FACILITY_DAILY_DIGEST,
  A_PLATFORM_DAILY_DIGEST,
  A_SUBSCRIBER,
  A_USER_ID,
  AT_A_FACILITY,
} from './daily-digest-examples.ts';
import {
  FacilityDailyDigestView,
  PlatformDailyDigestView,
  Subscriber,
  viewOfFacility,
  viewOfPlatform,
} from './daily-digest-views.ts';
import { dailyDigestsFaults } from './daily-digests.faults.ts';
import { type DailyDigestsService, LOOKED_BACK_MAX } from './daily-digests.service.ts';

export interface DailyDigestsEndpointDeps {
  readonly dailyDigests: DailyDigestsService;
  readonly users: Pick<UsersService, 'findById' | 'heldBy'>;
}

const { place_unknown } = usersFaults;
const { daily_digest_not_subscribed } = dailyDigestsFaults;
const HOURS_MAX = LOOKED_BACK_MAX / 3_600_000;

const facilityId = z.string().max(64).describe('The facility that the daily digest is of.').brand<'FacilityId'>();
const hours = z.coerce
  .number<string | number>()
  .int()
  .min(1)
  .max(HOURS_MAX)
  .default(24)
  .describe(`How far it reaches back, in hours: 1 to ${HOURS_MAX}.`);

export const readDailyDigest = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.read',
  method: 'GET',
  path: '/api/facilities/:facilityId/daily-digest',
  graph: { on: 'Facility', as: 'dailyDigest', with: { facilityId: 'facilityId' } },
  summary: 'Read the daily digest of a facility',
  description: 'As it would be sent now, in numbers and as text. No member is named in it.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ facilityId }),
  query: z.strictObject({ hours }),
  success: { status: 200, description: 'The daily digest.', schema: FacilityDailyDigestView },
  examples: { params: AT_A_FACILITY, query: { hours: 24 }, success: A_FACILITY_DAILY_DIGEST },
  faults: { place_unknown },
  handle: async ({ dailyDigests }, { params, query }) => {
    const preview = await dailyDigests.previewFacility(params.facilityId, query.hours);
    if (preview === undefined) throw new Bug(`the gate let ${params.facilityId} through, which there is not`);
    return viewOfFacility(preview);
  },
});

export const listSubscribers = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.subscribers',
  method: 'GET',
  path: '/api/facilities/:facilityId/daily-digest/subscribers',
  graph: { on: 'Facility', as: 'digestSubscribers', with: { facilityId: 'facilityId' } },
  summary: 'List who gets the daily digest of a facility',
  description:
    'Whoever has subscribed. Who is no longer staff of the facility is in it until the next one is due, and gets none.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.strictObject({ facilityId }),
  query: z.strictObject(pagesOf({ of: 'brs' })),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Subscriber) },
  examples: { params: AT_A_FACILITY, query: { limit: 50 }, success: { data: [A_SUBSCRIBER], next: null } },
  faults: { place_unknown },
  handle: ({ dailyDigests, users }, { params, query: { after = '', limit } }, { caller, read }) =>
    read(async (tx) => {
      const rows = await dailyDigests.listOfFacility(tx, params.facilityId, after, limit + 1);
      const { page, next } = pageOf(rows, limit, ({ id }) => id);
      const ids = page.map(({ userId }) => userId);
      const held = await users.heldBy(tx, ids);
      const data = [];
      for (const { userId, hour, weekday, enabled, sentAt } of page) {
        const user = await users.findById(tx, userId);
        if (user === undefined) continue;
        const isSeen = userId === caller.user.id || seesUser(caller.grants, held.get(userId) ?? []);
        const email = isSeen ? user.email : null;
        data.push({ userId, email, hour, weekday, enabled, lastSentAt: isoOrNull(sentAt) });
      }
      return { data, next };
    }),
});

export const endSubscriber = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.end',
  method: 'DELETE',
  path: '/api/facilities/:facilityId/daily-digest/subscribers/:userId',
  summary: 'Send somebody the daily digest of a facility no more',
  description: 'Ends the subscription of a user. They may subscribe again while they are staff there.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.strictObject({ facilityId, userId: z.string().max(64).describe('Who gets it.') }),
  success: { status: 200, description: 'It has ended.', schema: z.object({ userId: z.string() }) },
  examples: { params: { ...AT_A_FACILITY, userId: A_USER_ID }, success: { userId: A_USER_ID } },
  faults: { place_unknown, daily_digest_not_subscribed },
  audit: { event: 'briefing.ended', target: ({ params }) => params.userId },
  handle: async ({ dailyDigests }, { params: { facilityId, userId } }, { tx }) => {
    await dailyDigests.end(tx, { userId, facilityId });
    return { userId };
  },
});

export const readPlatformDailyDigest = platformEndpoint<DailyDigestsEndpointDeps>()({
  id: 'daily-digests.read-platform',
  method: 'GET',
  path: '/api/admin/daily-digest',
  summary: 'Read the daily digest of the platform',
  description: 'As it would be sent now, in numbers and as text.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    hours,
    timezone: z
      .string()
      .max(64)
      .refine((zone) => isZoneName(bundledZones(), zone), 'must be the IANA name of a time zone')
      .default('UTC')
      .describe('The IANA zone that its text says times in.'),
  }),
  success: { status: 200, description: 'The daily digest.', schema: PlatformDailyDigestView },
  examples: { query: { hours: 24 }, success: A_PLATFORM_DAILY_DIGEST },
  faults: {},
  handle: async ({ dailyDigests }, { query }) =>
    viewOfPlatform(await dailyDigests.previewPlatform(query.hours, query.timezone)),
});
