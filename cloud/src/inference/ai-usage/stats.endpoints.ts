import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiManages, aiParams, HERE, moment } from '../ai-settings/ai-settings-surface.ts';
import { GROUPS } from './ai-stats.repo.ts';
import type { AiStats } from './ai-stats.ts';
import { dates, TIMED, TimedFigures, usageFilter } from './usage-surface.ts';
import { RANGES } from './usage-windows.ts';

const endpoint = platformEndpoint<{ readonly aiStats: AiStats }>();

const Totals = z.object(TimedFigures).meta({ id: 'AiFigures' });
const groupKey = z.string().nullable().describe('The model, the key’s hash and so on. Null: it has none.');
const AiUsageStats = z
  .object({
    from: moment.describe('Where it begins, inclusive.'),
    to: moment.describe('Where it ends, exclusive.'),
    groupBy: z.enum(GROUPS).describe('What the groups are told apart by.'),
    subgroupBy: z.enum(GROUPS).nullable().describe('What the groups are divided by once more. Null: by nothing.'),
    totals: Totals.describe('All together.'),
    groups: z
      .array(
        z.object({
          key: groupKey,
          ...TimedFigures,
          subgroups: z.array(z.object({ key: groupKey, ...TimedFigures })).describe('The group, divided.'),
        }),
      )
      .describe('What costs most comes first.'),
    bucketSeconds: z.int().describe('How long each part of `series` is.'),
    series: z
      .array(z.object({ at: moment.describe('When the part begins.'), ...TimedFigures }))
      .describe('The same over time.'),
    previous: z
      .object({
        from: moment.describe('Where it begins, inclusive.'),
        to: moment.describe('Where it ends, exclusive.'),
        totals: Totals.describe('All together.'),
      })
      .nullable()
      .describe('The time of the same length just before. Null: it was not asked for.'),
  })
  .meta({ id: 'AiUsageStats' });

export const readStats = endpoint({
  id: 'ai-credits.stats',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/stats',
  summary: 'Read what requests to AI models came to',
  description:
    'By model, key, source, provider or outcome. Days are of UTC and inclusive; `startDate` and `endDate` win over `range`; `24h` ends with the current quarter of an hour. It is exactly what the list of requests comes to over the same time.',
  gate: aiManages,
  params: z.object(aiParams),
  query: z.strictObject({
    ...usageFilter,
    ...dates,
    range: z.enum(RANGES).default('30').describe('The last 24 hours, so many days with today, or all there is.'),
    groupBy: z.enum(GROUPS).default('model').describe('What groups are told apart by.'),
    subgroupBy: z.enum(GROUPS).optional().describe('What groups are divided by once more.'),
    compare: z.enum(['prev']).optional().describe('`prev`: with the time of the same length just before.'),
  }),
  success: { status: 200, description: 'What they came to.', schema: AiUsageStats },
  examples: {
    params: HERE,
    query: { range: '7', groupBy: 'key', compare: 'prev' },
    success: {
      from: '2025-12-26T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      groupBy: 'key',
      subgroupBy: null,
      totals: TIMED,
      groups: [{ key: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef', ...TIMED, subgroups: [] }],
      bucketSeconds: 86_400,
      series: [{ at: '2026-01-01T00:00:00.000Z', ...TIMED }],
      previous: { from: '2025-12-19T00:00:00.000Z', to: '2025-12-26T00:00:00.000Z', totals: TIMED },
    },
  },
  faults: {},
  handle: ({ aiStats }, { params: { clubID }, query }, { read }) => read((tx) => aiStats.read(tx, clubID, query)),
});
