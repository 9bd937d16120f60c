import { agentEventsModule } from '../../agents/agent-events/agent-events.module.ts';
import { billingModule } from '../../commerce/billing/billing.module.ts';
import { ledgerModule } from '../../commerce/ledger/ledger.module.ts';
import { ratesModule } from '../../commerce/rates/rates.module.ts';
import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { linkModule } from '../../link/link.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { devicesModule } from '../../sites/devices/devices.module.ts';
import { aiSettingsModule } from '../ai-settings/ai-settings.module.ts';
import { createAdmission } from './admission.ts';
import { postChatCompletion, postEmbeddings } from './inference.endpoints.ts';
import { inferenceFaults } from './inference.faults.ts';
import { createInference } from './inference.service.ts';
import { inferenceSurface } from './inference-surface.ts';
import { readGateKey, readGeneration } from './key.endpoints.ts';
import { listGateModels, readGateModel } from './models.endpoints.ts';
import { tryGuardrails } from './try-out.endpoints.ts';
import type { Upstream } from './upstream.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Who answers for models. */
    readonly modelUpstreams: readonly Upstream[];
    /** Where clients find the gate: `https://host:port`, without the `/v1` that all its paths begin with. */
    readonly inferenceUrl: () => string;
  }
}

export type { InferenceService } from './inference.service.ts';
export { readModelUpstreams } from './models-config.ts';
export type { OfferedModel } from './offered-models.ts';
export { httpUpstream } from './upstream.ts';

export const inferenceModule = defineModule('inference', {
  needs: [
    aiSettingsModule,
    agentEventsModule,
    billingModule,
    devicesModule,
    jobsModule,
    ledgerModule,
    linkModule,
    organisationsModule,
    ratesModule,
  ],
  owns: { ai_counter: 'never', ai_pace: 'never', ai_request: 'never', ai_rollup: 'never' },
  faults: inferenceFaults,
  create: (deps) => ({ inference: createInference(deps) }),
})({
  endpoints: [
    postChatCompletion,
    postEmbeddings,
    listGateModels,
    readGateModel,
    readGateKey,
    readGeneration,
    tryGuardrails,
  ],
  surfaces: ({ inference, ...deps }) => [
    {
      on: 'inference',
      ...serveSurface(inferenceSurface, createAdmission({ ...deps, noteRefusal: inference.noteRefusal })),
    },
  ],
  jobs: ({ inference }) => [onSchedule('inference.sweep', '* * * * *', inference.sweep)],
  // What was spent stays in the ledger and in the sums of quarters of an hour.
  retention: ({ inference }) => [
    retentionPolicy(
      'ai_request',
      'requests to models, without what was said',
      [90, 2 * YEAR, 5 * YEAR],
      inference.forgetRequestsBefore,
    ),
    retentionPolicy(
      'ai_counter',
      'what has counted towards limits that began anew',
      [2, 30, YEAR],
      inference.forgetCountersBefore,
    ),
  ],
  close: ({ inference }) => inference.close(),
});
