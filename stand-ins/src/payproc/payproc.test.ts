import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { asPublished } from '../kit/testing/as-published.ts';
import { createPayproc, KEYS, SIGNING_SECRET, type SignedEvent } from './payproc.ts';
import published from './resources.schema.json' with { type: 'json' };

const HOOK = 'https://localhost:8443/hooks/payproc';
const wrongIn = asPublished(published);

describe('card payments of Stripe’s API, asked by its own library', () => {
  let clock: ManualClock;
  let payproc: ServedStandIn<ReturnType<typeof createPayproc>>;
  let told: SignedEvent[];
  let stripe: Stripe;
  const clientOf = (key: string = KEYS.secret): Stripe =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: payproc.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });

  beforeEach(async () => {
    told = [];
    clock = new ManualClock('2026-03-01T09:30:00Z');
    const tellEvent = async (event: SignedEvent) => told.push(event) > 0;
    payproc = await serveStandIn(createPayproc({ clock, tellEvent, hookUrl: HOOK }));
    stripe = clientOf();
  });
  afterEach(() => payproc.close());

  const types = () => told.splice(0).map(({ body }) => JSON.parse(body).type as string);
  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
    stripe.paymentIntents.create(
      { amount: 5_000, currency: 'aud', payment_method: 'pm_card_visa', confirm: true, ...more },
      options,
    );
  const openAccount = async () => {
    const account = await stripe.accounts.create({ type: 'standard', country: 'AU', metadata: { org: 'org_1' } });
    const link = await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: 'https://gym.example/back',
      refresh_url: 'https://gym.example/again',
    });
    return { account, link };
  };

  it('takes a payment, and shows charge, fee and what is left of it where asked', async () => {
    const intent = await pay({ metadata: { facility_id: 'fac_1' }, expand: ['latest_charge.balance_transaction'] });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 5_000, metadata: { facility_id: 'fac_1' } });
    expect(intent.latest_charge).toMatchObject({
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { fee: 175, net: 4_825, status: 'pending' },
    });
    await clock.advance(Seconds(1));
    const [event] = told;
    const { body = '', signature = '' } = event ?? {};
    const seconds = Math.floor(clock.wallMs() / 1_000);
    expect(
      await stripe.webhooks.constructEventAsync(body, signature, SIGNING_SECRET, 300, undefined, seconds * 1_000),
    ).toMatchObject({
      type: 'payment_intent.created',
    });
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  });

  it('says in the words of the API what it does not take', async () => {
    await expect(pay({ payment_method: 'pm_card_chargeDeclined' })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      payment_intent: { status: 'requires_payment_method' },
    });
    await expect(pay({ payment_method: 'pm_card_chargeDeclinedInsufficientFunds' })).rejects.toMatchObject({
      decline_code: 'insufficient_funds',
    });
    await expect(pay({ payment_method: 'pm_card_authenticationRequired', off_session: true })).rejects.toMatchObject({
      code: 'authentication_required',
    });
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(pay({ amount: 0 })).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' });
    await expect(clientOf('sk_test_nobody').balance.retrieve()).rejects.toMatchObject({ statusCode: 401 });
    await expect(stripe.balance.retrieve({}, { stripeAccount: 'acct_none' })).rejects.toMatchObject({
      statusCode: 403,
    });
  });

  it('answers the same key with the same answer for a day, and refuses it for anything else', async () => {
    const key = { idempotencyKey: 'topup_1' };
    const first = await pay({}, key);
    expect((await pay({}, key)).id).toBe(first.id);
    await expect(pay({ amount: 6_000 }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    const declined = { idempotencyKey: 'topup_2' };
    for (const _again of [1, 2])
      await expect(pay({ payment_method: 'pm_card_chargeDeclined' }, declined)).rejects.toMatchObject({
        code: 'card_declined',
      });
    expect((await stripe.paymentIntents.list()).data).toHaveLength(2);
    await clock.advance(Hours(24));
    expect((await pay({}, key)).id).not.toBe(first.id);
  });

  it('did what was asked though nobody heard so, and then says what it did', async () => {
    // The library itself asks once more where a connection ends.
    payproc.faults.want({ kind: 'lost-answer', at: '/v1/payment_intents', times: 2 });
    const key = { idempotencyKey: 'topup_3' };
    await expect(pay({}, key)).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const again = await pay({}, key);
    expect([again.status, (await stripe.charges.list()).data.length]).toEqual(['succeeded', 1]);
    payproc.faults.want({ kind: 'too-many', times: 1 }, { kind: 'refuse', status: 500, times: 1 });
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
  });

  it('lists by cursors and time, the newest first', async () => {
    for (let amount = 1_001; amount <= 1_025; amount++) {
      await pay({ amount });
      await clock.advance(Minutes(1));
    }
    const all: number[] = [];
    for await (const { amount } of stripe.charges.list({ limit: 10 })) all.push(amount);
    expect([all.length, all[0], all.at(-1)]).toEqual([25, 1_025, 1_001]);
    const since = Math.floor(clock.wallMs() / 1_000) - 5 * 60;
    const late = await stripe.charges.list({ created: { gte: since }, limit: 3 });
    expect([late.data.map(({ amount }) => amount), late.has_more]).toEqual([[1_025, 1_024, 1_023], true]);
    const before = await stripe.charges.list({ ending_before: late.data[2]?.id ?? '', limit: 1 });
    expect(before.data.map(({ amount }) => amount)).toEqual([1_024]);
  });

  it('onboards whoever follows a link once, and tells of it as their account', async () => {
    const { account, link } = await openAccount();
    expect(account).toMatchObject({ charges_enabled: false, requirements: { currently_due: expect.any(Array) } });
    const url = link.url;
    expect(await (await fetch(url)).text()).toContain('Tell us about your business');
    const done = await post(url, { act: 'done' });
    expect([done.status, done.headers.get('location')]).toEqual([303, 'https://gym.example/back']);
    expect((await fetch(url)).status).toBe(404);
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ charges_enabled: true, payouts_enabled: true });
    await clock.advance(Seconds(1));
    expect(JSON.parse(told.at(-1)?.body ?? '{}')).toMatchObject({ type: 'account.updated', account: account.id });
    const session = await stripe.accountSessions.create({
      account: account.id,
      components: { payments: { enabled: true } },
    });
    expect(session).toMatchObject({ account: account.id, client_secret: expect.stringMatching(/^accs_secret__/) });
    const { link: old } = await openAccount();
    await clock.advance(Minutes(6));
    const late = await fetch(old.url, { redirect: 'manual' });
    expect([late.status, late.headers.get('location')]).toEqual([303, 'https://gym.example/again']);
  });

  it('takes cards on its own page, asks who they are of, and writes no number down', async () => {
    const customer = await stripe.customers.create({ name: 'Harbour' });
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      success_url: 'https://gym.example/done?session={CHECKOUT_SESSION_ID}',
      line_items: [
        { quantity: 1, price_data: { currency: 'aud', unit_amount: 9_000, product_data: { name: 'Credit' } } },
      ],
      payment_intent_data: { setup_future_usage: 'off_session', metadata: { topup: 'tup_1' } },
    });
    const url = session.url ?? '';
    const declined = await post(url, { card: '4000 0000 0000 9995', act: 'pay' });
    expect([declined.status, await declined.text()]).toEqual([200, expect.stringContaining('insufficient funds')]);
    const asked = await post(url, { card: '4000000000003220', act: 'pay' });
    const challenge = asked.headers.get('location') ?? '';
    expect(challenge).toContain('/challenge/');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
    const done = await post(challenge, { act: 'yes' });
    expect(done.headers.get('location')).toBe(`https://gym.example/done?session=${session.id}`);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.payment_method'] });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: {
        metadata: { topup: 'tup_1' },
        payment_method: { customer: customer.id, card: { last4: '3220' } },
      },
    });
    const kept = JSON.stringify([payproc.received.map(({ body }) => String(body)), told, await stripe.events.list()]);
    expect(kept).not.toMatch(/4000 ?0000 ?0000 ?\d{4}/);
  });

  it('pays out what is available by its clock, after fees, refunds and disputes', async () => {
    const { account, link } = await openAccount();
    await post(link.url, { act: 'done' });
    const theirs = { stripeAccount: account.id };
    const paid = await pay({}, theirs);
    await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000 }, theirs);
    await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 4_001 }, theirs)).rejects.toMatchObject({
      param: 'amount',
    });
    await pay({ amount: 8_000, payment_method: 'pm_card_createDispute' }, theirs);
    payproc.acts['win-disputes']?.();
    expect((await stripe.disputes.list({}, theirs)).data).toMatchObject([{ status: 'won', amount: 8_000 }]);
    await clock.advance(Days(2));
    const net = 5_000 - 175 - 1_000 + 8_000 - 262;
    const [payout] = (await stripe.payouts.list({}, theirs)).data;
    expect(payout).toMatchObject({ amount: net, status: 'in_transit' });
    await clock.advance(Days(1));
    expect((await stripe.payouts.list({}, theirs)).data[0]?.status).toBe('paid');
    const moves = await stripe.balanceTransactions.list({ payout: payout?.id ?? '', expand: ['data.source'] }, theirs);
    expect(moves.data.reduce((sum, one) => sum + one.net, 0)).toBe(0);
    expect((await stripe.balance.retrieve({}, theirs)).available).toMatchObject([{ amount: 0 }]);
    expect((await stripe.charges.list()).data).toEqual([]);
  });

  it('keeps domains for wallets of phones, and finds what is not there', async () => {
    payproc.unverified.add('wrong.example');
    const good = await stripe.paymentMethodDomains.create({ domain_name: 'gym.example' });
    expect(good).toMatchObject({ apple_pay: { status: 'active' }, google_pay: { status: 'active' } });
    const wrong = await stripe.paymentMethodDomains.create({ domain_name: 'wrong.example' });
    expect(wrong.apple_pay).toMatchObject({ status: 'inactive' });
    payproc.unverified.clear();
    expect((await stripe.paymentMethodDomains.validate(wrong.id)).apple_pay.status).toBe('active');
  });

  it('tells twice, in any order, late, not at all or wrongly signed, and again whom it did not reach', async () => {
    payproc.acts['events-twice']?.();
    payproc.acts['events-unordered']?.();
    await pay();
    await clock.advance(Seconds(1));
    expect(types()).toEqual(
      ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'].flatMap((type) => [type, type]),
    );
    payproc.acts['events-right']?.();
    payproc.acts['events-lost']?.();
    await pay();
    payproc.acts['events-right']?.();
    payproc.acts['events-late']?.();
    await pay();
    await clock.advance(Hours(2));
    expect(types()).toEqual([]);
    await clock.advance(Hours(1));
    expect(types()).toHaveLength(3);
    expect((await stripe.events.list({ limit: 100 })).data).toHaveLength(9);
  });

  it('answers in the shapes that are published', async () => {
    const { account } = await openAccount();
    const customer = await stripe.customers.create({ email: 'a@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const setup = await stripe.setupIntents.create({ customer: customer.id, payment_method: method.id });
    const intent = await pay({ customer: customer.id, payment_method: method.id });
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    const charges = await stripe.charges.list();
    const moves = await stripe.balanceTransactions.list();
    const held = await pay({ confirm: false });
    const cancelled = await stripe.paymentIntents.cancel(held.id);
    expect(cancelled.status).toBe('canceled');
    await expect(stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    for (const one of [account, customer, method, setup, intent, refund, ...charges.data, ...moves.data, cancelled])
      expect([one.object, wrongIn(JSON.parse(JSON.stringify(one)))]).toEqual([one.object, []]);
  });
});
