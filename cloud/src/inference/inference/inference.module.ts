import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { aiSettingsModule } from '../ai-settings/ai-settings.module.ts';
import { inferenceRepo } from './inference.repo.ts';

export const inferenceModule = defineModule('inference', {
  needs: [aiSettingsModule],
  owns: { ai_counter: 'never', ai_request: 'never', ai_rollup: 'never' },
  create: () => ({
    inference: { request: (tx: Tx, facilityId: FacilityId, id: string) => inferenceRepo(tx).request(facilityId, id) },
  }),
})({});
