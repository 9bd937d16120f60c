import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { platformEndpoint } from '../users/platform-surface.ts';
import {
  countFields,
  countsView,
  failureFields,
  periodFields,
  periodView,
  SAM,
  statisticsFields,
  statisticsView,
  whoView,
} from './audit.views.ts';
import { type AuditEndpointDeps, ageOf, READS, visibleFor } from './audit-reading.ts';
import { summaryOf } from './audit-summary.ts';
import { countedPeriod, isoTimes, ofIso, ofUnix, unixTimes } from './audit-times.ts';
import { WINDOWS } from './audit-windows.ts';

const A_DAY = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
const COUNTS = { total: 120, succeeded: 114, refused: 5, failed: 1 };
const READ = { total: 100, succeeded: 100, refused: 0, failed: 0 };
const WRITTEN = { total: 20, succeeded: 14, refused: 5, failed: 1 };
const MISSED = { endpoint: 'admin-notes.put', outcome: 'note_unknown', status: 404, count: 5 };
const FAILED = { endpoint: 'admin-notes.put', outcome: 'internal_error', status: 500, count: 1 };
const STATISTICS = {
  ...A_DAY,
  ...COUNTS,
  averageMs: 5,
  longestMs: 210,
  callers: 1,
  endpoints: [
    { endpoint: 'admin-notes.list', ...READ, averageMs: 4 },
    { endpoint: 'admin-notes.put', ...WRITTEN, averageMs: 10 },
  ],
  errors: [MISSED, FAILED].map(({ endpoint: _, ...error }) => error),
  mostActive: [{ actor: SAM, count: 120 }],
};

const IN_PAGES =
  'over the last 24 hours unless told otherwise, and as far back as entries are kept. One answer counts the newest 200,000 entries of each organisation, or of all for whoever reads everything: where there are more, `from` says how far back it goes, and `next` is where the next request ends.';
const YOURS = 'Everybody counts what they may read: their organisations, or single facilities of them.';

export const countAudit = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.statistics',
  method: 'GET',
  path: '/api/admin/audit-logs/statistics',
  summary: 'Count what was done',
  description: `Requests by outcome, endpoint, code and caller, ${IN_PAGES} ${YOURS}`,
  gate: READS,
  query: z.strictObject({
    ...unixTimes,
    startTime: unixTimes.startTime.describe('Unix seconds. 24 hours ago, unless given.'),
  }),
  success: {
    status: 200,
    description: 'The counts.',
    schema: z.object({
      ...statisticsFields,
      next: z.int().nullable().describe('The `endTime` that goes on from here, in Unix seconds; null: all is counted.'),
    }),
  },
  examples: {
    query: { startTime: 1_767_225_600, endTime: 1_767_312_000 },
    success: { ...STATISTICS, next: null },
  },
  faults: {},
  handle: async (deps, { query: { startTime, endTime } }, call) => {
    const given = { from: ofUnix(startTime), to: ofUnix(endTime) };
    const period = countedPeriod(given, deps.audit.now(), { part: 'query', from: 'startTime', to: 'endTime' });
    const found = await deps.audit.statistics(await visibleFor(deps, call), period);
    return { ...statisticsView(found), next: found.from === period.from ? null : Math.floor(found.from / 1_000) };
  },
});

const TimeWindow = z.strictObject({
  timeWindow: z.enum(WINDOWS).default('12h').describe('How far back from now: hours or days.'),
});

export const countAuditNowAndThen = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.statistics-cached',
  method: 'GET',
  writes: true,
  path: '/api/admin/audit-logs/statistics-cached',
  summary: 'Read counts that are a few minutes old at most',
  description: `The same counts over a window that ends when they were made. They are made again once they are five minutes old; until then every replica gives the same ones to all who may read the same. ${YOURS}`,
  gate: READS,
  query: TimeWindow,
  success: {
    status: 200,
    description: 'The counts, and how old they are.',
    schema: z.object({
      timeWindow: z.enum(WINDOWS),
      madeAt: z.iso.datetime(),
      ageSeconds: z.int(),
      ...statisticsFields,
    }),
  },
  examples: {
    query: { timeWindow: '24h' },
    success: { timeWindow: '24h', madeAt: A_DAY.to, ageSeconds: 120, ...STATISTICS },
  },
  faults: {},
  handle: async (deps, { query: { timeWindow } }, call) => {
    const visible = await visibleFor(deps, call);
    const { madeAt, statistics } = await deps.audit.cachedStatistics(visible, timeWindow);
    const ageSeconds = ageOf(madeAt, deps.audit);
    return { timeWindow, madeAt: isoOf(madeAt), ageSeconds, ...statisticsView(statistics) };
  },
});

export const countAuditInBlocks = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.timeseries',
  method: 'GET',
  path: '/api/admin/audit-logs/timeseries',
  summary: 'Count what was done over time',
  description: `In blocks of ten minutes (1h, 12h, 24h) or of an hour (7d, 14d) by the clock. The last block is the one that has just begun; blocks in which nothing happened are there too. ${YOURS}`,
  gate: READS,
  query: TimeWindow,
  success: {
    status: 200,
    description: 'Every block, the oldest first.',
    schema: z.object({
      timeWindow: z.enum(WINDOWS),
      ...periodFields,
      blockSeconds: z.int(),
      blocks: z.array(z.object({ at: z.iso.datetime().describe('When the block begins.'), ...countFields })),
    }),
  },
  examples: {
    query: { timeWindow: '1h' },
    success: {
      timeWindow: '1h',
      from: '2026-01-01T08:40:00.000Z',
      to: '2026-01-01T09:40:00.000Z',
      blockSeconds: 600,
      blocks: ['08:40', '08:50', '09:00', '09:10', '09:20', '09:30'].map((time, i) => ({
        at: `2026-01-01T${time}:00.000Z`,
        ...{ total: 10 * i, succeeded: 10 * i, refused: 0, failed: 0 },
      })),
    },
  },
  faults: {},
  handle: async (deps, { query: { timeWindow } }, call) => {
    const { blocks, block, ...period } = await deps.audit.series(await visibleFor(deps, call), timeWindow);
    return {
      timeWindow,
      ...periodView(period),
      blockSeconds: block / 1_000,
      blocks: blocks.map((each) => ({ at: isoOf(each.at), ...countsView(each) })),
    };
  },
});

export const summariseErrors = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.error-summary',
  method: 'POST',
  path: '/api/admin/audit-logs/generate-error-summary',
  summary: 'Sum up what failed',
  description: `What was refused or failed, by endpoint and code, for whom most, in counts and in words, ${IN_PAGES} ${YOURS}`,
  gate: READS,
  readsOnly: true,
  body: z.strictObject(isoTimes).optional(),
  success: {
    status: 200,
    description: 'The summary.',
    schema: z.object({
      ...failureFields,
      next: z.iso.datetime().nullable().describe('The `to` that goes on from here; null: all is counted.'),
    }),
  },
  examples: {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    success: {
      ...A_DAY,
      ...COUNTS,
      text: [
        `From ${A_DAY.from} to ${A_DAY.to}, 6 of 120 requests were not carried out (5.0 %): 5 were refused, 1 failed.`,
        'admin-notes.put answered 404 note_unknown 5 times, always for Sam Rivers (sam@example.com).',
        'admin-notes.put answered 500 internal_error 1 time, always for Sam Rivers (sam@example.com).',
      ].join('\n'),
      failures: [MISSED, FAILED].map((failure) => ({
        ...failure,
        callers: 1,
        mostAffected: [{ actor: SAM, count: failure.count }],
      })),
      next: null,
    },
  },
  faults: {},
  audit: { event: 'audit.error-summary', target: () => undefined },
  handle: async (deps, { body = {} }, call) => {
    const given = { from: ofIso(body.from), to: ofIso(body.to) };
    const period = countedPeriod(given, deps.audit.now(), { part: 'body', from: 'from', to: 'to' });
    const found = await deps.audit.failures(await visibleFor(deps, call), period);
    return {
      ...periodView(found),
      ...countsView(found.counts),
      next: found.from === period.from ? null : isoOf(found.from),
      text: summaryOf(found),
      failures: found.failures.map(({ mostAffected, ...failure }) => ({
        ...failure,
        mostAffected: mostAffected.map(({ who, count }) => ({ actor: whoView(who), count })),
      })),
    };
  },
});
