import type { AiGuardrail, AiKey, AiOverview, AiTransaction } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { KIM } from './ops-agreements.kit.ts';
import { AGENT, HASH, OF_AI_REQUESTS, OTHER_HASH } from './ops-ai-requests.kit.ts';
import { ago } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

/** The text of a new key: a page shows it once. */
export const NEW_KEY = `sk-gh-v1-${'9fQ2'.repeat(10)}abc`;

const RECHARGE = { enabled: true, thresholdCents: 1_000, amountCents: 5_000 } as const;
export const OVERVIEW: AiOverview = {
  ...{ enabled: true, balanceMicros: 48_053_250, availableMicros: 48_003_250, heldMicros: 50_000, owedMicros: 0 },
  ...{ inferencePaused: false, pauseReason: null, autoRecharge: RECHARGE },
  spendLimit: { limitCents: 20_000, reset: 'month', usedMicros: 151_950_000, resetsAt: ago(-2_500_000) },
  ...{ runwayDays: 172, gateUrl: 'https://ai.example.com/v1', currency: 'EUR', timezone: 'Australia/Brisbane' },
};
const GUARDRAIL: AiGuardrail = {
  ...{ guardrailId: 'grd_0123456789abcdef', name: 'No <b>card</b> numbers', everywhere: true, allowedModels: null },
  ...{ maxOutputTokens: 2_000, spendCap: { limitCents: 5_000, reset: 'month' } as const },
  contentFilters: [{ kind: 'card', on: 'both', action: 'block' }],
};
const NAMED: AiGuardrail = {
  ...GUARDRAIL,
  ...{ guardrailId: 'grd_0123456789abcde1', name: 'Small models', everywhere: false, allowedModels: ['small-1'] },
};
const KEY: AiKey = {
  ...{ keyHash: HASH, label: 'Chat at the <b>desk</b>', hint: 'sk-gh-v1-4fGh…', allowedModels: ['small-1'] },
  ...{ spendCap: { limitCents: 2_000, reset: 'month' } as const, guardrailIds: [NAMED.guardrailId], rpmLimit: 60 },
  contentFilters: [{ kind: 'email', on: 'output', action: 'redact' }],
  ...{ tpmLimit: 100_000, expiresAt: ago(-900_000), disabled: false, madeBy: KIM, madeAt: ago(900_000) },
  ...{ changedAt: ago(90_000), lastUsedAt: ago(40) },
};
const KEYS: readonly AiKey[] = [
  KEY,
  {
    ...KEY,
    ...{ keyHash: OTHER_HASH, label: 'Old newsletter', hint: 'sk-gh-v1-77aB…', disabled: true, lastUsedAt: null },
    ...{ spendCap: null, allowedModels: null, guardrailIds: [], contentFilters: [], rpmLimit: null, tpmLimit: null },
    expiresAt: ago(90_000),
  },
];

const transaction = (number: number, more: Partial<AiTransaction>): AiTransaction => ({
  ...{ transactionId: `atx_0123456789abcde${number}`, type: 'topup', at: ago(number * 90_000), day: '2026-05-30' },
  ...{ micros: 50_000_000, coveredMicros: 0, requests: null, about: 'tup_0123456789abcdef', note: null, postedBy: KIM },
  ...{ hasReceipt: true, ...more },
});
const USED = { type: 'charge-reconcile', micros: -1_946_750, requests: 120, hasReceipt: false } as const;
const TRANSACTIONS = [
  transaction(1, USED),
  transaction(2, {}),
  transaction(3, {
    type: 'adjustment',
    micros: 25_000_000,
    note: 'For the outage <b>of Tuesday</b>',
    hasReceipt: false,
  }),
  transaction(4, { type: 'trueup-shortfall', micros: 0, coveredMicros: 1_250, hasReceipt: false }),
  transaction(5, { type: 'refund', micros: -5_000_000 }),
];

const PER_MILLION = { inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 600_000 };

/** What the pages of AI credit ask. */
export const OF_AI: Pages = [
  [/^GET .*\/ai-credits\/overview$/, () => answer('GET /api/clubs/{clubID}/ai-credits/overview', OVERVIEW)],
  [
    /^POST .*\/ai-credits\/enable$/,
    () => answer('POST /api/clubs/{clubID}/ai-credits/enable', { enabled: true, changed: true }),
  ],
  [
    /^GET .*\/ai-credits\/payment-method$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/payment-method', {
        ...{ kind: 'card', brand: 'visa', last4: '4242', expires: '2029-08' },
      }),
  ],
  [
    /^GET .*\/ai-credits\/models$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/models', {
        data: [
          {
            ...{ model: 'small-1', provider: 'acme', ...PER_MILLION, contextTokens: 128_000, maxOutputTokens: 16_384 },
            ...{ allowed: true, why: null },
          },
          {
            ...{ model: 'large-2', provider: '<b>acme</b>', ...PER_MILLION, contextTokens: 400_000 },
            ...{ maxOutputTokens: 32_768, allowed: false, why: 'A guardrail does not allow it' },
          },
        ],
      }),
  ],
  [
    /^POST .*\/ai-credits\/topup$/,
    ({ body }) =>
      answer('POST /api/clubs/{clubID}/ai-credits/topup', {
        ...(body?.method === 'transfer'
          ? {
              ...({ state: 'pending', topupId: null, url: null, invoiceId: 'tinv_0123456789abcdef' } as const),
              ...{ reference: '7K3M-Q0Z3', dueAt: ago(-900_000) },
            }
          : {
              ...({ state: 'open', topupId: 'tup_0123456789abcdef', url: null, invoiceId: null } as const),
              ...{ reference: null, dueAt: null },
            }),
      }),
  ],
  [
    /^POST .*\/ai-credits\/topup\/confirm$/,
    () =>
      answer('POST /api/clubs/{clubID}/ai-credits/topup/confirm', {
        ...{ topupId: 'tup_0123456789abcdef', state: 'paid', amountCents: 5_000, failedCode: null, endedAt: ago(1) },
      }),
  ],
  [
    /^GET .*\/ai-credits\/transactions$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/transactions', {
        ...{ data: TRANSACTIONS, next: null, balanceMicros: 48_053_250, openMicros: 0 },
      }),
  ],
  [
    /^GET .*\/ai-credits\/usage-statements$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/usage-statements', {
        data: [
          {
            ...{ month: '2026-05', openingMicros: 0, topupMicros: 50_000_000, refundMicros: 0, adjustmentMicros: 0 },
            ...{ usageMicros: -1_946_750, requests: 120, closingMicros: 48_053_250, final: false },
          },
        ],
      }),
  ],
  [
    /^GET .*\/ai-credits\/activity$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/activity', {
        data: [
          {
            ...({ activityId: 'aia_0123456789abcdef', at: ago(900), by: KIM, kind: 'spend-limit' } as const),
            what: '20000 cents each month',
          },
        ],
        next: null,
      }),
  ],
  [/^GET .*\/ai-credits\/keys$/, () => answer('GET /api/clubs/{clubID}/ai-credits/keys', { data: KEYS })],
  [
    /^POST .*\/ai-credits\/keys$/,
    ({ body }) =>
      answer('POST /api/clubs/{clubID}/ai-credits/keys', { ...KEY, label: String(body?.label), key: NEW_KEY }),
  ],
  [
    /^PATCH .*\/ai-credits\/keys\/[0-9a-f]{64}$/,
    ({ body }) => answer('PATCH /api/clubs/{clubID}/ai-credits/keys/{keyHash}', { ...KEY, ...body }),
  ],
  [
    /^DELETE .*\/ai-credits\/keys\/[0-9a-f]{64}$/,
    () => answer('DELETE /api/clubs/{clubID}/ai-credits/keys/{keyHash}', { done: true }),
  ],
  [
    /^GET .*\/ai-credits\/guardrails$/,
    () => answer('GET /api/clubs/{clubID}/ai-credits/guardrails', { data: [GUARDRAIL, NAMED] }),
  ],
  [
    /^POST .*\/ai-credits\/guardrails\/try$/,
    ({ body }) =>
      answer('POST /api/clubs/{clubID}/ai-credits/guardrails/try', {
        ...({ outcome: 'redacted', text: `${String(body?.text).split(' ')[0]} <b>[email]</b>` } as const),
        found: [
          {
            ...({ guardrailId: null, guardrail: null, kind: 'email', pattern: null, action: 'redact' } as const),
            times: 1,
          },
          {
            ...{ guardrailId: NAMED.guardrailId, guardrail: 'Words of <b>ours</b>', pattern: '(?i)secret\\w*' },
            ...({ kind: 'pattern', action: 'flag' } as const),
            times: 2,
          },
        ],
      }),
  ],
  [
    /^PATCH .*\/ai-credits\/config$/,
    () =>
      answer('PATCH /api/clubs/{clubID}/ai-credits/config', {
        ...{ enabled: true, inferencePaused: false, pauseReason: null, autoRecharge: RECHARGE },
        ...{ spendLimit: null, guardrails: [GUARDRAIL, NAMED], agentCaps: [] },
      }),
  ],
  [
    /^GET .*\/ai-credits\/agents$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/agents', {
        timezone: 'Australia/Brisbane',
        data: [
          {
            ...({ deviceId: AGENT, name: 'Desk <b>agent</b>', capCents: 500, capReset: 'day' } as const),
            ...{ todayMicros: 1_950_000, monthMicros: 12_400_000, lastUsedAt: ago(900) },
          },
        ],
      }),
  ],
  ...OF_AI_REQUESTS,
  [
    /^POST .*\/model-router\/facilities\/[^/]+\/pause$/,
    ({ body }) =>
      answer('POST /api/admin/saas-billing/model-router/facilities/{clubID}/pause', {
        ...{ inferencePaused: body?.inferencePaused === true, reason: null, changed: true },
      }),
  ],
];
