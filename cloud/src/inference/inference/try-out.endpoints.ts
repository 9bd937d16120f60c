import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiSettingsFault, aiSettingsFaults } from '../ai-settings/ai-settings.faults.ts';
import type { AiSettingsService } from '../ai-settings/ai-settings.module.ts';
import { aiManages, aiParams, HERE, keyHash } from '../ai-settings/ai-settings-surface.ts';
import type { InferenceService } from './inference.service.ts';

interface Deps {
  readonly aiSettings: AiSettingsService;
  readonly inference: Pick<InferenceService, 'tryOut'>;
}
/** So much is looked at beside everything else, whatever the filters. */
const TEXT_MAX = 4_000;

const Finding = z.object({
  guardrailId: z.string().nullable().describe('The guardrail that looks for it. Null: the key does by itself.'),
  guardrail: z.string().nullable().describe('What people call that guardrail. Null: the key looks for it by itself.'),
  kind: z.enum(['email', 'phone', 'card', 'iban', 'pattern']).describe('What was looked for.'),
  pattern: z.string().nullable().describe('The expression of RE2 that was looked for. Null: of every other kind.'),
  action: z.enum(['block', 'redact', 'flag']).describe('What is done where it is found.'),
  times: z.int().describe('How often it was found.'),
});

/** A POST, since a text that is tried stands in no address that is logged. */
export const tryGuardrails = platformEndpoint<Deps>()({
  id: 'ai-credits.try-guardrails',
  method: 'POST',
  path: '/api/clubs/:clubID/ai-credits/guardrails/try',
  summary: 'Try a text on the filters of a facility',
  description:
    'What the gate would do with a text, by the filters that hold everywhere and by those of a key. No model is asked, nothing is spent, and the text is kept nowhere. What guardrails say of models, tokens and money is not tried.',
  gate: aiManages,
  readsOnly: true,
  params: z.object(aiParams),
  body: z.strictObject({
    text: z.string().min(1).max(TEXT_MAX).describe('What is tried: up to 4,000 characters.'),
    on: z
      .enum(['input', 'output'])
      .default('input')
      .describe('As what: `input`, what is asked of a model, or `output`, what it answers.'),
    keyHash: keyHash.optional().describe('As if this key had asked. Left out: as an agent, or a key without filters.'),
  }),
  success: {
    status: 200,
    description: 'What would come of it.',
    schema: z.object({
      outcome: z
        .enum(['clean', 'flagged', 'redacted', 'blocked'])
        .describe('`blocked` beats `redacted`, that beats `flagged`; `clean`: nothing was found.'),
      text: z.string().nullable().describe('What would go on of it. Null: nothing would, it is blocked.'),
      found: z.array(Finding).describe('Every filter that found something, those of the key first.'),
    }),
  },
  examples: {
    params: HERE,
    body: { text: 'Write to ada@example.com', on: 'input' },
    success: {
      outcome: 'redacted',
      text: 'Write to [email]',
      found: [
        {
          ...{ guardrailId: 'grd_0123456789abcdef', guardrail: 'Privacy', kind: 'email', pattern: null },
          ...{ action: 'redact', times: 1 },
        },
      ],
    },
  },
  faults: { ai_key_unknown: aiSettingsFaults.ai_key_unknown },
  audit: { event: 'ai-credits.guardrails-tried', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings, inference }, { params: { clubID }, body }, { read }) => {
    const bounds = await read(async (tx) => {
      const settings = await aiSettings.of(tx, clubID);
      const { keyHash: hash } = body;
      const key = hash === undefined ? undefined : await aiSettings.keyByHash(tx, hash);
      if (hash !== undefined && key?.facilityId !== clubID)
        throw aiSettingsFault('ai_key_unknown', 'There is no such key at this facility.');
      return { settings, key };
    });
    return inference.tryOut(bounds, body);
  },
});
