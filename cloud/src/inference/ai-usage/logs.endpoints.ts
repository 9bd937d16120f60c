import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiManages, aiParams, HERE, moment } from '../ai-settings/ai-settings-surface.ts';
import { STATUSES } from './ai-logs.repo.ts';
import type { AiLogs } from './ai-logs.ts';
import { dates, logFilter } from './usage-surface.ts';

const endpoint = platformEndpoint<{ readonly aiLogs: AiLogs }>();
const params = z.object(aiParams);

const AiLog = z
  .object({
    generationId: z.string().describe('The request: `gen_` and 16 characters.'),
    at: moment.describe('When it came in.'),
    source: z.enum(['key', 'agent']).describe('Whether a key or an agent made it.'),
    keyHash: z.string().nullable().describe('The key. Null: it was an agent.'),
    deviceId: z.string().nullable().describe('The agent, by its device. Null: it was a key.'),
    model: z.string().describe('The model that was asked for.'),
    provider: z.string().nullable().describe('Who was asked. Null: nobody was.'),
    tokensIn: z.int().describe('Tokens that were sent.'),
    tokensOut: z.int().describe('Tokens that came back.'),
    costMicros: z.int().describe('What it cost, in millionths of the currency.'),
    firstTokenMs: z.int().nullable().describe('How long the first token took. Null: it is not known.'),
    ms: z.int().nullable().describe('How long it took in all. Null: it is not known.'),
    status: z.enum(STATUSES).describe('How it ended.'),
    code: z.string().nullable().describe('Why it did not end with `ok`, in a word. Null: it did.'),
    usageSource: z
      .enum(['provider', 'lookup', 'estimated', 'recovered'])
      .nullable()
      .describe('Who counted the tokens. Null: there were none to count.'),
  })
  .meta({ id: 'AiLog' });
const A_LOG: z.input<typeof AiLog> = {
  generationId: 'gen_0123456789abcdef',
  at: '2026-01-01T09:30:00.000Z',
  source: 'key',
  keyHash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  deviceId: null,
  model: 'small-1',
  provider: 'acme',
  tokensIn: 400,
  tokensOut: 175,
  costMicros: 16_250,
  firstTokenMs: 410,
  ms: 2_140,
  status: 'ok',
  code: null,
  usageSource: 'provider',
};

export const listLogs = endpoint({
  id: 'ai-credits.logs',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/logs',
  summary: 'List requests to AI models',
  description: 'Those that are over, the newest first. What was asked and answered is nowhere.',
  gate: aiManages,
  params,
  query: z.strictObject(logFilter),
  success: {
    status: 200,
    description: 'A page of them.',
    schema: z.object({
      data: z.array(AiLog),
      page: z.int().describe('Which page this is, from 1.'),
      pageSize: z.int().describe('How many a page has at most.'),
      hasMore: z.boolean().describe('Whether there is a next page.'),
    }),
  },
  examples: {
    params: HERE,
    query: { status: 'ok', minutes: '60' },
    success: { data: [A_LOG], page: 1, pageSize: 50, hasMore: false },
  },
  faults: {},
  handle: ({ aiLogs }, { params: { clubID }, query }, { read }) => read((tx) => aiLogs.page(tx, clubID, query)),
});

export const readHistogram = endpoint({
  id: 'ai-credits.logs-histogram',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/logs/histogram',
  summary: 'Count requests to AI models over time',
  description:
    'The same filters as of the list, and whole days besides; pages make no difference. In 120 parts at most, of the last day unless said otherwise. Only what lies in the span is counted, also in its first and its last part.',
  gate: aiManages,
  params,
  query: z.strictObject({ ...logFilter, ...dates }),
  success: {
    status: 200,
    description: 'Every part, the empty ones too.',
    schema: z.object({
      from: moment.describe('When the first part begins.'),
      to: moment.describe('When the last part ends.'),
      bucketSeconds: z.int().describe('How long each part is.'),
      data: z.array(
        z.object({
          at: moment.describe('When the part begins.'),
          requests: z.int().describe('How many requests.'),
          failed: z.int().describe('How many of them did not end with `ok`.'),
          tokens: z.int().describe('Tokens that were sent and that came back.'),
          costMicros: z.int().describe('What they cost, in millionths of the currency.'),
        }),
      ),
    }),
  },
  examples: {
    params: HERE,
    query: { minutes: '60' },
    success: {
      from: '2026-01-01T09:00:00.000Z',
      to: '2026-01-01T10:00:00.000Z',
      bucketSeconds: 3_600,
      data: [{ at: '2026-01-01T09:00:00.000Z', requests: 12, failed: 0, tokens: 6_900, costMicros: 195_000 }],
    },
  },
  faults: {},
  handle: ({ aiLogs }, { params: { clubID }, query }, { read }) => read((tx) => aiLogs.histogram(tx, clubID, query)),
});
