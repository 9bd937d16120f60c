import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf, DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiSettingsFaults } from './ai-settings.faults.ts';
import type { AiSettingsService } from './ai-settings.service.ts';
import { aiManages, aiParams, HERE, keyHash, moment } from './ai-settings-surface.ts';
import { KeyLimits } from './ai-shapes.ts';
import { AiKeyChange, NewAiKey } from './settings-shapes.ts';

const endpoint = platformEndpoint<{ readonly aiSettings: AiSettingsService }>();
const params = z.object(aiParams);
const ofKey = z.object({ ...aiParams, keyHash });
const { ai_key_unknown, ai_keys_full } = aiSettingsFaults;

const HASH = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';
const AT_KEY = { ...HERE, keyHash: HASH };
const limits = KeyLimits.shape;
const AiKey = z
  .object({
    keyHash: z.string().describe('SHA-256 of its text, hex: what names it everywhere.'),
    label: z.string().describe('What it is used for.'),
    hint: z.string().describe('How its text begins.'),
    spendCap: limits.spendCap.describe('How much may be spent by it. Null: no cap of its own.'),
    allowedModels: limits.allowedModels.describe('None but these. Null: any that the facility may ask.'),
    guardrailIds: limits.guardrailIds.describe('Guardrails that hold for it, beside those that hold everywhere.'),
    contentFilters: limits.contentFilters.describe('What is looked for in what it sends and gets.'),
    rpmLimit: limits.rpmLimit.describe('Requests a minute. Null: no limit of its own.'),
    tpmLimit: limits.tpmLimit.describe('Tokens a minute. Null: no limit of its own.'),
    expiresAt: moment.nullable().describe('From when on it is refused. Null: it does not expire.'),
    disabled: z.boolean().describe('Whether it is refused.'),
    madeBy: By.describe('Who made it.'),
    madeAt: moment.describe('When it was made.'),
    changedAt: moment.describe('When it was changed last.'),
    lastUsedAt: moment.nullable().describe('When it was used last. Null: never.'),
  })
  .meta({ id: 'AiKey' });
const A_KEY: z.input<typeof AiKey> = {
  keyHash: HASH,
  label: 'Chat at the desk',
  hint: 'sk-gh-v1-4fGh…',
  spendCap: { limitCents: 2_000, reset: 'month' },
  allowedModels: null,
  guardrailIds: [],
  contentFilters: [{ kind: 'email', on: 'output', action: 'redact' }],
  rpmLimit: 60,
  tpmLimit: 100_000,
  expiresAt: null,
  disabled: false,
  madeBy: BY_SAM,
  madeAt: '2026-01-01T09:30:00.000Z',
  changedAt: '2026-01-01T09:30:00.000Z',
  lastUsedAt: null,
};

export const listAiKeys = endpoint({
  id: 'ai-credits.list-keys',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/keys',
  summary: 'List the keys of a facility for AI models',
  description: 'The newest first, without those that were deleted. Their text is nowhere.',
  gate: aiManages,
  params,
  success: { status: 200, description: 'All of them.', schema: listSchema(AiKey) },
  examples: { params: HERE, success: { data: [A_KEY] } },
  faults: {},
  handle: ({ aiSettings }, { params: { clubID } }, { read }) =>
    read(async (tx) => ({ data: await namedBy(tx, await aiSettings.keys.list(tx, clubID), 'madeBy') })),
});

export const makeAiKey = endpoint({
  id: 'ai-credits.make-key',
  method: 'POST',
  path: '/api/clubs/:clubID/ai-credits/keys',
  summary: 'Make a key for AI models',
  description:
    'Any client of the protocol sends it as a bearer token. Its text is in this answer and nowhere else. What it spends is the facility’s credit, within its own limits and within all others.',
  gate: aiManages,
  act: 'grave:keys',
  stepUp: true,
  graph: { omit: 'Answers a secret that is shown once.' },
  params,
  body: NewAiKey,
  success: {
    status: 201,
    description: 'The key.',
    schema: AiKey.extend({ key: z.string().describe('Its text: shown once.') }),
  },
  examples: {
    params: HERE,
    body: { label: 'Chat at the desk', spendCap: { limitCents: 2_000, reset: 'month' }, rpmLimit: 60 },
    success: { ...A_KEY, key: 'sk-gh-v1-4fGh0000000000000000000000000000000000000000000' },
  },
  faults: { ai_keys_full },
  audit: { event: 'ai-credits.key-made', target: ({ params: { clubID } }) => clubID },
  answersSecret: true,
  handle: async ({ aiSettings }, { params: { clubID }, body }, { tx, caller }) =>
    oneNamedBy(tx, await aiSettings.keys.make(tx, clubID, body, actorOf(caller)), 'madeBy'),
});

export const changeAiKey = endpoint({
  id: 'ai-credits.change-key',
  method: 'PATCH',
  path: '/api/clubs/:clubID/ai-credits/keys/:keyHash',
  summary: 'Change what a key for AI models may do',
  description: 'What is left out stays; null takes a limit away. It holds from the next request on.',
  gate: aiManages,
  act: 'money',
  params: ofKey,
  body: AiKeyChange,
  success: { status: 200, description: 'The key as it is now.', schema: AiKey },
  examples: { params: AT_KEY, body: { rpmLimit: 60, disabled: false }, success: A_KEY },
  faults: { ai_key_unknown },
  audit: { event: 'ai-credits.key-changed', target: ({ params: { keyHash: hash } }) => hash },
  handle: async ({ aiSettings }, { params: { clubID, keyHash: hash }, body }, { tx, caller }) => {
    const changed = await aiSettings.keys.change(tx, clubID, { keyHash: hash, change: body, by: actorOf(caller) });
    return oneNamedBy(tx, changed, 'madeBy');
  },
});

export const deleteAiKey = endpoint({
  id: 'ai-credits.delete-key',
  method: 'DELETE',
  path: '/api/clubs/:clubID/ai-credits/keys/:keyHash',
  summary: 'Delete a key for AI models',
  description: 'It is refused from the next request on, for good. What was spent by it stays in the logs.',
  gate: aiManages,
  act: 'money',
  params: ofKey,
  success: { status: 200, description: 'It is deleted.', schema: Done },
  examples: { params: AT_KEY, success: DONE },
  faults: { ai_key_unknown },
  audit: { event: 'ai-credits.key-deleted', target: ({ params: { keyHash: hash } }) => hash },
  handle: async ({ aiSettings }, { params: { clubID, keyHash: hash } }, { tx, caller }) => {
    await aiSettings.keys.remove(tx, clubID, hash, actorOf(caller));
    return DONE;
  },
});
