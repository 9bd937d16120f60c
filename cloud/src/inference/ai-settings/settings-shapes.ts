import { z } from 'zod';
import { AgentCap, Guardrail, GuardrailId, KeyLimits, SpendCap } from './ai-shapes.ts';

const cents = z.int().min(0).max(10_000_000);
/** On needs both, off clears both. */
export const AutoRechargeChange = z
  .strictObject({
    enabled: z.boolean().describe('Whether credit is bought by itself. Off clears the rest.'),
    thresholdCents: cents.optional().describe('Credit at or below it is topped up. Needed where it is on.'),
    amountCents: z
      .int()
      .min(500)
      .max(1_000_000)
      .optional()
      .describe('By how much, 500 to 1,000,000. Needed where it is on.'),
  })
  .superRefine((one, { addIssue }) => {
    for (const field of ['thresholdCents', 'amountCents'] as const)
      if (one.enabled && one[field] === undefined)
        addIssue({ code: 'custom', path: [field], message: 'is needed where enabled is true' });
  });
export type AutoRechargeChange = z.output<typeof AutoRechargeChange>;

const GuardrailGiven = Guardrail.omit({ id: true }).extend({
  guardrailId: GuardrailId.optional().describe(
    'Of one that is there: it stays this one. Left out: a new one, with an id of ours.',
  ),
});
/** What is left out stays. */
export const ConfigChange = z.strictObject({
  autoRecharge: AutoRechargeChange.optional().describe('Whether credit is bought by itself.'),
  spendLimit: SpendCap.nullable().optional().describe('What the whole facility may spend. Null: no limit.'),
  guardrails: z.array(GuardrailGiven).max(20).optional().describe('All that there are from now on.'),
  agentCaps: z.array(AgentCap).max(200).optional().describe('All that there are from now on.'),
});
export type ConfigChange = z.output<typeof ConfigChange>;

const label = z.string().trim().min(1).max(120).describe('What it is used for.');
const expiresAt = z.iso.datetime({ offset: true }).max(40).nullable().describe('In the future. Null: never.');
const disabled = z.boolean().describe('Whether the gate refuses it.');
const words = {
  spendCap: 'How much may be spent by it. Null: no cap of its own.',
  allowedModels: 'None but these. Null: any that the facility may ask.',
  guardrailIds: 'Guardrails of the facility that hold for it, beside those that hold everywhere.',
  contentFilters: 'What is looked for in what it sends and gets.',
  rpmLimit: 'Requests a minute. Null: no limit of its own.',
  tpmLimit: 'Tokens a minute. Null: no limit of its own.',
} as const;
const { spendCap, allowedModels, guardrailIds, contentFilters, rpmLimit, tpmLimit } = KeyLimits.shape;

export const NewAiKey = z.strictObject({
  label,
  spendCap: spendCap.default(null).describe(words.spendCap),
  allowedModels: allowedModels.default(null).describe(words.allowedModels),
  guardrailIds: guardrailIds.default([]).describe(words.guardrailIds),
  contentFilters: contentFilters.default([]).describe(words.contentFilters),
  rpmLimit: rpmLimit.default(null).describe(words.rpmLimit),
  tpmLimit: tpmLimit.default(null).describe(words.tpmLimit),
  expiresAt: expiresAt.default(null),
  disabled: disabled.default(false),
});
export type NewAiKey = z.output<typeof NewAiKey>;

/** What is left out stays. */
export const AiKeyChange = z.strictObject({
  label: label.optional(),
  spendCap: spendCap.optional().describe(words.spendCap),
  allowedModels: allowedModels.optional().describe(words.allowedModels),
  guardrailIds: guardrailIds.optional().describe(words.guardrailIds),
  contentFilters: contentFilters.optional().describe(words.contentFilters),
  rpmLimit: rpmLimit.optional().describe(words.rpmLimit),
  tpmLimit: tpmLimit.optional().describe(words.tpmLimit),
  expiresAt: expiresAt.optional(),
  disabled: disabled.optional(),
});
export type AiKeyChange = z.output<typeof AiKeyChange>;
