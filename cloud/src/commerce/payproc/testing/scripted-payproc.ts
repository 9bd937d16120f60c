import type { CardProvider, Listed, ProvidedAccount, ProvidedIntent } from '../card-provider.ts';

const nothing = async (): Promise<Listed<never>> => ({ items: [], more: false });

const accountOf = (accountId: string): ProvidedAccount => ({
  accountId,
  chargesEnabled: true,
  payoutsEnabled: true,
  isSubmitted: true,
  currency: 'AUD',
  requirements: { currentlyDue: [], pastDue: [], deadline: null, disabledReason: null },
  bankLast4: '6789',
  schedule: { interval: 'daily', delayDays: 2 },
});
const intentOf = (intentId: string, state = 'requires_payment_method'): ProvidedIntent => ({
  intentId,
  amountCents: 4_900,
  receivedCents: 0,
  currency: 'AUD',
  state,
  description: null,
  failureCode: null,
  createdAt: Date.UTC(2026, 0, 1),
  canceledAt: state === 'canceled' ? Date.UTC(2026, 0, 1) : null,
  // `pi_of_fac_0123456789abcdef_1` is of that facility.
  facilityId: /^pi_of_(fac_[0-9a-z]+)/.exec(intentId)?.[1] ?? null,
  ...{ attemptId: null, topup: null },
});

/** A provider in memory that takes everything. Which facility a payment is of, its id says. */
export const scriptedPayproc = (): CardProvider => ({
  publishableKey: 'pk_test_scripted',
  mode: 'test',
  appleFile: undefined,
  platformAccount: async () => ({ accountId: 'acct_platform' }),
  account: async (id) => accountOf(id),
  createAccount: async ({ mark }) => accountOf(`acct_${mark}`),
  findAccount: async () => undefined,
  onboardingLink: async () => ({ url: 'https://connect.example/setup', expiresAt: Date.UTC(2026, 0, 1) }),
  accountSession: async () => ({ clientSecret: 'accs_secret__scripted', expiresAt: Date.UTC(2026, 0, 1) }),
  domain: async () => undefined,
  registerDomain: async (_account, domain) => ({ domain, applePay: true, googlePay: true, problem: null }),
  records: nothing,
  paymentOf: async () => undefined,
  intents: nothing,
  intent: async (_account, id) => (id.startsWith('pi_of_') ? intentOf(id) : undefined),
  cancelIntent: async (_account, id) => intentOf(id, 'canceled'),
  payouts: nothing,
  transactions: nothing,
  createCustomer: async ({ mark }) => `cus_${mark}`,
  openCheckout: async ({ marks: { attemptId }, amountCents, currency, expiresAt }) => ({
    sessionId: `cs_${attemptId}`,
    state: 'open',
    isPaid: false,
    url: 'https://pay.example/checkout',
    expiresAt,
    intentId: null,
    amountCents,
    currency,
    card: null,
  }),
  checkout: async () => undefined,
  chargeKept: async ({ marks: { attemptId } }) => intentOf(`pi_${attemptId}`, 'succeeded'),
  findIntent: async () => undefined,
  eventIn: async () => undefined,
});
