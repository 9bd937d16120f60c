import type { AiGroup, AiLog, AiRange } from '../ops/ai/ai-types.ts';
import { aiWords } from './ai-en.ts';
import { span } from './counting.ts';

/** The words of requests to models. */
export const aiRequestLabels = {
  onlyManagers: 'Requests are for whoever manages the facility',
  cost: 'What it cost',
  lookingAtStats: 'what it cost',
  chart: 'Cost by day',
  chartOfADay: 'Cost in the last 24 hours',
  from: 'From (UTC)',
  range: 'How far back',
  by: 'Told apart by',
  allTogether: 'Everything',
  rest: 'All others',
  nothing: 'Nothing was asked in this time',
  nothingMore: 'Each request to a model stands here once it is over.',
  requests: 'Requests',
  failed: 'Not answered',
  tokensIn: 'Tokens sent',
  tokensOut: 'Tokens back',
  costs: 'Cost',
  mean: 'Time on average',
  firstToken: 'First token',
  log: 'Request by request',
  lookingAtLog: 'the requests',
  noRequests: 'No such request',
  noRequestsMore: 'Requests that are under way are not listed yet.',
  status: 'How it ended',
  model: 'Model',
  source: 'Made by',
  key: 'Key',
  any: 'Any',
  when: 'When',
  who: 'Key or agent',
  tokens: 'Tokens',
  time: 'Time',
  none: '–',
} as const;

export const RANGES: Readonly<Record<AiRange, string>> = {
  '24h': 'The last 24 hours',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  year: 'This year',
  all: 'All there is',
};
export const GROUPS: Readonly<Record<AiGroup, string>> = {
  model: 'Model',
  key: 'Key',
  source: 'Keys and agents',
};
export const STATUSES: Readonly<Record<AiLog['status'], string>> = {
  ok: 'Answered',
  error: 'Failed',
  blocked: 'Stopped by a filter',
  refused: 'Refused',
  limited: 'Too much at once',
  cancelled: 'Hung up',
};
export const SOURCES: Readonly<Record<AiLog['source'], string>> = { key: 'A key', agent: 'An agent' };
const COUNTED_BY: Readonly<Record<NonNullable<AiLog['usageSource']>, string>> = {
  provider: '',
  lookup: ' (asked for afterwards)',
  estimated: ' (estimated)',
  recovered: ' (estimated after a restart)',
};
/** What the gate calls it where a request does not end well. Others are shown as they are. */
const CODES: Readonly<Record<string, string>> = {
  not_enabled: 'AI models are off',
  inference_paused: 'paused',
  wallet_locked: 'the wallet is restricted',
  key_expired: 'the key has expired',
  key_disabled: 'the key is disabled',
  key_rate_exceeded: 'more requests in a minute than it may make',
  key_tokens_exceeded: 'more tokens in a minute than it may use',
  model_not_found: 'no such model',
  model_not_allowed: 'a model that it may not ask',
  guardrail_refused: 'a guardrail',
  key_limit: 'its cap is used up',
  spend_limit: 'a spend limit is used up',
  insufficient_credit: 'the credit does not suffice',
  duplicate_request: 'it was made before',
  upstream_refused: 'the provider refuses it',
  upstream_failed: 'the provider failed',
  upstream_unavailable: 'the provider is not there',
  invalid_request: 'it is not well-formed',
  interrupted: 'cut off by a restart',
};

export const aiRequestWords = {
  /** The words for a key that was deleted since. */
  deletedKey: (keyHash: string): string => `A deleted key (${keyHash.slice(0, 8)})`,
  unknownAgent: (deviceId: string): string => `An agent (${deviceId.slice(0, 8)})`,
  tokens: ({ tokensIn, tokensOut, usageSource }: AiLog): string =>
    `${aiWords.number(tokensIn)} + ${aiWords.number(tokensOut)}${usageSource === null ? '' : COUNTED_BY[usageSource]}`,
  ms: (ms: number | null): string => {
    if (ms === null) return aiRequestLabels.none;
    return ms < 10_000 ? `${aiWords.number(ms)} ms` : span(ms);
  },
  ended: ({ status, code }: AiLog): string =>
    code === null ? STATUSES[status] : `${STATUSES[status]}: ${CODES[code] ?? code.replaceAll('_', ' ')}`,
  total: (costMicros: number, requests: number): string =>
    `${aiWords.exactly(costMicros)} for ${aiWords.number(requests)} ${requests === 1 ? 'request' : 'requests'}`,
} as const;
