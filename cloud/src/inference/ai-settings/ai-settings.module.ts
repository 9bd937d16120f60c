import { defineModule } from '../../kit/modules/module.ts';
import { createAiSettings } from './ai-settings.service.ts';

export type { AiKey, AiSettings, AiSettingsService } from './ai-settings.service.ts';
export type { ContentFilter, Guardrail, Reset, SpendCap } from './ai-shapes.ts';

export const aiSettingsModule = defineModule('ai-settings', {
  owns: { ai_facility: 'never', ai_key: 'never' },
  create: () => ({ aiSettings: createAiSettings() }),
})({});
