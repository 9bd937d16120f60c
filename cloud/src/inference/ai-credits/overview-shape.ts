import { z } from 'zod';
import { AutoRecharge } from '../ai-settings/ai-settings.module.ts';
import { micros, moment } from '../ai-settings/ai-settings-surface.ts';

export const AiOverviewShape = z
  .object({
    enabled: z.boolean().describe('Whether the facility uses AI models at all.'),
    balanceMicros: micros.describe('The balance, in millionths of the currency: what there is, less what is owed.'),
    availableMicros: micros.describe('What requests may be held for: nothing as long as anything is owed.'),
    heldMicros: micros.describe('What requests hold that are under way.'),
    owedMicros: micros.describe(
      'What was given back of top-ups beyond the credit. It is taken from what comes in next.',
    ),
    inferencePaused: z.boolean().describe('Whether the gate refuses everything.'),
    pauseReason: z.string().nullable().describe('Why it is paused. Null: it is not, or nobody said.'),
    autoRecharge: AutoRecharge.describe('Whether credit is bought by itself.'),
    spendLimit: z
      .object({
        limitCents: z.int().describe('What may be spent, in the smallest unit of the currency.'),
        reset: z.enum(['day', 'week', 'month', 'total']).describe('When it begins anew, by the facility’s calendar.'),
        usedMicros: micros.describe('What counts towards it by now.'),
        resetsAt: moment.nullable().describe('When it begins anew next. Null: by itself never.'),
      })
      .nullable()
      .describe('What the whole facility may spend. Null: no limit.'),
    runwayDays: z
      .int()
      .nullable()
      .describe('How many days the credit lasts, as it was spent in the last seven. Null: nothing was spent.'),
    gateUrl: z
      .string()
      .nullable()
      .describe('Where clients of the protocol are pointed at. Null: there is no model to ask.'),
    currency: z.string().describe('What all of it is in, ISO 4217.'),
    timezone: z.string().describe('The time zone that was asked for, or the facility’s.'),
  })
  .meta({ id: 'AiOverview' });
export const AN_OVERVIEW: z.input<typeof AiOverviewShape> = {
  enabled: true,
  balanceMicros: 48_050_000,
  availableMicros: 48_000_000,
  heldMicros: 50_000,
  owedMicros: 0,
  inferencePaused: false,
  pauseReason: null,
  autoRecharge: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
  spendLimit: { limitCents: 20_000, reset: 'month', usedMicros: 1_950_000, resetsAt: '2026-02-01T00:00:00.000Z' },
  runwayDays: 172,
  gateUrl: 'https://ai.example.com/v1',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
};
