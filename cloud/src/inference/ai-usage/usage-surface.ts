import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import { STATUSES } from './ai-logs.repo.ts';

/** What the endpoints of use have in common: time zones, months, filters. */
export const tz = z
  .string()
  .max(120)
  .refine((zone) => isZoneName(bundledZones(), zone), 'must be the IANA name of a time zone')
  .optional()
  .describe('The IANA name of the time zone whose days are meant: the facility’s unless given.');
export const UtcMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM')
  .describe('The month, `YYYY-MM`, by UTC.')
  .meta({ examples: ['2026-01'] });

const name = (what: string) => z.string().min(1).max(120).optional().describe(what);
const seconds = z.coerce.number<string | number>().int().min(0).max(9_999_999_999).optional();
const date = z.iso.date().optional();
export const usageFilter = {
  model: name('Only requests to this model.'),
  provider: name('Only requests that this provider was asked.'),
  source: z.enum(['key', 'agent']).optional().describe('Only those by a key, or by an agent.'),
  keyHash: name('Only those by this key.'),
};
export const logFilter = {
  ...usageFilter,
  status: z.enum(STATUSES).optional().describe('Only those that ended so.'),
  q: name('Part of the model, the provider or the code; or how the id, the key’s hash or the device begins.'),
  minutes: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('The last so many minutes, before `endTs` or now. Not with `startTs`.'),
  startTs: seconds.describe('Unix seconds, inclusive.'),
  endTs: seconds.describe('Unix seconds, inclusive.'),
  page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1).describe('From 1.'),
  pageSize: z.coerce.number<string | number>().int().min(1).max(200).default(50).describe('1 to 200.'),
};
export const dates = {
  startDate: date.describe(
    'The first UTC day. With `endDate` alone 30 days before its end. Dates win over any other span.',
  ),
  endDate: date.describe('The last UTC day, inclusive. Today unless given.'),
};

const count = (what: string) => z.int().describe(what);
export const Figures = {
  requests: count('How many requests.'),
  failed: count('How many of them did not end with `ok`.'),
  tokensIn: count('Tokens that were sent.'),
  tokensOut: count('Tokens that came back.'),
  costMicros: count('What they cost, in millionths of the currency.'),
};
export const TimedFigures = {
  ...Figures,
  meanMs: z.int().nullable().describe('How long they took on average. Null: there were none.'),
  meanFirstTokenMs: z
    .int()
    .nullable()
    .describe('How long their first token took on average. Null: of none it is known.'),
};
export const SOME_FIGURES = { requests: 120, failed: 3, tokensIn: 48_000, tokensOut: 21_000, costMicros: 1_950_000 };
export const TIMED = { ...SOME_FIGURES, meanMs: 2_140, meanFirstTokenMs: 410 };
