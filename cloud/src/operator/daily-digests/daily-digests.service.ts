import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { zoneNamed } from '../../kit/zones.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { textOf } from './email.ts';
import {
  type DailyDigestPeriod,
  type FacilityDailyDigest,
  type FacilityDailyDigestDeps,
  facilityDailyDigest,
} from './facility-daily-digest.ts';
import { facilityEmail, isQuiet } from './facility-email.ts';
import {
  type PlatformDailyDigest,
  type PlatformDailyDigestDeps,
  platformDailyDigest,
} from './platform-daily-digest.ts';
import { isPlatformQuiet, platformEmail } from './platform-email.ts';
import { createSendDue, type SendDueDeps } from './send-due.ts';
import { createSubscriptions, type SubscriptionsDeps } from './subscriptions.ts';

export interface DailyDigestsDeps
  extends SubscriptionsDeps,
    FacilityDailyDigestDeps,
    PlatformDailyDigestDeps,
    Omit<SendDueDeps, 'ofFacility' | 'ofPlatform'> {
  readonly db: SendDueDeps['db'];
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly warnings: FacilityDailyDigestDeps['warnings'];
  readonly boxes: FacilityDailyDigestDeps['boxes'] & PlatformDailyDigestDeps['boxes'];
  readonly webhooks: FacilityDailyDigestDeps['webhooks'] & PlatformDailyDigestDeps['webhooks'];
}
export type DailyDigestsService = ReturnType<typeof createDailyDigestsService>;

/** A daily digest that is asked for reaches this far back at most. */
export const LOOKED_BACK_MAX = Days(15);

/** What operators are told of their facilities, and platform admins of the platform, each morning by e-mail. */
export const createDailyDigestsService = (deps: DailyDigestsDeps) => {
  const { db, clock, zones, organisations } = deps;
  const ofFacility = (facility: Facility, period: DailyDigestPeriod) => facilityDailyDigest(deps, facility, period);
  const ofPlatform = (period: DailyDigestPeriod) => platformDailyDigest(deps, period);
  const lastHours = (hours: number): DailyDigestPeriod => ({
    from: clock.wallMs() - hours * 3_600_000,
    to: clock.wallMs(),
  });

  return {
    ...createSubscriptions(deps),
    sendDue: createSendDue({ ...deps, ofFacility, ofPlatform }),

    timezoneOf: async (tx: Tx, facilityId: FacilityId): Promise<string | undefined> =>
      (await organisations.findFacility(tx, facilityId))?.timezone,

    /** The daily digest of a facility as it would be now, of the last hours. */
    previewFacility: async (
      facilityId: FacilityId,
      hours: number,
    ): Promise<{ dailyDigest: FacilityDailyDigest; quiet: boolean; text: string } | undefined> => {
      const facility = await db.read((tx) => organisations.findFacility(tx, facilityId));
      if (facility === undefined) return undefined;
      const dailyDigest = await ofFacility(facility, lastHours(hours));
      const email = facilityEmail(dailyDigest, zoneNamed(zones, facility.timezone));
      return { dailyDigest, quiet: isQuiet(dailyDigest), text: textOf(email) };
    },

    previewPlatform: async (
      hours: number,
      timezone: string,
    ): Promise<{ dailyDigest: PlatformDailyDigest; quiet: boolean; text: string }> => {
      const dailyDigest = await ofPlatform(lastHours(hours));
      const email = platformEmail(dailyDigest, zoneNamed(zones, timezone));
      return { dailyDigest, quiet: isPlatformQuiet(dailyDigest), text: textOf(email) };
    },
  };
};
