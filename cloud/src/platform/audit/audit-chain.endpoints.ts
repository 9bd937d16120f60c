import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { beginOf, dayOf } from './audit-chain.ts';
import type { AuditEndpointDeps } from './audit-reading.ts';
import type { VerifiedDay } from './audit-verify.ts';

const DAYS_DEFAULT = 7;
const DAYS_MAX = 31;
const PROBLEMS_SHOWN = 100;

const Day = z.iso.date({ error: 'must be a day such as 2026-01-31' }).optional();

const DayView = z
  .object({
    day: z.iso.date(),
    state: z
      .enum([
        'intact',
        'forgotten',
        'not_checked',
        'entries_missing',
        'entries_added',
        'entries_changed',
        'seal_broken',
        'seal_missing',
        'forgotten_early',
      ])
      .describe(
        '`intact`: as it was sealed. `forgotten`: kept long enough, and given up; the seal stays. `not_checked`: only the seal was looked at. All others are wrong.',
      ),
    entries: z.int().nullable().describe('How many were sealed.'),
    hash: z.string().nullable(),
    forgottenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AuditDay' });

const dayView = ({ forgottenAt, ...day }: VerifiedDay): z.output<typeof DayView> => ({
  ...day,
  forgottenAt: forgottenAt === null ? null : isoOf(forgottenAt),
});

const SEALED = {
  day: '2026-01-01',
  state: 'intact',
  entries: 120,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  forgottenAt: null,
} as const;

export const verifyChain = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.chain',
  method: 'GET',
  path: '/api/admin/audit-logs/chain',
  summary: 'Check that nothing of the audit is gone',
  description:
    'Each UTC day is sealed an hour after its end: how many entries it has and a hash over all of them and over the day before. This holds the entries of the asked days against their seals (the last seven unless told otherwise, 31 at most), and all seals against each other. `gatehouse admin audit verify` checks every day.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    from: Day.describe('The first day.'),
    to: Day.describe('The last day. Today unless given.'),
  }),
  success: {
    status: 200,
    description: 'What was found.',
    schema: z.object({
      intact: z.boolean(),
      head: z
        .object({ day: z.iso.date(), hash: z.string() })
        .nullable()
        .describe('The newest seal. Note it down elsewhere: whoever makes seals anew cannot come to it.'),
      entriesBeforeFirst: z
        .int()
        .describe('Entries older than the first seal, counted up to 1,000. There should be none.'),
      days: z.array(DayView),
      problems: z.array(DayView).describe('Every day of the chain that is wrong, 100 at most.'),
    }),
  },
  examples: {
    query: { from: SEALED.day, to: SEALED.day },
    success: {
      intact: true,
      head: { day: SEALED.day, hash: SEALED.hash },
      entriesBeforeFirst: 0,
      days: [SEALED],
      problems: [],
    },
  },
  faults: {},
  handle: async ({ audit }, { query }) => {
    const to = query.to ?? dayOf(audit.now());
    const from = query.from ?? dayOf(beginOf(to) - Days(DAYS_DEFAULT - 1));
    if (from > to) throw wrongField('query.from', 'not_before', 'must not lie after to');
    if (beginOf(to) - beginOf(from) >= Days(DAYS_MAX))
      throw wrongField('query.from', 'too_long', `may lie ${DAYS_MAX - 1} days before to at most`);
    const { days, problems, ...found } = await audit.verify({ from, to });
    return { ...found, days: days.map(dayView), problems: problems.slice(0, PROBLEMS_SHOWN).map(dayView) };
  },
});
