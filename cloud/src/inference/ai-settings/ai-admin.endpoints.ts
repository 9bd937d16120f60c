import { z } from 'zod';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import type { AiSettingsService } from './ai-settings.service.ts';
import { aiAdministers, aiParams, HERE } from './ai-settings-surface.ts';
import { AutoRecharge, autoRechargeOf } from './config-shape.ts';
import { AutoRechargeChange } from './settings-shapes.ts';

const endpoint = platformEndpoint<{ readonly aiSettings: AiSettingsService }>();
const params = z.object(aiParams);

export const pauseInference = endpoint({
  id: 'model-router-admin.pause',
  method: 'POST',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/pause',
  summary: 'Pause the AI models of a facility, or resume them',
  description:
    'While it is paused the inference gate answers 402 `inference_paused`, from its next request on. What is under way is not cut off.',
  gate: aiAdministers,
  act: 'grave:money',
  stepUp: true,
  params,
  body: z.strictObject({
    inferencePaused: z.boolean().describe('True pauses, false resumes.'),
    reason: z.string().trim().min(1).max(500).optional().describe('Why, for whoever runs the facility.'),
  }),
  success: {
    status: 200,
    description: 'How it is now.',
    schema: z.object({
      inferencePaused: z.boolean().describe('Whether the gate refuses everything.'),
      reason: z.string().nullable().describe('Why. Null: it is not paused, or nobody said.'),
      changed: z.boolean().describe('Whether it was not so before.'),
    }),
  },
  examples: {
    params: HERE,
    body: { inferencePaused: true, reason: 'A key was found in public' },
    success: { inferencePaused: true, reason: 'A key was found in public', changed: true },
  },
  faults: {},
  audit: { event: 'ai-credits.paused', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings }, { params: { clubID }, body }, { tx, caller }) => {
    const asked = { paused: body.inferencePaused, reason: body.reason ?? null, by: actorOf(caller) };
    const changed = await aiSettings.changes.pause(tx, clubID, asked);
    const { paused } = await aiSettings.of(tx, clubID);
    return { inferencePaused: paused !== null, reason: paused?.reason || null, changed };
  },
});

export const setAutoRecharge = endpoint({
  id: 'model-router-admin.auto-recharge',
  method: 'POST',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/auto-recharge',
  summary: 'Set whether a facility buys AI credit by itself',
  description:
    'On needs a threshold and an amount, off clears both. It takes a card that the facility has left for that.',
  gate: aiAdministers,
  act: 'money',
  params,
  body: AutoRechargeChange,
  success: { status: 200, description: 'How it is now.', schema: AutoRecharge },
  examples: {
    params: HERE,
    body: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
    success: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
  },
  faults: {},
  audit: { event: 'ai-credits.auto-recharge', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings }, { params: { clubID }, body }, { tx, caller }) => {
    await aiSettings.changes.change(tx, clubID, { autoRecharge: body }, actorOf(caller));
    return autoRechargeOf(await aiSettings.of(tx, clubID));
  },
});
