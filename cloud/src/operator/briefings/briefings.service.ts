import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import {
  type BriefingPeriod,
  type FacilityBriefing,
  type FacilityBriefingDeps,
  facilityBriefing,
} from './facility-briefing.ts';
import { facilityLetter, isQuiet } from './facility-letter.ts';
import { textOf } from './letter.ts';
import { type PlatformBriefing, type PlatformBriefingDeps, platformBriefing } from './platform-briefing.ts';
import { isPlatformQuiet, platformLetter } from './platform-letter.ts';
import { createSendDue, type SendDueDeps } from './send-due.ts';
import { createSubscriptions, type SubscriptionsDeps, zoneNamed } from './subscriptions.ts';

export interface BriefingsDeps
  extends SubscriptionsDeps,
    FacilityBriefingDeps,
    PlatformBriefingDeps,
    Omit<SendDueDeps, 'ofFacility' | 'ofPlatform'> {
  readonly db: SendDueDeps['db'];
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly warnings: FacilityBriefingDeps['warnings'];
  readonly boxes: FacilityBriefingDeps['boxes'] & PlatformBriefingDeps['boxes'];
  readonly webhooks: FacilityBriefingDeps['webhooks'] & PlatformBriefingDeps['webhooks'];
}
export type BriefingsService = ReturnType<typeof createBriefingsService>;

/** A briefing that is asked for reaches this far back at most. */
export const LOOKED_BACK_MAX = Days(15);

/** What operators are told of their facilities, and platform admins of the platform, each morning by e-mail. */
export const createBriefingsService = (deps: BriefingsDeps) => {
  const { db, clock, zones, organisations } = deps;
  const ofFacility = (facility: Facility, period: BriefingPeriod) => facilityBriefing(deps, facility, period);
  const ofPlatform = (period: BriefingPeriod) => platformBriefing(deps, period);
  const lastHours = (hours: number): BriefingPeriod => ({
    from: clock.wallMs() - hours * 3_600_000,
    to: clock.wallMs(),
  });

  return {
    ...createSubscriptions(deps),
    sendDue: createSendDue({ ...deps, ofFacility, ofPlatform }),

    timezoneOf: async (tx: Tx, facilityId: FacilityId): Promise<string | undefined> =>
      (await organisations.findFacility(tx, facilityId))?.timezone,

    /** The briefing of a facility as it would be now, of the last hours. */
    previewFacility: async (
      facilityId: FacilityId,
      hours: number,
    ): Promise<{ briefing: FacilityBriefing; quiet: boolean; text: string } | undefined> => {
      const facility = await db.read((tx) => organisations.findFacility(tx, facilityId));
      if (facility === undefined) return undefined;
      const briefing = await ofFacility(facility, lastHours(hours));
      const letter = facilityLetter(briefing, zoneNamed(zones, facility.timezone));
      return { briefing, quiet: isQuiet(briefing), text: textOf(letter) };
    },

    previewPlatform: async (
      hours: number,
      timezone: string,
    ): Promise<{ briefing: PlatformBriefing; quiet: boolean; text: string }> => {
      const briefing = await ofPlatform(lastHours(hours));
      const letter = platformLetter(briefing, zoneNamed(zones, timezone));
      return { briefing, quiet: isPlatformQuiet(briefing), text: textOf(letter) };
    },
  };
};
