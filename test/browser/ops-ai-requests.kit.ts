import type { AiFigures, AiLog } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { ago, NOW } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

/** Two keys and an agent, by what names them everywhere. */
export const HASH = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';
export const OTHER_HASH = 'a170bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c600';
export const AGENT = '0b6f7d3e-5a4c-4d8e-9f10-1a2b3c4d5e6f';

const figures = (costMicros: number): AiFigures => ({
  ...{
    requests: 120,
    failed: 3,
    tokensIn: 48_000,
    tokensOut: 21_000,
    costMicros,
    meanMs: 2_140,
    meanFirstTokenMs: 410,
  },
});
const GROUPS = {
  model: ['large-2', 'small-1', 'embed-1'],
  key: [HASH, null, OTHER_HASH],
  source: ['key', 'agent'],
} as const;
const SHARES = [6, 3, 1] as const;
const DAYS = Array.from({ length: 30 }, (_, day) => ago(86_400 * (29 - day)).replace(/T.*/, 'T00:00:00.000Z'));
const costOf = (day: number): number => 40_000 + ((day * 53) % 17) * 9_500;

const statsOf = (query: URLSearchParams) => {
  const groupBy = (query.get('groupBy') ?? 'model') as keyof typeof GROUPS;
  const isAlone = ['model', 'keyHash', 'source'].findIndex((name) => query.has(name)) >= 0;
  const share = isAlone ? (SHARES[query.get('model') === 'small-1' ? 1 : 0] ?? 0) : 10;
  return answer('GET /api/clubs/{clubID}/ai-credits/stats', {
    ...{ from: DAYS[0] ?? NOW, to: NOW, groupBy, subgroupBy: null, bucketSeconds: 86_400, previous: null },
    totals: figures(3_400_000),
    groups: GROUPS[groupBy].map((key, at) => ({ ...figures(340_000 * (SHARES[at] ?? 1)), key, subgroups: [] })),
    series: DAYS.map((at, day) => ({ at, ...figures(Math.round((costOf(day) * share) / 10)) })),
  });
};

const log = (number: number, more: Partial<AiLog> = {}): AiLog => ({
  ...{ generationId: `gen_0123456789abcde${number}`, at: ago(number * 400), source: 'key', keyHash: HASH },
  ...{ deviceId: null, model: 'small-1', provider: 'acme', tokensIn: 400, tokensOut: 175, costMicros: 16_250 },
  ...{ firstTokenMs: 410, ms: 2_140, status: 'ok', code: null, usageSource: 'provider', ...more },
});
const BY_AGENT = { source: 'agent', keyHash: null, deviceId: AGENT } as const;
const UNASKED = {
  tokensIn: 0,
  tokensOut: 0,
  costMicros: 0,
  provider: null,
  usageSource: null,
  firstTokenMs: null,
} as const;
const LOGS = [
  log(1),
  log(2, { ...BY_AGENT, model: 'large-2', status: 'cancelled', usageSource: 'estimated' }),
  log(3, { ...UNASKED, status: 'blocked', code: 'guardrail_refused' }),
  log(4, { ...UNASKED, status: 'refused', code: 'insufficient_credit', ms: 4 }),
  log(5, { ...UNASKED, status: 'limited', code: 'key_rate_exceeded', keyHash: 'ee'.repeat(32), ms: null }),
];
/** What the page of requests to models asks beside the names of keys, agents and models. */
export const OF_AI_REQUESTS: Pages = [
  [/^GET .*\/ai-credits\/stats$/, ({ query }) => statsOf(query)],
  [
    /^GET .*\/ai-credits\/logs$/,
    () =>
      answer('GET /api/clubs/{clubID}/ai-credits/logs', { ...{ data: LOGS, page: 1, pageSize: 50, hasMore: false } }),
  ],
];
