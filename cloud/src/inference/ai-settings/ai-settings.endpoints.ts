import { z } from 'zod';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiSettingsFaults } from './ai-settings.faults.ts';
import type { AiSettingsService } from './ai-settings.service.ts';
import { aiManages, aiOwns, aiParams, HERE, moment } from './ai-settings-surface.ts';
import { ACTIVITY_KINDS } from './ai-shapes.ts';
import { A_CONFIG, A_GUARDRAIL, AiConfig, AiGuardrail, configOf, guardrailsOf } from './config-shape.ts';
import { ConfigChange } from './settings-shapes.ts';

const endpoint = platformEndpoint<{ readonly aiSettings: AiSettingsService }>();
const params = z.object(aiParams);

export const enableAi = endpoint({
  id: 'ai-credits.enable',
  method: 'POST',
  path: '/api/clubs/:clubID/ai-credits/enable',
  summary: 'Enable AI models for a facility',
  description: 'From then on keys and agents of the facility may ask models, as far as its credit reaches.',
  gate: aiOwns,
  act: 'money',
  params,
  success: {
    status: 200,
    description: 'It is enabled.',
    schema: z.object({
      enabled: z.literal(true).describe('It is enabled.'),
      changed: z.boolean().describe('Whether it was not before.'),
    }),
  },
  examples: { params: HERE, success: { enabled: true, changed: true } },
  faults: {},
  audit: { event: 'ai-credits.enabled', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings }, { params: { clubID } }, { tx, caller }) => ({
    enabled: true as const,
    changed: await aiSettings.changes.enable(tx, clubID, actorOf(caller)),
  }),
});

export const changeAiConfig = endpoint({
  id: 'ai-credits.change-config',
  method: 'PATCH',
  path: '/api/clubs/:clubID/ai-credits/config',
  summary: 'Set what holds for AI credit',
  description:
    'What is left out stays. Guardrails and caps of agents are given whole. It holds from the next request on. A guardrail that a key names is not removed.',
  gate: aiOwns,
  act: 'money',
  params,
  body: ConfigChange,
  success: { status: 200, description: 'What holds now.', schema: AiConfig },
  examples: {
    params: HERE,
    body: {
      autoRecharge: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
      spendLimit: { limitCents: 20_000, reset: 'month' },
      guardrails: [A_GUARDRAIL],
      agentCaps: A_CONFIG.agentCaps,
    },
    success: A_CONFIG,
  },
  faults: { guardrail_in_use: aiSettingsFaults.guardrail_in_use },
  audit: { event: 'ai-credits.configured', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings }, { params: { clubID }, body }, { tx, caller }) => {
    await aiSettings.changes.change(tx, clubID, body, actorOf(caller));
    return configOf(await aiSettings.of(tx, clubID));
  },
});

export const listGuardrails = endpoint({
  id: 'ai-credits.guardrails',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/guardrails',
  summary: 'List the guardrails of a facility',
  description: 'In the order in which they were given. They are set with the rest of the configuration.',
  gate: aiManages,
  params,
  success: { status: 200, description: 'All of them.', schema: listSchema(AiGuardrail) },
  examples: { params: HERE, success: { data: [A_GUARDRAIL] } },
  faults: {},
  handle: ({ aiSettings }, { params: { clubID } }, { read }) =>
    read(async (tx) => ({ data: guardrailsOf(await aiSettings.of(tx, clubID)) })),
});

export const resetTotal = endpoint({
  id: 'ai-credits.reset-total',
  method: 'POST',
  path: '/api/clubs/:clubID/ai-credits/spend-limit/reset-total',
  summary: 'Begin the total of the spend limit anew',
  description:
    'What counts towards a limit of `total` is nothing from now on. Limits of a day, a week or a month begin anew by themselves, and stay as they are.',
  gate: aiManages,
  act: 'money',
  params,
  success: {
    status: 200,
    description: 'It begins anew.',
    schema: z.object({ resets: z.int().describe('How often it has begun anew by now.') }),
  },
  examples: { params: HERE, success: { resets: 1 } },
  faults: {},
  audit: { event: 'ai-credits.total-reset', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiSettings }, { params: { clubID } }, { tx, caller }) => ({
    resets: await aiSettings.changes.resetTotal(tx, clubID, actorOf(caller)),
  }),
});

const Activity = z
  .object({
    activityId: z.string().describe('This entry: `aia_` and 16 characters.'),
    at: moment.describe('When.'),
    by: By.describe('Who did it.'),
    kind: z.enum(ACTIVITY_KINDS).describe('What was done.'),
    what: z.string().describe('What it came to, in words.'),
  })
  .meta({ id: 'AiActivity' });
const AN_ACTIVITY: z.input<typeof Activity> = {
  activityId: 'aia_0123456789abcdef',
  at: '2026-01-01T09:30:00.000Z',
  by: BY_SAM,
  kind: 'spend-limit',
  what: '20000 cents each month',
};
const pages = z.strictObject(pagesOf({ of: 'aia' }));

export const listActivity = endpoint({
  id: 'ai-credits.activity',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/activity',
  summary: 'List what was set for the AI credit of a facility',
  description: 'By whom and when, the newest first.',
  gate: aiManages,
  params,
  query: pages,
  success: { status: 200, description: 'A page of it.', schema: pageSchema(Activity) },
  examples: { params: HERE, success: { data: [AN_ACTIVITY], next: null } },
  faults: {},
  handle: ({ aiSettings }, { params: { clubID }, query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const found = await aiSettings.activity.page(tx, clubID, { after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ activityId }) => activityId);
      return { data: await namedBy(tx, page, 'by'), next };
    }),
});

export const listSpendLimits = endpoint({
  id: 'ai-credits.spend-limit-history',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/spend-limit/history',
  summary: 'List what the spend limit was',
  description: 'Each limit that was set, and each time that the total began anew, the newest first.',
  gate: aiManages,
  params,
  query: pages,
  success: { status: 200, description: 'A page of it.', schema: pageSchema(Activity) },
  examples: { params: HERE, success: { data: [AN_ACTIVITY], next: null } },
  faults: {},
  handle: ({ aiSettings }, { params: { clubID }, query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const kinds = ['spend-limit', 'spend-reset'] as const;
      const found = await aiSettings.activity.page(tx, clubID, { kinds, after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ activityId }) => activityId);
      return { data: await namedBy(tx, page, 'by'), next };
    }),
});
