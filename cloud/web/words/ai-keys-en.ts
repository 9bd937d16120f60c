import type { AiAgent, AiFilter, AiGuardrail, AiKey } from '../ops/ai/ai-types.ts';
import { aiWords } from './ai-en.ts';
import { counted, listed } from './counting.ts';

/** The words of keys for AI models, of guardrails, and of what agents may spend. */
export const aiKeyLabels = {
  onlyManagers: 'Keys are for whoever manages the facility',
  onlyManagersMore: 'What agents spend stands below.',
  keys: 'Keys',
  lookingAtKeys: 'the keys',
  noKeys: 'No keys yet',
  noKeysMore: 'A program asks models with a key of its own: so each has its limits, and each can be ended alone.',
  make: 'Make a key',
  made: 'The key is made.',
  change: 'Change it',
  save: 'Save',
  saved: 'It is saved, and holds from the next request on.',
  label: 'What it is used for',
  labelMissing: 'Say what it is used for.',
  rpm: 'Requests a minute',
  tpm: 'Tokens a minute',
  countMore: 'Left empty: no limit of its own.',
  countWrong: 'A whole number above 0, or nothing.',
  expires: 'It expires',
  expiresAt: 'From then on it is refused',
  expiresMissing: 'Say when, in the future.',
  disable: 'Disable',
  enable: 'Enable',
  disabledFact: 'Disabled',
  expiredFact: 'Expired',
  worksFact: 'Works',
  deleteMore: 'It is refused from the next request on, for good. What was spent by it stays in the logs.',
  deleted: 'The key is deleted.',
  guardrails: 'Guardrails',
  guardrailsMore:
    'What holds for requests, whatever program makes them: everywhere, or for the keys that name the guardrail.',
  lookingAtGuardrails: 'the guardrails',
  noGuardrails: 'No guardrails yet',
  noGuardrailsMore: 'Without any, a key asks any model as far as its limits and the credit reach.',
  guardrailsOfKey: 'Guardrails beside those that hold everywhere',
  addGuardrail: 'Add a guardrail',
  name: 'Name',
  nameMissing: 'Give it a name.',
  everywhere: 'Holds for each key and each agent',
  everywhereFact: 'Everywhere',
  onlyNamed: 'Where a key names it',
  models: 'Models',
  anyModel: 'Any model',
  modelMissing: 'Choose one at least.',
  lookingAtModels: 'the models',
  outputTokens: 'Tokens of an answer at most',
  outputMore: 'Left empty: no limit.',
  filters: 'What is looked for in texts',
  addFilter: 'Look for something',
  removeFilter: 'Look for it no more',
  filterKind: 'What',
  filterOn: 'Where',
  filterAction: 'What is done',
  pattern: 'Expression (RE2)',
  patternMissing: 'Give an expression.',
  removeMore: 'It holds no more from the next request on. One that a key names is not removed.',
  removed: 'The guardrail is removed.',
  agents: 'Agents',
  lookingAtAgents: 'the agents',
  noAgents: 'No agent has asked a model yet',
  noAgentsMore: 'Agents spend the credit of their facility without a key, each within a cap of its own.',
  agent: 'Agent',
  cap: 'Cap',
  today: 'Today',
  month: 'This month',
  lastUsed: 'Last asked',
  never: 'Never',
  noCap: 'None',
  saveCap: 'Save the cap',
  gone: 'No longer here',
} as const;

export const FILTER_KINDS: Readonly<Record<AiFilter['kind'], string>> = {
  email: 'E-mail addresses',
  phone: 'Phone numbers',
  card: 'Card numbers',
  iban: 'Bank accounts (IBAN)',
  pattern: 'An expression',
};
export const FILTER_PLACES: Readonly<Record<AiFilter['on'], string>> = {
  input: 'In what is asked',
  output: 'In what is answered',
  both: 'In what is asked and answered',
};
export const FILTER_ACTIONS: Readonly<Record<AiFilter['action'], string>> = {
  block: 'Refused',
  redact: 'Blacked out',
  flag: 'Noted only',
};

const filterText = ({ kind, on, action }: AiFilter): string =>
  `${FILTER_KINDS[kind]} ${FILTER_PLACES[on].toLowerCase()}: ${FILTER_ACTIONS[action].toLowerCase()}`;
const modelsText = (models: readonly string[] | null): string =>
  models === null ? 'Any model' : `Only ${listed(models)}`;

export const aiKeyWords = {
  deleteKey: (label: string): string => `Delete ${label}`,
  changeOf: (name: string): string => `Change ${name}`,
  disable: (label: string): string => `Disable ${label}`,
  enable: (label: string): string => `Enable ${label}`,
  remove: (name: string): string => `Remove ${name}`,
  capOf: (name: string): string => `Cap of ${name}`,
  agent: ({ name, deviceId }: Pick<AiAgent, 'name' | 'deviceId'>): string =>
    name ?? `${aiKeyLabels.gone} (${deviceId.slice(0, 8)})`,
  /** `Any model, 20.00 a month, 60 requests a minute`. */
  limits: ({ spendCap, allowedModels, rpmLimit, tpmLimit, guardrailIds, contentFilters }: AiKey): string =>
    [
      modelsText(allowedModels),
      spendCap === null ? 'no cap of its own' : aiWords.cap(spendCap),
      ...(rpmLimit === null ? [] : [`${counted(rpmLimit, 'request', 'requests')} a minute`]),
      ...(tpmLimit === null ? [] : [`${counted(tpmLimit, 'token', 'tokens')} a minute`]),
      ...(guardrailIds.length === 0 ? [] : [counted(guardrailIds.length, 'guardrail', 'guardrails')]),
      ...contentFilters.map(filterText),
    ].join(', '),
  used: (ago: string | undefined): string => (ago === undefined ? 'Never used' : `Last used ${ago}`),
  made: (ago: string, by: string): string => `made ${ago} by ${by}`,
  expires: (at: string): string => `expires ${at}`,
  expired: (at: string): string => `expired ${at}`,
  guardrail: ({ allowedModels, maxOutputTokens, spendCap, contentFilters }: AiGuardrail): string =>
    [
      modelsText(allowedModels),
      ...(maxOutputTokens === null ? [] : [`${counted(maxOutputTokens, 'token', 'tokens')} an answer at most`]),
      ...(spendCap === null ? [] : [`${aiWords.cap(spendCap)} for all together`]),
      ...contentFilters.map(filterText),
    ].join(', '),
} as const;
