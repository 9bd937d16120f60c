import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { WEEKDAYS } from './daily-digest-times.ts';
import type { FacilityDailyDigest } from './facility-daily-digest.ts';
import type { PlatformDailyDigest } from './platform-daily-digest.ts';
import type { Subscription } from './subscriptions.ts';

const moment = z.iso.datetime();
const count = z.int();

export const SubscriptionView = z
  .object({
    subscriptionId: z.string(),
    facilityId: z.string().nullable().describe('Null for the platform.'),
    timezone: z.string().describe('The IANA zone that the hour is meant in: the facility’s, or the chosen one.'),
    hour: z.int().describe('Of the local day, 0 to 23.'),
    weekday: z.enum(WEEKDAYS).nullable().describe('Null for every day.'),
    enabled: z.boolean(),
    nextAt: moment.nullable().describe('When the next one is sent; null while it is off.'),
    lastSentAt: moment.nullable(),
  })
  .meta({ id: 'DailyDigestSubscription' });

export const viewOfSubscription = (of: Subscription): z.output<typeof SubscriptionView> => ({
  subscriptionId: of.id,
  facilityId: of.facilityId ?? null,
  timezone: of.timezone,
  hour: of.hour,
  weekday: of.weekday,
  enabled: of.enabled,
  nextAt: of.enabled ? isoOf(of.dueAt) : null,
  lastSentAt: isoOrNull(of.sentAt),
});

export const Subscriber = z
  .object({
    userId: z.string(),
    email: z.string().nullable().describe('Null for a user whom you do not see elsewhere either.'),
    hour: z.int(),
    weekday: z.enum(WEEKDAYS).nullable().describe('Null for every day.'),
    enabled: z.boolean(),
    lastSentAt: moment.nullable(),
  })
  .meta({ id: 'DailyDigestSubscriber' });

const doorNamed = { doorId: z.string(), name: z.string().nullable().describe('Null once the door is removed.') };
const boxNamed = { boxId: z.string(), name: z.string().nullable().describe('What staff call it, if anything.') };
const SilentBox = z.object({
  ...boxNamed,
  lastHeardAt: moment.nullable().describe('Null where it never was.'),
});

const frame = {
  from: moment.describe('What happened since then is counted.'),
  to: moment,
  quiet: z.boolean().describe('Whether there is nothing that somebody should look at.'),
  text: z.string().describe('What the e-mail would say.'),
};

export const FacilityDailyDigestView = z
  .object({
    facilityId: z.string(),
    ...frame,
    warnings: z
      .array(
        z.object({
          warningId: z.string(),
          kind: z.string(),
          subject: z.string(),
          name: z.string().nullable().describe('Of the door, the box or the partner that it is about.'),
          isNew: z.boolean().describe('Opened since `from`.'),
          openSince: moment,
          times: count,
          acknowledged: z.boolean(),
          members: count.nullable().describe('How many it keeps out, where that is known.'),
        }),
      )
      .describe('Those that are open, 100 at most.'),
    silentBoxes: z.array(SilentBox.extend({ doors: count.describe('How many doors it drives.') })),
    unreachableDoors: z
      .array(z.object(doorNamed))
      .describe('Doors whose box is there, and whose board does not answer.'),
    outages: z
      .array(z.object({ ...boxNamed, times: count, awaySeconds: count }))
      .describe('Boxes that are here now and were away for five minutes or more.'),
    boxesBehind: z
      .array(z.object({ ...boxNamed, revision: count, newest: count.nullable(), ageSeconds: count }))
      .describe('Boxes that are here and have had no newest rules for a quarter of an hour, or other ones.'),
    unlocks: z
      .object({
        begun: count,
        failed: z.array(
          z.object({
            ...doorNamed,
            outcome: z.string(),
            movedLate: z.boolean().describe('The door moved although its caller was told of a timeout.'),
            count,
          }),
        ),
      })
      .describe('Remote unlocks, and those of them that failed.'),
    doorAlarms: z.array(z.object({ ...doorNamed, alarm: z.enum(['forced', 'held_open']), count })),
    denied: z.array(z.object({ reason: z.string(), count })).describe('By reason, the most first.'),
    entries: count.describe('How many were let in by boxes. No more than 100,000 events of a kind are counted.'),
    sources: z.array(
      z.object({
        partnerId: z.string(),
        name: z.string(),
        lastPushAt: moment.nullable().describe('When its data was last taken.'),
        refusedSince: moment.nullable().describe('Since when some of it is refused.'),
      }),
    ),
  })
  .meta({ id: 'FacilityDailyDigest' });

export const viewOfFacility = ({
  dailyDigest,
  quiet,
  text,
}: {
  readonly dailyDigest: FacilityDailyDigest;
  readonly quiet: boolean;
  readonly text: string;
}): z.output<typeof FacilityDailyDigestView> => ({
  facilityId: dailyDigest.facilityId,
  from: isoOf(dailyDigest.from),
  to: isoOf(dailyDigest.to),
  quiet,
  text,
  warnings: dailyDigest.warnings.map(({ openSince, count, lastAt: _lastAt, ...warning }) => ({
    ...warning,
    openSince: isoOf(openSince),
    times: count,
  })),
  silentBoxes: dailyDigest.silentBoxes.map(({ doors, lastHeardAt, ...box }) => ({
    ...box,
    lastHeardAt: isoOrNull(lastHeardAt),
    doors: doors.length,
  })),
  unreachableDoors: [...dailyDigest.unreachableDoors],
  outages: [...dailyDigest.outages],
  boxesBehind: [...dailyDigest.boxesBehind],
  unlocks: { begun: dailyDigest.unlocks.begun, failed: [...dailyDigest.unlocks.failed] },
  doorAlarms: [...dailyDigest.doorAlarms],
  denied: [...dailyDigest.denied],
  entries: dailyDigest.entries,
  sources: dailyDigest.sources.map(({ lastPushAt, refusedSince, ...source }) => ({
    ...source,
    lastPushAt: isoOrNull(lastPushAt),
    refusedSince: isoOrNull(refusedSince),
  })),
});

export const PlatformDailyDigestView = z
  .object({
    ...frame,
    deadJobs: z.array(z.object({ kind: z.string(), count })),
    faults: z.array(z.object({ endpoint: z.string(), outcome: z.string(), count })).describe('Requests answered 5xx.'),
    disabledWebhooks: z
      .array(
        z.object({
          webhookId: z.string(),
          organisationId: z.string(),
          disabledAt: moment,
          why: z.string(),
          isNew: z.boolean().describe('Since `from`.'),
        }),
      )
      .describe('Those disabled last, 100 at most.'),
    fastGrowth: z
      .object({ bytes: count, grownBytes: count, since: moment })
      .nullable()
      .describe(
        'Where the database grows by more than 1 GB a day, and three times as fast as in the two weeks before.',
      ),
    money: z
      .object({
        paymentsWaiting: count.describe('Payments of bank statements that nothing settles by itself.'),
        approvalsWaiting: count.describe('What moves money once a second person says so.'),
        frozenAccounts: count.describe('Accounts of the ledger whose balance is not the sum of its transfers.'),
        failedTopups: count.describe('Owners whose automatic top-up failed, and who have paid none since.'),
      })
      .describe('What of money waits for somebody, now. No more than 10,000 of each are counted.'),
    silentBoxes: z
      .object({ count, data: z.array(SilentBox.extend({ facilityId: z.string() })) })
      .describe('How many, and the 100 that were heard of last.'),
  })
  .meta({ id: 'PlatformDailyDigest' });

export const viewOfPlatform = ({
  dailyDigest,
  quiet,
  text,
}: {
  readonly dailyDigest: PlatformDailyDigest;
  readonly quiet: boolean;
  readonly text: string;
}): z.output<typeof PlatformDailyDigestView> => ({
  from: isoOf(dailyDigest.from),
  to: isoOf(dailyDigest.to),
  quiet,
  text,
  deadJobs: [...dailyDigest.deadJobs],
  faults: [...dailyDigest.faults],
  disabledWebhooks: dailyDigest.disabledWebhooks.map((one) => ({ ...one, disabledAt: isoOf(one.disabledAt) })),
  fastGrowth: dailyDigest.fastGrowth && {
    bytes: dailyDigest.fastGrowth.bytes,
    grownBytes: dailyDigest.fastGrowth.grownBytes,
    since: isoOf(dailyDigest.fastGrowth.since),
  },
  money: dailyDigest.money,
  silentBoxes: {
    count: dailyDigest.silentBoxes.count,
    data: dailyDigest.silentBoxes.data.map((box) => ({ ...box, lastHeardAt: isoOrNull(box.lastHeardAt) })),
  },
});
