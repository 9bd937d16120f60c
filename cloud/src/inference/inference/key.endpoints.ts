import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import { minuteOf } from './holding.ts';
import { inferenceFault, inferenceFaults } from './inference.faults.ts';
import type { RequestRow } from './inference.repo.ts';
import type { InferenceService } from './inference.service.ts';
import { inferenceEndpoint } from './inference-surface.ts';
import { paceRepo } from './pace.repo.ts';
import { capsOf } from './spender.ts';

interface Deps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly inference: Pick<InferenceService, 'counted' | 'request'>;
}

const gate = { may: 'look' } as const;
const MICROS = 'in millionths of the currency’s unit';

const Counted = z.object({
  cap: z.string().describe('Whose cap it is: `key`, `agent`, `guardrail` or `facility`.'),
  span: z.string().describe('The while that it is for, by the facility’s calendar.'),
  limit_micros: z.int().describe(`What may be spent in it, ${MICROS}.`),
  used_micros: z.int().describe('What was spent.'),
  held_micros: z.int().describe('What requests that have not ended could come to at most.'),
  resets_at: z.string().nullable().describe('When it begins anew, ISO 8601; null: never by itself.'),
});

export const readGateKey = inferenceEndpoint<Deps>()({
  id: 'key.read',
  method: 'GET',
  path: '/v1/key',
  summary: 'Read what the key may do',
  description: 'What bounds this key or agent, and how much of that is used. It answers while models are paused, too.',
  gate,
  success: {
    status: 200,
    description: 'The key.',
    schema: z.object({
      source: z.enum(['key', 'agent']).describe('Whether it is a key, or the token of an agent.'),
      label: z.string().nullable().describe('What people call the key; null of an agent.'),
      expires_at: z.string().nullable().describe('Until when it counts, ISO 8601; null: until it is deleted.'),
      paused: z.boolean().describe('Whether models are paused for the facility.'),
      currency: z.string().describe('What the amounts are in, ISO 4217.'),
      caps: z.array(Counted).describe('Every cap that a request counts towards.'),
      requests_per_minute: z.int().nullable().describe('The most requests in a minute; null: no limit of the key’s.'),
      requests_used: z.int().describe('Requests of this minute.'),
      tokens_per_minute: z.int().nullable().describe('The most tokens in a minute; null: no limit.'),
      tokens_used: z.int().describe('Tokens of this minute.'),
    }),
  },
  examples: {
    success: {
      source: 'key',
      label: 'Front desk',
      expires_at: null,
      paused: false,
      currency: 'EUR',
      caps: [
        {
          cap: 'key',
          span: 'day:2026-01-01',
          limit_micros: 5_000_000,
          used_micros: 1_250_000,
          held_micros: 0,
          resets_at: '2026-01-01T14:00:00.000Z',
        },
      ],
      requests_per_minute: 60,
      requests_used: 3,
      tokens_per_minute: null,
      tokens_used: 0,
    },
  },
  faults: {},
  handle: async ({ clock, ledger, inference }, _input, { caller: { spender }, read }) => {
    const now = clock.wallMs();
    const { key, source, subject, settings } = spender;
    return read(async (tx) => {
      const used = await paceRepo(tx).used(subject, minuteOf(now));
      const caps = [];
      for (const { subject: of, span, micros } of capsOf(spender, now, ledger.currency)) {
        const { usedMicros, heldMicros } = await inference.counted(tx, of, span.name);
        caps.push({
          cap: of.split(':')[0] ?? '',
          span: span.name,
          limit_micros: micros,
          used_micros: usedMicros,
          held_micros: heldMicros,
          resets_at: span.until === null ? null : isoOf(span.until),
        });
      }
      return {
        source,
        label: key?.label ?? null,
        expires_at: key?.expiresAt == null ? null : isoOf(key.expiresAt),
        paused: settings.paused !== null,
        currency: ledger.currency,
        caps,
        requests_per_minute: key?.limits.rpmLimit ?? null,
        requests_used: used.get('requests') ?? 0,
        tokens_per_minute: key?.limits.tpmLimit ?? null,
        tokens_used: used.get('tokens') ?? 0,
      };
    });
  },
});

const generationOf = (row: RequestRow) => ({
  id: row.id,
  model: row.model,
  provider: row.provider,
  at: isoOf(row.at),
  state: row.state,
  status: row.status,
  code: row.code,
  streamed: row.streamed === 1,
  tokens_prompt: row.tokens_in,
  tokens_completion: row.tokens_out,
  cost_micros: row.cost_micros,
  usage_source: row.usage_source,
  first_token_ms: row.first_token_ms,
  ms: row.ms,
});

export const readGeneration = inferenceEndpoint<Deps>()({
  id: 'generation.read',
  method: 'GET',
  path: '/v1/generation',
  summary: 'Read what came of a request',
  description:
    'By the `x-generation-id` of its answer, which is also the `id` of that. Of the caller’s facility alone. Nothing that was asked or answered is in it.',
  gate,
  query: z.strictObject({
    id: z
      .string()
      .regex(/^gen_[0-9a-z]{16}$/, 'must look like gen_ and 16 characters')
      .describe('The generation.'),
  }),
  success: {
    status: 200,
    description: 'The generation.',
    schema: z.object({
      data: z
        .object({
          id: z.string().describe('The generation.'),
          model: z.string().describe('The model that was asked.'),
          provider: z.string().nullable().describe('Who answered for it; null: nobody was asked.'),
          at: z.string().describe('When it was asked, ISO 8601.'),
          state: z
            .enum(['open', 'settled'])
            .describe('`open` while it goes on: then the rest is what is known until now.'),
          status: z
            .enum(['ok', 'error', 'blocked', 'refused', 'limited', 'cancelled'])
            .nullable()
            .describe('How it ended.'),
          code: z.string().nullable().describe('By which code, where it did not end well.'),
          streamed: z.boolean().describe('Whether it was streamed.'),
          tokens_prompt: z.int().describe('Tokens of input.'),
          tokens_completion: z.int().describe('Tokens of output.'),
          cost_micros: z.int().describe(`What was charged, ${MICROS}.`),
          usage_source: z
            .enum(['provider', 'lookup', 'estimated', 'recovered'])
            .nullable()
            .describe(
              'By whose word: who answered, who answered and was asked again, our own count, or what was known after a crash.',
            ),
          first_token_ms: z.int().nullable().describe('Until the first token, of a stream.'),
          ms: z.int().nullable().describe('Until the end.'),
        })
        .describe('What is known of it.'),
    }),
  },
  examples: {
    query: { id: 'gen_0123456789abcdef' },
    success: {
      data: {
        id: 'gen_0123456789abcdef',
        model: 'small-1',
        provider: 'example',
        at: '2026-01-01T09:30:00.000Z',
        state: 'settled',
        status: 'ok',
        code: null,
        streamed: true,
        tokens_prompt: 120,
        tokens_completion: 48,
        cost_micros: 47,
        usage_source: 'provider',
        first_token_ms: 210,
        ms: 1_480,
      },
    },
  },
  faults: { generation_unknown: inferenceFaults.generation_unknown },
  handle: async ({ inference }, { query: { id } }, { caller: { spender }, read }) => {
    const row = await read((tx) => inference.request(tx, spender.facility.id, id));
    if (row === undefined) throw inferenceFault('generation_unknown', 'There is no such generation.');
    return { data: generationOf(row) };
  },
});
