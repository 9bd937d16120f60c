import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiParams, aiReads, HERE, micros, moment, Reset } from '../ai-settings/ai-settings-surface.ts';
import type { AiUse } from './ai-use.ts';
import { Figures, SOME_FIGURES, tz } from './usage-surface.ts';

const endpoint = platformEndpoint<{ readonly aiUse: AiUse }>();
const params = z.object(aiParams);
const query = z.strictObject({ tz });
const timezone = z.string().describe('The time zone whose days are meant.');

export const readUsage = endpoint({
  id: 'ai-credits.usage',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/usage',
  summary: 'Read the last 30 days of AI models',
  description: 'Day by day, today last: days of the facility’s time zone, or of another one.',
  gate: aiReads,
  params,
  query,
  success: {
    status: 200,
    description: 'Every day.',
    schema: z.object({
      timezone,
      data: z.array(z.object({ day: z.iso.date().describe('The local date.'), ...Figures })),
    }),
  },
  examples: {
    params: HERE,
    query: { tz: 'Europe/Berlin' },
    success: { timezone: 'Europe/Berlin', data: [{ day: '2026-01-01', ...SOME_FIGURES }] },
  },
  faults: {},
  handle: ({ aiUse }, { params: { clubID }, query: { tz: zone } }, { read }) =>
    read((tx) => aiUse.days(tx, clubID, zone)),
});

const AiAgent = z
  .object({
    deviceId: z.string().describe('The agent, by its device.'),
    name: z.string().nullable().describe('What the device is called. Null: it is at the facility no more.'),
    capCents: z.int().nullable().describe('What it may spend. Null: it has no cap of its own.'),
    capReset: Reset.nullable().describe('When the cap begins anew. Null: there is none.'),
    todayMicros: micros.describe('What it spent today, in millionths of the currency.'),
    monthMicros: micros.describe('What it spent this month, in millionths of the currency.'),
    lastUsedAt: moment
      .nullable()
      .describe('When it asked a model last, to the quarter of an hour. Null: not in 400 days.'),
  })
  .meta({ id: 'AiAgent' });

export const listAgents = endpoint({
  id: 'ai-credits.agents',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/agents',
  summary: 'List the agents that use AI credit',
  description:
    'Those that have a cap or have asked a model. Today and this month are of the facility’s time zone, or of another.',
  gate: aiReads,
  params,
  query,
  success: { status: 200, description: 'All of them.', schema: z.object({ timezone, data: z.array(AiAgent) }) },
  examples: {
    params: HERE,
    success: {
      timezone: 'Australia/Brisbane',
      data: [
        {
          deviceId: '0b6f7d3e-5a4c-4d8e-9f10-1a2b3c4d5e6f',
          name: 'Desk agent',
          capCents: 500,
          capReset: 'day',
          todayMicros: 1_950_000,
          monthMicros: 12_400_000,
          lastUsedAt: '2026-01-01T09:30:00.000Z',
        },
      ],
    },
  },
  faults: {},
  handle: ({ aiUse }, { params: { clubID }, query: { tz: zone } }, { read }) =>
    read((tx) => aiUse.agents(tx, clubID, zone)),
});

const AiModel = z
  .object({
    model: z.string().describe('What requests call it.'),
    provider: z.string().describe('Who runs it.'),
    inputMicrosPerMillion: micros.describe('What a million tokens cost that are sent, in millionths of the currency.'),
    outputMicrosPerMillion: micros.describe('What a million tokens cost that come back.'),
    contextTokens: z.int().describe('How many tokens fit, both ways together.'),
    maxOutputTokens: z.int().describe('How many come back at most.'),
    allowed: z.boolean().describe('Whether the facility may ask it.'),
    why: z.string().nullable().describe('Why not. Null: it may.'),
  })
  .meta({ id: 'AiModel' });

export const listModels = endpoint({
  id: 'ai-credits.models',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/models',
  summary: 'List AI models and their prices',
  description: 'Every model that the gate knows of. Keys may allow fewer.',
  gate: aiReads,
  params,
  success: { status: 200, description: 'All of them.', schema: listSchema(AiModel) },
  examples: {
    params: HERE,
    success: {
      data: [
        {
          model: 'small-1',
          provider: 'acme',
          inputMicrosPerMillion: 150_000,
          outputMicrosPerMillion: 600_000,
          contextTokens: 128_000,
          maxOutputTokens: 16_384,
          allowed: true,
          why: null,
        },
      ],
    },
  },
  faults: {},
  handle: async ({ aiUse }, { params: { clubID } }, { read }) => ({ data: await aiUse.models(read, clubID) }),
});
