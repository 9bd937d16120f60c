import type {
  AiActivity,
  AiModel,
  AiOverview,
  AiPaymentMethod,
  AiReset,
  AiTopupMethod,
  AiTopupState,
  AiTransaction,
} from '../ops/ai/ai-types.ts';
import { aiWords, EACH } from './ai-en.ts';
import { counted } from './counting.ts';

/** The words of AI credit: of what there is, how it comes in, and what went. */
export const creditLabels = {
  looking: 'the credit',
  off: 'AI models are off here',
  offMore:
    'Once they are on, programs with a key of this facility and its agents ask models through one address, and pay from credit that you top up beforehand. Nothing is spent that is not there.',
  enable: 'Use AI models here',
  enableMore: 'Nothing is charged by that. The next steps are some credit and a key.',
  enabled: 'AI models are on.',
  onlyAdmins: 'An administrator of the organisation switches them on.',
  pausedTitle: 'Paused: every request is refused',
  available: 'Free to spend',
  held: 'Held for requests under way',
  owed: 'Owed, and taken from what comes in next',
  limit: 'Spend limit',
  noLimit: 'No spend limit is set.',
  recharge: 'Automatic top-up',
  lookingAtCard: 'the card',
  topup: 'Top up',
  topupMore: 'By card it is there within seconds. By a transfer it is there once the payment has come in.',
  amount: 'Amount',
  method: 'How it is paid',
  topupNow: 'Top up',
  topupWrong: 'An amount such as 25 or 25.00: from 5 to 10,000.',
  pageOver: 'The page of the card provider is over. Begin once more.',
  lookingAtTopup: 'Asking the card provider what came of it.',
  lookAgain: 'Ask again',
  reference: 'Reference for the transfer',
  copyReference: 'Copy the reference',
  settings: 'Limits and automatic top-up',
  rechargeOn: 'Top up by card when credit runs low',
  threshold: 'When credit is at or below',
  rechargeAmount: 'Top up by',
  thresholdWrong: 'An amount such as 10 or 10.00: from 0 to 100,000.',
  saveRecharge: 'Save the top-up',
  saveLimit: 'Save the limit',
  saved: 'It is saved, and holds from the next request on.',
  resetTotal: 'Begin the total anew',
  resetTotalMore: 'What was spent so far counts towards the limit no more. It stays in all lists.',
  resetDone: 'The total begins anew.',
  activity: 'Who set what',
  lookingAtActivity: 'who set what',
  noActivity: 'Nothing was set yet',
  transactions: 'Transactions',
  lookingAtTransactions: 'the transactions',
  noTransactions: 'No transactions yet',
  noTransactionsMore: 'Top-ups stand here at once, requests once their day is over (UTC).',
  when: 'When',
  what: 'What',
  receipt: 'Receipt',
  receipts: 'These receipts as one file (ZIP)',
  statements: 'Statements by month',
  lookingAtStatements: 'the statements',
  noStatements: 'No statements yet',
  noStatementsMore: 'The first month in which anything moves has one.',
  month: 'Month (UTC)',
  opening: 'Before',
  toppedUp: 'Topped up',
  givenBack: 'Given back',
  adjusted: 'Adjusted',
  used: 'Used',
  closing: 'After',
  files: 'Files',
  pdf: 'PDF',
  csv: 'Requests (CSV)',
  developers: 'For developers',
  developersMore:
    'Any client that speaks the usual protocol of chat completions works as it is: give it this address and a key. A key is made under “Keys and guardrails”, and belongs in no program text.',
  address: 'Address',
  copyAddress: 'Copy the address',
  noGate: 'No gate is open at this installation, so clients cannot be pointed at one yet.',
  curl: 'With curl',
  node: 'With Node',
  copyExample: 'Copy this',
  models: 'Models and prices',
  lookingAtModels: 'the models',
  noModels: 'No model is to be had',
  noModelsMore: 'Whoever runs this installation names those that there are.',
  model: 'Model',
  provider: 'Run by',
  priceIn: 'A million tokens sent',
  priceOut: 'A million tokens back',
  context: 'Tokens at once',
  mayAsk: 'May be asked',
  yes: 'Yes',
  operating: 'Whoever runs the platform',
  pause: 'Pause AI models here',
  pauseMore: 'Every request of every key and agent is refused from the next one on. What is under way is not cut off.',
  pauseReason: 'Why, for whoever runs the facility',
  reasonMissing: 'Say why: whoever runs the facility reads it.',
  pausedNow: 'AI models are paused here.',
  resume: 'Resume AI models here',
  resumeMore: 'Requests are answered again from the next one on.',
  resumed: 'AI models are resumed here.',
  adjust: 'Adjust the credit',
  adjustMore: 'Such as 25.00, or -25.00 to take it back. 5,000 at most.',
  grantMore: 'Such as 25.00. 5,000 at most.',
  adjustWrong: 'An amount such as 25 or -25.00, not 0, and 5,000 at most.',
  note: 'Why, for the transactions',
  noteMissing: 'This is needed.',
  adjustNow: 'Adjust it',
  adjustedNow: 'The credit is adjusted.',
  waits: 'It waits for a second person.',
} as const;

export const TOPUP_METHODS: Readonly<Record<AiTopupMethod, string>> = { card: 'By card', transfer: 'By transfer' };
const TOPUPS: Readonly<Record<AiTopupState, string>> = {
  open: 'Nobody knows yet whether it was paid. It is credited by itself once it is.',
  paid: 'It is paid, and part of the credit.',
  failed: 'It was not paid: the card was refused.',
  cancelled: 'It was not paid: nobody finished it.',
};
const TRANSACTIONS: Readonly<Record<AiTransaction['type'], string>> = {
  topup: 'Top-up',
  'charge-reconcile': 'Requests of a day',
  refund: 'Given back',
  adjustment: 'Adjustment',
  'trueup-shortfall': 'Borne by the platform',
};
const ACTIVITIES: Readonly<Record<AiActivity['kind'], string>> = {
  enabled: 'Switched on',
  paused: 'Paused',
  resumed: 'Resumed',
  'auto-recharge': 'Automatic top-up',
  'spend-limit': 'Spend limit',
  'spend-reset': 'Total begun anew',
  guardrails: 'Guardrails',
  'agent-caps': 'Caps of agents',
  'key-made': 'Key made',
  'key-changed': 'Key changed',
  'key-deleted': 'Key deleted',
};

export const creditWords = {
  balance: (micros: number, currency: string): string => `${currency} ${aiWords.money(micros)} of credit`,
  amountIn: (currency: string): string => `Amount in ${currency}`,
  runway: ({ availableMicros, runwayDays }: Pick<AiOverview, 'availableMicros' | 'runwayDays'>): string => {
    if (availableMicros <= 0) return 'Nothing is free to spend: requests are refused until it is topped up.';
    if (runwayDays === null) return 'Nothing was spent in the last seven days.';
    if (runwayDays === 0) return 'As it was spent in the last seven days, it lasts less than a day.';
    return `As it was spent in the last seven days, it lasts ${counted(runwayDays, 'more day', 'more days')}.`;
  },
  limit: (usedMicros: number, limitCents: number, reset: AiReset): string =>
    `${aiWords.money(usedMicros)} of ${aiWords.cents(limitCents)} ${EACH[reset]}`,
  beginsAnew: (at: string | undefined): string =>
    at === undefined ? 'It begins anew when somebody says so.' : `It begins anew ${at}.`,
  recharge: ({ enabled, thresholdCents, amountCents }: AiOverview['autoRecharge']): string =>
    enabled
      ? `${aiWords.cents(amountCents ?? 0)} by card, once credit is at or below ${aiWords.cents(thresholdCents ?? 0)}`
      : 'Off',
  card: ({ kind, brand, last4, expires }: AiPaymentMethod): string =>
    kind === 'none'
      ? 'No card is kept yet: it takes one top-up by card.'
      : `By the ${brand ?? 'card'} that ends in ${last4 ?? '—'}${expires === null ? '' : `, good until ${expires}`}.`,
  topup: (state: AiTopupState): string => TOPUPS[state],
  due: (at: string): string => `Due ${at}. The credit is there once it is paid with exactly this reference.`,
  transaction: ({ type, requests, note, coveredMicros }: AiTransaction): string =>
    [
      TRANSACTIONS[type],
      ...(requests === null ? [] : [counted(requests, 'request', 'requests')]),
      ...(coveredMicros === 0 ? [] : [`${aiWords.exactly(coveredMicros)} not charged`]),
      ...(note === null ? [] : [note]),
    ].join(', '),
  activity: ({ kind, what }: AiActivity): string => (what === '' ? ACTIVITIES[kind] : `${ACTIVITIES[kind]}: ${what}`),
  statement: (month: string, final: boolean): string => (final ? month : `${month}, so far`),
  file: (kind: string, month: string): string => `${kind} of ${month}`,
  receiptOf: (at: string): string => `Receipt of ${at}`,
  allowed: ({ allowed, why }: Pick<AiModel, 'allowed' | 'why'>): string => (allowed ? creditLabels.yes : (why ?? 'No')),
} as const;
