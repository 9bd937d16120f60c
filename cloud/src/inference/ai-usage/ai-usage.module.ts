import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { devicesModule } from '../../sites/devices/devices.module.ts';
import { aiSettingsModule } from '../ai-settings/ai-settings.module.ts';
import { inferenceModule } from '../inference/inference.module.ts';
import { createAiLogs } from './ai-logs.ts';
import { createAiStats } from './ai-stats.ts';
import { createAiUse } from './ai-use.ts';
import { listLogs, readHistogram } from './logs.endpoints.ts';
import { readStats } from './stats.endpoints.ts';
import { listAgents, listModels, readUsage } from './usage.endpoints.ts';

export type { AiLogs } from './ai-logs.ts';
export type { AiUse } from './ai-use.ts';

export const aiUsageModule = defineModule('ai-usage', {
  needs: [usersModule, organisationsModule, devicesModule, aiSettingsModule, inferenceModule],
  create: (deps) => ({
    aiLogs: createAiLogs(deps),
    aiStats: createAiStats(deps),
    aiUse: createAiUse({ ...deps, zones: bundledZones() }),
  }),
})({
  endpoints: [listLogs, readHistogram, readStats, readUsage, listAgents, listModels],
});
