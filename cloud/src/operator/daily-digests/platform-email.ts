import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { counted, type Email, localTime, named, shortened, span } from './email.ts';
import type { PlatformDailyDigest } from './platform-daily-digest.ts';

const sum = (rows: readonly { readonly count: number }[]): number => rows.reduce((all, { count }) => all + count, 0);

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

const moneyLines = ({
  paymentsWaiting,
  approvalsWaiting,
  frozenAccounts,
  failedTopups,
}: PlatformDailyDigest['money']) =>
  [
    { count: frozenAccounts, one: 'frozen account', many: 'frozen accounts' },
    { count: paymentsWaiting, one: 'payment that waits', many: 'payments that wait' },
    { count: approvalsWaiting, one: 'approval that waits', many: 'approvals that wait' },
    { count: failedTopups, one: 'owner whose top-up failed', many: 'owners whose top-ups failed' },
  ].flatMap(({ count, one, many }) => (count === 0 ? [] : [counted(count, one, many)]));

const partsOf = ({ deadJobs, faults, disabledWebhooks, fastGrowth, money, silentBoxes, to }: PlatformDailyDigest) =>
  [
    {
      heading: 'The database grows faster than it ever did',
      lines:
        fastGrowth === null
          ? []
          : [
              `by ${gigabytes(fastGrowth.grownBytes)} in ${span(to - fastGrowth.since)}, to ${gigabytes(fastGrowth.bytes)}`,
            ],
      short: 'a growing database',
    },
    {
      heading: 'Dead jobs',
      lines: deadJobs.map(({ kind, count }) => `${named(kind)}: ${count.toLocaleString('en')}`),
      short: counted(sum(deadJobs), 'dead job'),
    },
    {
      heading: 'Requests that failed',
      lines: faults.map(
        ({ endpoint, outcome, count }) => `${named(endpoint)} ${named(outcome)}: ${counted(count, 'time')}`,
      ),
      short: counted(sum(faults), 'failed request'),
    },
    {
      heading: 'Money that waits for somebody',
      lines: moneyLines(money),
      short: moneyLines(money).join(', '),
    },
    {
      heading: `Boxes not heard of: ${silentBoxes.count.toLocaleString('en')}`,
      lines: silentBoxes.data.map(({ boxId, name, facilityId, lastHeardAt }) => {
        const since = lastHeardAt === null ? 'never' : `for ${span(to - lastHeardAt)}`;
        return `${named(name ?? boxId)} (${facilityId}): ${since}`;
      }),
      short: counted(silentBoxes.count, 'silent box', 'silent boxes'),
    },
    {
      heading: 'Disabled webhooks',
      lines: disabledWebhooks
        .filter(({ isNew }) => isNew)
        .map(({ webhookId, organisationId, why }) => `${webhookId} (${organisationId}): ${named(why)}`),
      short: counted(disabledWebhooks.filter(({ isNew }) => isNew).length, 'disabled webhook'),
    },
  ].filter(({ lines }) => lines.length > 0);

export const isPlatformQuiet = (dailyDigest: PlatformDailyDigest): boolean => partsOf(dailyDigest).length === 0;

export const platformEmail = (dailyDigest: PlatformDailyDigest, zone: Zone, foot?: string): Email => {
  const parts = partsOf(dailyDigest);
  const since = localTime(zone, dailyDigest.from);
  const own = { ...(foot !== undefined && { foot }) };
  if (parts.length === 0)
    return {
      subject: 'All quiet on the platform',
      headline: `All quiet on the platform since ${since}.`,
      sections: [],
      ...own,
    };
  return {
    subject: `Platform: ${parts.map(({ short }) => short).join(', ')}`,
    headline: `The platform since ${since}.`,
    sections: parts.map(({ heading, lines }) => ({ heading, lines: shortened(lines) })),
    ...own,
  };
};
