import { defineModule } from '../../kit/modules/module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { pauseInference, setAutoRecharge } from './ai-admin.endpoints.ts';
import { changeAiKey, deleteAiKey, listAiKeys, makeAiKey } from './ai-keys.endpoints.ts';
import {
  changeAiConfig,
  enableAi,
  listActivity,
  listGuardrails,
  listSpendLimits,
  resetTotal,
} from './ai-settings.endpoints.ts';
import { aiSettingsFaults } from './ai-settings.faults.ts';
import { createAiSettings } from './ai-settings.service.ts';

export type { AiKey, AiSettings, AiSettingsService } from './ai-settings.service.ts';
export type { ContentFilter, Guardrail, Reset, SpendCap } from './ai-shapes.ts';
export { AutoRecharge, autoRechargeOf } from './config-shape.ts';

export const aiSettingsModule = defineModule('ai-settings', {
  needs: [usersModule],
  owns: { ai_facility: 'never', ai_key: 'never', ai_activity: 'never' },
  faults: aiSettingsFaults,
  create: (deps) => ({ aiSettings: createAiSettings(deps) }),
})({
  endpoints: [
    enableAi,
    changeAiConfig,
    listGuardrails,
    resetTotal,
    listActivity,
    listSpendLimits,
    listAiKeys,
    makeAiKey,
    changeAiKey,
    deleteAiKey,
    pauseInference,
    setAutoRecharge,
  ],
  retention: ({ aiSettings }) => [
    retentionPolicy(
      'ai_activity',
      'who has set what for the AI credit of facilities',
      [YEAR, 7 * YEAR, 10 * YEAR],
      aiSettings.activity.forgetBefore,
    ),
  ],
  close: ({ aiSettings }) => aiSettings.close(),
});
