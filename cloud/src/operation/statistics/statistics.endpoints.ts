import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { AT_FACILITY, facilityParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { StatisticsService } from './statistics.service.ts';

const DAYS_MAX = 92;
const moment = z.iso.datetime({ offset: true, abort: true }).max(40);
const count = (what: string) => z.int().nonnegative().describe(what);
const latency = (share: string) =>
  z
    .int()
    .nonnegative()
    .nullable()
    .describe(`Within so many ms ${share} of its confirmed unlocks had their answer; null where there was none.`);

const counted = {
  unlocks: count('Unlocks that were asked for by the API, of partners and of staff.'),
  unlocked: count('Those of them after which the lock was seen unlocked, or was commanded where nothing can see it.'),
  entries: count('People whom boxes let in by themselves, at readers.'),
  denials: z
    .array(
      z.object({
        reason: z.string().describe('Why, by the access reasons.'),
        count: count('How many were turned away so.'),
      }),
    )
    .describe('People whom boxes did not let in, by reason, the most frequent first.'),
};

const Statistics = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    timezone: z.string().describe('By whose clock blocks begin: the facility’s.'),
    unlocksFrom: z.iso.datetime().describe('Unlocks before that are not kept any more, and are not counted.'),
    entriesFrom: z.iso.datetime().describe('Entries and denials likewise.'),
    blocks: z
      .array(
        z.object({
          from: z.iso.datetime().describe('Where it begins; the first one where the period does (UTC).'),
          until: z.iso.datetime().describe('Where it ends: the next one’s beginning (UTC).'),
          ...counted,
        }),
      )
      .describe('Every block of the period in order, those too in which nothing happened.'),
    doors: z
      .array(
        z.object({
          doorId: z.string(),
          name: z.string().nullable().describe('What it is called; null of one that is not here any more.'),
          ...counted,
          p50Ms: latency('half'),
          p95Ms: latency('95 of 100'),
          p99Ms: latency('99 of 100'),
        }),
      )
      .describe('Every door that is here, and those that had anything, by name.'),
    boxes: z
      .array(
        z.object({
          boxId: z.string(),
          name: z.string().nullable().describe('What staff call it; null where nobody has said.'),
          knownFrom: z.iso
            .datetime()
            .describe('From when on it is known: it was not here before, or that is not kept.'),
          knownUntil: z.iso.datetime().describe('Until when it is known. Not later than now.'),
          upSeconds: count('For how long of that it was heard of. An absence under a minute is not seen.'),
          awayTimes: count('How often it was away, also where it was so from the beginning.'),
        }),
      )
      .describe(
        'The boxes that are here now, as the cloud heard of them. While the cloud itself was away, a box counts as it was before.',
      ),
  })
  .meta({ id: 'AccessStatistics' });

const denials = [{ reason: 'outside_hours', count: 2 }];
const COUNTED = { unlocks: 14, unlocked: 13, entries: 212, denials };

export const readStatistics = platformEndpoint<{ readonly statistics: Pick<StatisticsService, 'read'> }>()({
  id: 'access-statistics.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/statistics',
  graph: { on: 'Facility', as: 'accessStatistics', with: { facilityId: 'facilityId' } },
  summary: 'Read the statistics of a facility’s doors',
  description: `Unlocks, entries and denials of up to ${DAYS_MAX} days by hours or days of the facility’s clock, how fast doors were unlocked, and how long boxes were there. A day has 23 or 25 hours where clocks change. It is counted anew for each request, by the time at which things happened: what a box tells late is counted from then on.`,
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    from: moment.describe(
      'Where the period begins, inclusive. ISO 8601 with `Z` or an offset (write its `+` as `%2B`).',
    ),
    to: moment.describe(`Where it ends, exclusive: at most ${DAYS_MAX} days later. Likewise.`),
    block: z.enum(['hour', 'day']).default('day').describe('What is counted together.'),
  }),
  examples: {
    params: AT_FACILITY,
    query: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', block: 'day' },
    success: {
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      timezone: 'UTC',
      unlocksFrom: '2026-01-01T00:00:00.000Z',
      entriesFrom: '2026-01-01T00:00:00.000Z',
      blocks: [{ from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z', ...COUNTED }],
      doors: [
        { doorId: 'door_0123456789abcdef', name: 'Front door', ...COUNTED, p50Ms: 212, p95Ms: 480, p99Ms: 1_210 },
      ],
      boxes: [
        {
          boxId: '0c1d2e3f-0000-4000-8000-000000000001',
          name: 'Comms cupboard',
          knownFrom: '2026-01-01T00:00:00.000Z',
          knownUntil: '2026-01-02T00:00:00.000Z',
          upSeconds: 86_100,
          awayTimes: 1,
        },
      ],
    },
  },
  success: { status: 200, description: 'The statistics.', schema: Statistics },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ statistics }, { params: { facilityId }, query }) => {
    const period = { from: Date.parse(query.from), to: Date.parse(query.to) };
    if (!(period.from >= 0 && period.from < period.to && period.to - period.from <= Days(DAYS_MAX)))
      throw kitFault('invalid_request', `query.to: must be after from, and at most ${DAYS_MAX} days later.`);
    const { timezone, unlocksFrom, entriesFrom, blocks, doors, boxes } = await statistics.read(
      facilityId,
      period,
      query.block,
    );
    return {
      from: isoOf(period.from),
      to: isoOf(period.to),
      timezone,
      unlocksFrom: isoOf(Math.min(unlocksFrom, period.to)),
      entriesFrom: isoOf(Math.min(entriesFrom, period.to)),
      blocks: blocks.map(({ fromMs, untilMs, ...rest }) => ({ from: isoOf(fromMs), until: isoOf(untilMs), ...rest })),
      doors: doors.map(({ p50, p95, p99, ...door }) => ({ ...door, p50Ms: p50, p95Ms: p95, p99Ms: p99 })),
      boxes: boxes.map(({ boxId, name, known, upMs, awayTimes }) => ({
        boxId,
        name,
        knownFrom: isoOf(known.from),
        knownUntil: isoOf(known.to),
        upSeconds: Math.round(upMs / 1_000),
        awayTimes,
      })),
    };
  },
});
