import { z } from 'zod';
import type { AiSettings } from './ai-settings.service.ts';
import { AgentCap, Guardrail, GuardrailId, SpendCap } from './ai-shapes.ts';

export const AiGuardrail = Guardrail.omit({ id: true })
  .extend({ guardrailId: GuardrailId.describe('Made by us: `grd_` and 16 characters.') })
  .meta({ id: 'AiGuardrail' });
export const AutoRecharge = z
  .object({
    enabled: z.boolean().describe('Whether credit is bought by itself.'),
    thresholdCents: z.int().nullable().describe('Credit at or below it is topped up. Null: it is off.'),
    amountCents: z.int().nullable().describe('By how much. Null: it is off.'),
  })
  .meta({ id: 'AiAutoRecharge' });
export const AiConfig = z
  .object({
    enabled: z.boolean().describe('Whether the facility uses AI models at all.'),
    inferencePaused: z.boolean().describe('Whether the gate refuses everything.'),
    pauseReason: z.string().nullable().describe('Why it is paused. Null: it is not, or nobody said.'),
    autoRecharge: AutoRecharge.describe('Whether credit is bought by itself.'),
    spendLimit: SpendCap.nullable().describe('What the whole facility may spend. Null: no limit.'),
    guardrails: z.array(AiGuardrail).describe('What holds for requests to models.'),
    agentCaps: z.array(AgentCap).describe('What agents may spend.'),
  })
  .meta({ id: 'AiConfig' });

export const guardrailsOf = ({ guardrails }: Pick<AiSettings, 'guardrails'>) =>
  guardrails.map(({ id, ...guardrail }) => ({ guardrailId: id, ...guardrail }));
export const autoRechargeOf = ({ autoRecharge }: Pick<AiSettings, 'autoRecharge'>) => ({
  enabled: autoRecharge !== null,
  thresholdCents: autoRecharge?.thresholdCents ?? null,
  amountCents: autoRecharge?.amountCents ?? null,
});
export const configOf = (settings: AiSettings) => ({
  enabled: settings.enabled,
  inferencePaused: settings.paused !== null,
  pauseReason: settings.paused?.reason || null,
  autoRecharge: autoRechargeOf(settings),
  spendLimit: settings.spendLimit,
  guardrails: guardrailsOf(settings),
  agentCaps: [...settings.agentCaps],
});

export const A_GUARDRAIL: z.input<typeof AiGuardrail> = {
  guardrailId: 'grd_0123456789abcdef',
  name: 'No card numbers',
  everywhere: true,
  allowedModels: null,
  maxOutputTokens: 2_000,
  spendCap: { limitCents: 5_000, reset: 'month' },
  contentFilters: [{ kind: 'card', on: 'both', action: 'block' }],
};
export const A_CONFIG: z.input<typeof AiConfig> = {
  enabled: true,
  inferencePaused: false,
  pauseReason: null,
  autoRecharge: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
  spendLimit: { limitCents: 20_000, reset: 'month' },
  guardrails: [A_GUARDRAIL],
  agentCaps: [{ deviceId: '0b6f7d3e-5a4c-4d8e-9f10-1a2b3c4d5e6f', capCents: 500, reset: 'day' }],
};
