/** The words of what a gym takes by card. */
export const cardPaymentLabels = {
  title: 'Card payments',
  more: 'What members pay by card, and what reaches the bank.',
  back: 'Settings',
  account: 'Account at the card provider',
  lookingAtAccount: 'how the account stands',
  tell: 'Tell the provider who you are',
  tellMore: 'Opens the provider’s own pages. The link is good once, and for minutes.',
  payments: 'Payments of the last 30 days',
  lookingAtPayments: 'what was paid',
  noPayments: 'Nothing was paid by card',
  when: 'When',
  amount: 'Amount',
  state: 'How it stands',
  card: 'Card',
  payouts: 'To the bank',
  lookingAtPayouts: 'what went to the bank',
  noPayouts: 'Nothing has gone to the bank yet',
  arrives: 'Arrives',
} as const;

const STATES = {
  none: 'There is no account yet.',
  onboarding: 'The account is being opened.',
  active: 'The account works.',
  restricted: 'Something is missing.',
  rejected: 'The account is rejected.',
} as const;
const SCHEDULES: Readonly<Record<string, string>> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
  manual: 'when somebody says so',
};

export const cardPaymentWords = {
  state: (state: keyof typeof STATES): string => STATES[state],
  bank: (last4: string, interval: string | undefined): string =>
    `Money goes to the account that ends in ${last4}, ${SCHEDULES[interval ?? ''] ?? 'now and then'}.`,
  card: (brand: string | null, last4: string | null): string => (last4 === null ? '—' : `${brand ?? ''} ·${last4}`),
  standing: (state: string, reason: string | null): string =>
    [state, ...(reason === null ? [] : [reason])].join(', ').replaceAll('_', ' '),
};
