import { readFile } from 'node:fs/promises';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type Stripe from 'stripe';
import { type CardProvider, CardsRefused, type ListAsked, type Listed } from './card-provider.ts';
import type { PayprocSettings } from './payproc-config.ts';
import { stripeClient } from './stripe-client.ts';
import {
  ACCOUNT_MARK,
  ATTEMPT_MARK,
  accountView,
  chargeRecord,
  checkoutView,
  disputeRecord,
  domainView,
  intentView,
  payoutView,
  refundRecord,
  topupMarks,
  transactionView,
} from './stripe-views.ts';

/** An event that is older was signed for somebody else’s ears. */
const SIGNED_WITHIN_SECONDS = 300;
/** However much there is, so many pages of it are looked through for one thing of ours. */
const PAGES_MAX = 20;
const PAGE = 100;

const listAsked = ({ from, to, after, limit }: ListAsked) => ({
  limit,
  ...(after !== undefined && after !== '' && { starting_after: after }),
  ...((from !== undefined || to !== undefined) && {
    created: {
      ...(from !== undefined && { gte: Math.ceil(from / 1_000) }),
      ...(to !== undefined && { lt: Math.ceil(to / 1_000) }),
    },
  }),
});
const listed = <From, To>({ data, has_more }: Stripe.ApiList<From>, view: (from: From) => To): Listed<To> => ({
  items: data.map(view),
  more: has_more,
});
const at = (account: string | undefined, key?: string): Stripe.RequestOptions => ({
  ...(account !== undefined && { stripeAccount: account }),
  ...(key !== undefined && { idempotencyKey: key }),
});
const ABSENT = 'resource_missing';
const orAbsent = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CardsRefused && error.code === ABSENT) return undefined;
    throw error;
  }
};
/** A secret a line; empty lines are none, and would fit what anybody signs. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const PAID_CARD = ['payment_intent.payment_method'];

/** Stripe, or a server that speaks its API. Idempotency keys are of our rows: who asks again asks for the same thing. */
export const stripePayproc = (settings: PayprocSettings, clock: Pick<Clock, 'after'>): CardProvider => {
  const { ask, client } = stripeClient(settings, clock);
  const { publishableKey } = settings;

  return {
    publishableKey,
    appleFile: settings.appleFile,
    mode: publishableKey.startsWith('pk_live_') ? 'live' : 'test',

    platformAccount: async () => ({ accountId: (await ask((stripe) => stripe.accounts.retrieveCurrent())).id }),
    account: async (id) => accountView(await ask((stripe) => stripe.accounts.retrieve(id))),
    createAccount: async ({ key, mark }) =>
      accountView(
        await ask((stripe) =>
          stripe.accounts.create({ type: 'standard', metadata: { [ACCOUNT_MARK]: mark } }, at(undefined, key)),
        ),
      ),
    findAccount: async (mark) => {
      for (let after: string | undefined, pages = 0; pages < PAGES_MAX; pages += 1) {
        const page = await ask((stripe) => stripe.accounts.list(listAsked({ after, limit: PAGE })));
        const found = page.data.find(({ metadata }) => metadata?.[ACCOUNT_MARK] === mark);
        if (found !== undefined) return accountView(found);
        after = page.data.at(-1)?.id;
        if (!page.has_more) return undefined;
      }
      return undefined;
    },
    onboardingLink: async (account, { returnUrl: return_url, refreshUrl: refresh_url }) => {
      const link = await ask((stripe) =>
        stripe.accountLinks.create({ account, type: 'account_onboarding', return_url, refresh_url }),
      );
      return { url: link.url, expiresAt: link.expires_at * 1_000 };
    },
    accountSession: async (account, names) => {
      const components = Object.fromEntries(names.map((name) => [name, { enabled: true }]));
      const session = await ask((stripe) => stripe.accountSessions.create({ account, components }));
      return { clientSecret: session.client_secret, expiresAt: session.expires_at * 1_000 };
    },
    domain: async (account, name) => {
      const [known] = (await ask((stripe) => stripe.paymentMethodDomains.list({ domain_name: name }, at(account))))
        .data;
      return known && domainView(known);
    },
    registerDomain: async (account, domain_name) => {
      const there = await ask((stripe) => stripe.paymentMethodDomains.list({ domain_name }, at(account)));
      const [known] = there.data;
      return domainView(
        await ask((stripe) =>
          known === undefined
            ? stripe.paymentMethodDomains.create({ domain_name }, at(account))
            : stripe.paymentMethodDomains.validate(known.id, {}, at(account)),
        ),
      );
    },

    records: async (account, kind, { intentId, ...asked }) => {
      const query = { ...listAsked(asked), ...(intentId !== undefined && { payment_intent: intentId }) };
      if (kind === 'charge') {
        const expand = ['data.balance_transaction', 'data.payment_intent.latest_charge'];
        return listed(await ask((stripe) => stripe.charges.list({ ...query, expand }, at(account))), chargeRecord);
      }
      if (kind === 'refund') {
        const expand = ['data.balance_transaction', 'data.charge'];
        return listed(await ask((stripe) => stripe.refunds.list({ ...query, expand }, at(account))), refundRecord);
      }
      const expand = ['data.charge'];
      return listed(await ask((stripe) => stripe.disputes.list({ ...query, expand }, at(account))), disputeRecord);
    },
    paymentOf: async (id) => {
      const [prefix] = id.split('_');
      const found = await orAbsent(
        ask(async (stripe) => {
          if (prefix === 're') return (await stripe.refunds.retrieve(id)).payment_intent;
          if (prefix === 'ch') return (await stripe.charges.retrieve(id)).payment_intent;
          return prefix === 'dp' || prefix === 'du' ? (await stripe.disputes.retrieve(id)).payment_intent : undefined;
        }),
      );
      return (typeof found === 'string' ? found : found?.id) ?? undefined;
    },
    intents: async (account, { customerId: customer, ...asked }) => {
      const query = { ...listAsked(asked), ...(customer !== undefined && { customer }) };
      return listed(await ask((stripe) => stripe.paymentIntents.list(query, at(account))), intentView);
    },
    intent: async (account, id) => {
      const found = await orAbsent(ask((stripe) => stripe.paymentIntents.retrieve(id, {}, at(account))));
      return found && intentView(found);
    },
    cancelIntent: async (account, id, key) =>
      intentView(await ask((stripe) => stripe.paymentIntents.cancel(id, {}, at(account, key)))),
    payouts: async (account, asked) =>
      listed(await ask((stripe) => stripe.payouts.list(listAsked(asked), at(account))), payoutView),
    transactions: async (account, { payout, type, ...asked }) => {
      const only = { ...(payout !== undefined && { payout }), ...(type !== undefined && { type }) };
      const query = { ...listAsked(asked), ...only, expand: ['data.source'] };
      return listed(await ask((stripe) => stripe.balanceTransactions.list(query, at(account))), transactionView);
    },

    createCustomer: async ({ key, mark }) =>
      (await ask((stripe) => stripe.customers.create({ metadata: { gatehouse_owner: mark } }, at(undefined, key)))).id,
    openCheckout: async ({ key, marks, customerId, amountCents, currency, what, keepsCard, ...asked }) => {
      const name = { name: what };
      const price = { currency: currency.toLowerCase(), unit_amount: amountCents, product_data: name };
      const session = await ask((stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: customerId,
            client_reference_id: marks.attemptId,
            line_items: [{ quantity: 1, price_data: price }],
            payment_intent_data: {
              metadata: topupMarks(marks),
              ...(keepsCard && { setup_future_usage: 'off_session' as const }),
            },
            success_url: asked.returnUrl,
            cancel_url: asked.cancelUrl,
            expires_at: Math.floor(asked.expiresAt / 1_000),
          },
          at(undefined, key),
        ),
      );
      return checkoutView(session);
    },
    checkout: async (id) => {
      const found = await orAbsent(ask((stripe) => stripe.checkout.sessions.retrieve(id, { expand: PAID_CARD })));
      return found && checkoutView(found);
    },
    chargeKept: async ({ key, marks, customerId: customer, methodId, amountCents: amount, currency, what }) => {
      const asked = {
        ...{ amount, currency: currency.toLowerCase(), customer, payment_method: methodId, description: what },
        ...{ confirm: true, off_session: true, metadata: topupMarks(marks) },
      };
      return intentView(await ask((stripe) => stripe.paymentIntents.create(asked, at(undefined, key))));
    },
    findIntent: async (attemptId, during) => {
      for (let after: string | undefined, pages = 0; pages < PAGES_MAX; pages += 1) {
        const asked = listAsked({ ...during, after, limit: PAGE });
        const page = await ask((stripe) => stripe.paymentIntents.list(asked));
        const found = page.data.find(({ metadata }) => metadata[ATTEMPT_MARK] === attemptId);
        if (found !== undefined) return intentView(found);
        after = page.data.at(-1)?.id;
        if (!page.has_more) return undefined;
      }
      throw new Error('there are too many payments to find one of ours among');
    },

    eventIn: async (body, signature, now) => {
      const [stripe, secrets] = await Promise.all([client(), readFile(settings.hookSecretFile, 'utf8')]);
      try {
        // The library looks how old a signature is by what it is told; one of the future it would take.
        const signedAt = Number(/(?:^|,)t=(\d{1,12})/.exec(signature)?.[1] ?? Number.NaN);
        if (!(Math.abs(now / 1_000 - signedAt) <= SIGNED_WITHIN_SECONDS)) return undefined;
        // Each secret is tried, whichever fits: how long it takes says nothing of them.
        const event = await Promise.any(
          linesOf(secrets).map((secret) =>
            stripe.webhooks.constructEventAsync(body, signature, secret, SIGNED_WITHIN_SECONDS, undefined, now),
          ),
        );
        const { object } = event.data as { readonly object: { readonly id?: unknown } };
        const objectId = typeof object.id === 'string' ? object.id : '';
        return { eventId: event.id, type: event.type, accountId: event.account ?? null, objectId };
      } catch {
        return undefined;
      }
    },
  };
};
