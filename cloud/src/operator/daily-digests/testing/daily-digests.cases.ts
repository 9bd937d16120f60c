import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const DAILY = { hour: 7, weekday: null, enabled: true, timezone: 'Australia/Brisbane' } as const;

const subscribed = ({ world }: PlatformApi, userId: string, facilityId: FacilityId | '' = world.facilityId) =>
  world.db.write((tx) => world.dailyDigests.put(tx, { userId, facilityId }, DAILY));

export const dailyDigestsCases: PlatformCases = {
  'daily-digests.list': async () => ({ query: { limit: '10' } }),
  'daily-digests.subscribe': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { hour: 6, weekday: 'monday', enabled: true },
  }),
  'daily-digests.unsubscribe': async (api) => {
    await subscribed(api, api.callers.superAdmin.user.id);
    return { params: { facilityId: api.world.facilityId } };
  },
  'daily-digests.read': async ({ world }) => ({ params: { facilityId: world.facilityId }, query: { hours: '24' } }),
  'daily-digests.subscribers': async (api) => {
    await subscribed(api, api.callers.staff.user.id);
    return { params: { facilityId: api.world.facilityId }, query: { limit: '10' } };
  },
  'daily-digests.end': async (api) => {
    const { staff, otherOrgAdmin } = api.callers;
    await subscribed(api, staff.user.id);
    await subscribed(api, otherOrgAdmin.user.id, api.otherFacilityId);
    return {
      params: { facilityId: api.world.facilityId, userId: staff.user.id },
      foreign: { userId: otherOrgAdmin.user.id },
      missing: { userId: randomId('usr', systemRandom) },
    };
  },
  'daily-digests.subscribe-platform': async () => ({ body: { hour: 6, timezone: 'Europe/London' } }),
  'daily-digests.unsubscribe-platform': async (api) => {
    await subscribed(api, api.callers.superAdmin.user.id, '');
    return {};
  },
  'daily-digests.read-platform': async () => ({ query: { hours: '24', timezone: 'Europe/London' } }),
};
