import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { WEEKDAYS } from './briefing-times.ts';
import type { FacilityBriefing } from './facility-briefing.ts';
import type { PlatformBriefing } from './platform-briefing.ts';
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
  .meta({ id: 'BriefingSubscription' });

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
  .meta({ id: 'BriefingSubscriber' });

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

export const FacilityBriefingView = z
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
  .meta({ id: 'FacilityBriefing' });

export const viewOfFacility = ({
  briefing,
  quiet,
  text,
}: {
  readonly briefing: FacilityBriefing;
  readonly quiet: boolean;
  readonly text: string;
}): z.output<typeof FacilityBriefingView> => ({
  facilityId: briefing.facilityId,
  from: isoOf(briefing.from),
  to: isoOf(briefing.to),
  quiet,
  text,
  warnings: briefing.warnings.map(({ openSince, count, lastAt: _lastAt, ...warning }) => ({
    ...warning,
    openSince: isoOf(openSince),
    times: count,
  })),
  silentBoxes: briefing.silentBoxes.map(({ doors, lastHeardAt, ...box }) => ({
    ...box,
    lastHeardAt: isoOrNull(lastHeardAt),
    doors: doors.length,
  })),
  unreachableDoors: [...briefing.unreachableDoors],
  outages: [...briefing.outages],
  boxesBehind: [...briefing.boxesBehind],
  unlocks: { begun: briefing.unlocks.begun, failed: [...briefing.unlocks.failed] },
  doorAlarms: [...briefing.doorAlarms],
  denied: [...briefing.denied],
  entries: briefing.entries,
  sources: briefing.sources.map(({ lastPushAt, refusedSince, ...source }) => ({
    ...source,
    lastPushAt: isoOrNull(lastPushAt),
    refusedSince: isoOrNull(refusedSince),
  })),
});

export const PlatformBriefingView = z
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
    silentBoxes: z
      .object({ count, data: z.array(SilentBox.extend({ facilityId: z.string() })) })
      .describe('How many, and the 100 that were heard of last.'),
  })
  .meta({ id: 'PlatformBriefing' });

export const viewOfPlatform = ({
  briefing,
  quiet,
  text,
}: {
  readonly briefing: PlatformBriefing;
  readonly quiet: boolean;
  readonly text: string;
}): z.output<typeof PlatformBriefingView> => ({
  from: isoOf(briefing.from),
  to: isoOf(briefing.to),
  quiet,
  text,
  deadJobs: [...briefing.deadJobs],
  faults: [...briefing.faults],
  disabledWebhooks: briefing.disabledWebhooks.map((one) => ({ ...one, disabledAt: isoOf(one.disabledAt) })),
  fastGrowth: briefing.fastGrowth && {
    bytes: briefing.fastGrowth.bytes,
    grownBytes: briefing.fastGrowth.grownBytes,
    since: isoOf(briefing.fastGrowth.since),
  },
  silentBoxes: {
    count: briefing.silentBoxes.count,
    data: briefing.silentBoxes.data.map((box) => ({ ...box, lastHeardAt: isoOrNull(box.lastHeardAt) })),
  },
});
