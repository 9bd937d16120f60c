import type { Answer, Input } from '../../client/client.ts';

export type {
  AiActivity,
  AiAgent,
  AiAutoRecharge,
  AiGuardrail,
  AiKey,
  AiLog,
  AiModel,
  AiOverview,
  AiStatement,
  AiTransaction,
  AiUsageStats,
} from '../../client/platform-api.gen.ts';

export type AiTopup = Answer<'POST /api/clubs/{clubID}/ai-credits/topup'>;
export type AiTopupState = Answer<'POST /api/clubs/{clubID}/ai-credits/topup/confirm'>['state'];
export type AiTopupMethod = Input<'POST /api/clubs/{clubID}/ai-credits/topup'>['body']['method'];
export type AiPaymentMethod = Answer<'GET /api/clubs/{clubID}/ai-credits/payment-method'>;
export type AiConfigChange = Input<'PATCH /api/clubs/{clubID}/ai-credits/config'>['body'];
export type AiGuardrailChange = NonNullable<AiConfigChange['guardrails']>[number];
export type AiKeyChange = Input<'POST /api/clubs/{clubID}/ai-credits/keys'>['body'];
export type AiCap = NonNullable<AiGuardrailChange['spendCap']>;
export type AiReset = AiCap['reset'];
export type AiTried = Answer<'POST /api/clubs/{clubID}/ai-credits/guardrails/try'>;
export type AiFilter = AiGuardrailChange['contentFilters'][number];
type StatsAsked = NonNullable<Input<'GET /api/clubs/{clubID}/ai-credits/stats'>['query']>;
export type AiRange = NonNullable<StatsAsked['range']>;
export type AiGroup = Extract<NonNullable<StatsAsked['groupBy']>, 'model' | 'key' | 'source'>;
