import { idOf } from '@gatehouse/shared/ids/id-of.ts';
import { z } from 'zod';
import { patternProblem } from './filter-pattern.ts';

/** When what counts towards a cap begins anew, by the facility's own calendar; weeks begin on Mondays. */
export const Reset = z.enum(['day', 'week', 'month', 'total']);
export type Reset = z.output<typeof Reset>;

export const SpendCap = z
  .strictObject({
    limitCents: z.int().min(0).max(10_000_000).describe('What may be spent, in the smallest unit of the currency.'),
    reset: Reset.describe('When it begins anew, by the facility’s calendar; `total`: never by itself.'),
  })
  .describe('How much may be spent in a while.');
export type SpendCap = z.output<typeof SpendCap>;

export const ContentFilter = z
  .strictObject({
    kind: z
      .enum(['email', 'phone', 'card', 'iban', 'pattern'])
      .describe('What is looked for; `card` and `iban` count only where their check digits fit.'),
    pattern: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Of `pattern` only: an expression of RE2, for which time is linear.'),
    on: z.enum(['input', 'output', 'both']).describe('Where it is looked for: in what is asked, in what is answered.'),
    action: z.enum(['block', 'redact', 'flag']).describe('What is done where it is found; `block` beats `redact`.'),
  })
  .superRefine((filter, { addIssue }) => {
    const message = patternProblem(filter);
    if (message !== undefined) addIssue({ code: 'custom', path: ['pattern'], message });
  })
  .describe('What is looked for in the text of requests and answers, which are never stored.');
export type ContentFilter = z.output<typeof ContentFilter>;

const Models = z.array(z.string().min(1).max(120)).max(200);
/** What somebody may have done to the AI credit of a facility. */
export const ACTIVITY_KINDS = [
  'enabled',
  'paused',
  'resumed',
  'auto-recharge',
  'spend-limit',
  'spend-reset',
  'guardrails',
  'agent-caps',
  'key-made',
  'key-changed',
  'key-deleted',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const GuardrailId = idOf('grd', 'GuardrailId');
export const Guardrail = z.strictObject({
  id: GuardrailId.describe('Made by us.'),
  name: z.string().trim().min(1).max(80).describe('For people.'),
  everywhere: z.boolean().describe('For each key and agent of the facility; else for the keys that name it.'),
  allowedModels: Models.nullable().describe('None but these; null: any. Several lists intersect.'),
  maxOutputTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('A request asks for no more than that; null: no limit.'),
  spendCap: SpendCap.nullable().describe('Of all that the guardrail is for, together; null: none.'),
  contentFilters: z.array(ContentFilter).max(20).describe('Each is looked for.'),
});
export type Guardrail = z.output<typeof Guardrail>;

export const AgentCap = z.strictObject({
  deviceId: z.string().min(1).max(80).describe('The agent, by the UUID of its device.'),
  capCents: z.int().min(0).max(10_000_000).describe('What it may spend, in the smallest unit of the currency.'),
  reset: Reset.describe('When that begins anew.'),
});
export type AgentCap = z.output<typeof AgentCap>;

export const KeyLimits = z.strictObject({
  spendCap: SpendCap.nullable(),
  allowedModels: Models.nullable(),
  guardrailIds: z.array(GuardrailId).max(20),
  contentFilters: z.array(ContentFilter).max(20),
  rpmLimit: z.int().min(1).max(100_000).nullable(),
  tpmLimit: z.int().min(1).max(1_000_000_000).nullable(),
});
export type KeyLimits = z.output<typeof KeyLimits>;
