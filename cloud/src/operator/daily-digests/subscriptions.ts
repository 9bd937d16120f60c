import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { zoneNamed } from '../../kit/zones.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { dueAfter, type Schedule, WEEKDAYS } from './daily-digest-times.ts';
import { dailyDigestsFault } from './daily-digests.faults.ts';
import { dailyDigestsRepo, type Whose } from './daily-digests.repo.ts';
import type { DailyDigestSubscriptionTable } from './daily-digests.tables.ts';

/** Stands for the platform where a facility is named. */
export const PLATFORM = '';
const DAILY = '';

export interface Subscription extends Schedule {
  /** `brs_…` */
  readonly id: string;
  readonly userId: string;
  /** Undefined for the platform. */
  readonly facilityId: FacilityId | undefined;
  readonly timezone: string;
  readonly enabled: boolean;
  readonly dueAt: number;
  readonly sentAt: number | null;
}

export interface NewSubscription extends Schedule {
  readonly enabled: boolean;
  readonly timezone: string;
}

export interface SubscriptionsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly zones: ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

export const scheduleOf = ({ hour, weekday }: Pick<DailyDigestSubscriptionTable, 'hour' | 'weekday'>): Schedule => ({
  hour,
  weekday: WEEKDAYS.find((day) => day === weekday) ?? null,
});

/** Who gets which daily digest, and when. Whether they may is asked before, and again before each is sent. */
export const createSubscriptions = ({ clock, random, zones }: SubscriptionsDeps) => ({
  /** Subscribes a user, or changes when they get it. */
  put: async (
    tx: Tx,
    { userId, facilityId }: Whose,
    { hour, weekday, enabled, timezone }: NewSubscription,
  ): Promise<Subscription> => {
    const now = clock.wallMs();
    return subscriptionOf(
      await dailyDigestsRepo(tx).put({
        id: randomId('brs', random),
        user_id: userId,
        facility_id: facilityId,
        hour,
        weekday: weekday ?? DAILY,
        zone: timezone,
        enabled: enabled ? 1 : 0,
        due_at: dueAfter(zoneNamed(zones, timezone), { hour, weekday }, now),
        sent_at: null,
        created_at: now,
      }),
    );
  },

  /** Throws 404 where there is none. */
  end: async (tx: Tx, whose: Whose): Promise<void> => {
    if (!(await dailyDigestsRepo(tx).remove(whose)))
      throw dailyDigestsFault('daily_digest_not_subscribed', 'This user gets no daily digest here.');
  },

  /** The user is gone. */
  userRemoved: async (tx: Tx, userId: string): Promise<void> => {
    await dailyDigestsRepo(tx).removeOfUser(userId);
  },

  /** Up to `limit` subscriptions of a user or of a facility with ids after the given one. */
  listOfUser: async (tx: Tx, userId: string, after: string, limit: number): Promise<Subscription[]> =>
    (await dailyDigestsRepo(tx).listOfUser(userId, after, limit)).map(subscriptionOf),
  listOfFacility: async (tx: Tx, facilityId: FacilityId, after: string, limit: number): Promise<Subscription[]> =>
    (await dailyDigestsRepo(tx).listOfFacility(facilityId, after, limit)).map(subscriptionOf),
});

const subscriptionOf = (row: DailyDigestSubscriptionTable): Subscription => ({
  id: row.id,
  userId: row.user_id,
  facilityId: row.facility_id === PLATFORM ? undefined : row.facility_id,
  timezone: row.zone,
  ...scheduleOf(row),
  enabled: row.enabled === 1,
  dueAt: row.due_at,
  sentAt: row.sent_at,
});
