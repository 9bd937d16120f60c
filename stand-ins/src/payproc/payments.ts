import type { Balance } from './balance.ts';
import { type Book, secretOf } from './book.ts';
import type { Charging } from './charging.ts';
import { type Form, metadataOf, numberOf, textOf } from './form.ts';
import { invalid, missing, Refusal, unexpected } from './refusals.ts';
import type { Asked, Routes } from './routes.ts';
import type { Events } from './send-events.ts';
import type {
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Payout,
  Refund,
  SetupIntent,
  Thing,
} from './things.ts';

const AMOUNT_MAX = 99_999_999;
const CANCELLABLE = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
]);

/** Payments, what they are made with, and what came of them. */
export const paymentRoutes = (book: Book, events: Events, charging: Charging, balance: Balance): Routes => {
  const listed =
    <T extends Thing>(object: T['object'], ...filters: readonly (keyof T & string)[]) =>
    ({ account, form, call }: Asked) =>
      book.list<T>(account, object, form, {
        url: call.path,
        is: (thing) => filters.every((name) => (textOf(form, name) ?? thing[name]) === thing[name]),
      });
  const got =
    (object: string) =>
    ({ account, id }: Asked) =>
      book.get(account, object, id);
  const intentOf = ({ account, id }: Asked) => book.get<PaymentIntent>(account, 'payment_intent', id);

  const confirm = (intent: PaymentIntent, { account, origin }: Asked, form: Form): PaymentIntent => {
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
      throw unexpected('payment_intent', `This PaymentIntent has a status of ${intent.status}.`);
    const id = textOf(form, 'payment_method') ?? intent.payment_method;
    if (id === null) throw missing('payment_method');
    charging.confirm(intent, charging.findMethod(account, id), {
      account,
      offSession: textOf(form, 'off_session') === 'true',
      challengeUrl: () => `${origin}/challenge/${account}/${intent.id}`,
    });
    return intent;
  };

  const createIntent = (asked: Asked): PaymentIntent => {
    const { account, form } = asked;
    const [amount, currency] = [numberOf(form, 'amount'), textOf(form, 'currency')];
    if (amount === undefined) throw missing('amount');
    if (amount < 1 || amount > AMOUNT_MAX) throw invalid('amount', 'Invalid positive integer');
    if (currency === undefined) throw missing('currency');
    const customer = textOf(form, 'customer') ?? null;
    if (customer !== null) book.get(account, 'customer', customer);
    const intent = charging.newIntent(account, {
      amount,
      currency,
      customer,
      description: textOf(form, 'description') ?? null,
      setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
      capture_method: textOf(form, 'capture_method') === 'manual' ? 'manual' : 'automatic_async',
      metadata: metadataOf(form),
    });
    const method = textOf(form, 'payment_method');
    if (method !== undefined)
      Object.assign(intent, {
        payment_method: charging.findMethod(account, method).id,
        status: 'requires_confirmation',
      });
    return textOf(form, 'confirm') === 'true' ? confirm(intent, asked, form) : intent;
  };

  const refund = ({ account, form }: Asked): Refund => {
    const intentId = textOf(form, 'payment_intent');
    const id =
      textOf(form, 'charge') ??
      (intentId && book.get<PaymentIntent>(account, 'payment_intent', intentId).latest_charge);
    if (typeof id !== 'string') throw missing('charge');
    const paid = book.get<Charge>(account, 'charge', id);
    const left = paid.amount_captured - paid.amount_refunded;
    if (left === 0)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${paid.id} has already been refunded.`,
      });
    const amount = numberOf(form, 'amount') ?? left;
    if (amount < 1 || amount > left)
      throw invalid('amount', 'Refund amount is greater than unrefunded amount on charge');
    const transaction = balance.refunded(account, '', amount, paid.currency);
    const made = book.make<Refund>(account, 'refund', 're', {
      amount,
      charge: paid.id,
      payment_intent: paid.payment_intent,
      currency: paid.currency,
      balance_transaction: transaction.id,
      reason: textOf(form, 'reason') ?? null,
      status: 'succeeded',
      metadata: metadataOf(form),
    });
    Object.assign(transaction, { source: made.id });
    paid.amount_refunded += amount;
    paid.refunded = paid.amount_refunded === paid.amount_captured;
    events.say(account, 'refund.created', made);
    events.say(account, 'charge.refunded', paid);
    return made;
  };

  const attach = ({ account, id, form }: Asked): PaymentMethod => {
    const customer = textOf(form, 'customer');
    if (customer === undefined) throw missing('customer');
    book.get(account, 'customer', customer);
    const method = charging.findMethod(account, id);
    method.customer = customer;
    events.say(account, 'payment_method.attached', method);
    return method;
  };

  const changed = (thing: Thing & { email?: string | null }, form: Form): Thing => {
    thing.metadata = metadataOf(form, thing.metadata);
    return thing;
  };

  return {
    'POST /v1/customers': ({ account, form }) =>
      book.make<Customer>(account, 'customer', 'cus', {
        email: textOf(form, 'email') ?? null,
        name: textOf(form, 'name') ?? null,
        invoice_settings: { default_payment_method: null },
        metadata: metadataOf(form),
      }),
    'GET /v1/customers/:id': got('customer'),
    'POST /v1/customers/:id': ({ account, id, form }) => {
      const customer = book.get<Customer>(account, 'customer', id);
      const method = textOf(form, 'invoice_settings.default_payment_method');
      if (method !== undefined) customer.invoice_settings.default_payment_method = method;
      return changed(customer, form);
    },
    'GET /v1/payment_methods/:id': got('payment_method'),
    'GET /v1/payment_methods': listed<PaymentMethod>('payment_method', 'customer', 'type'),
    'POST /v1/payment_methods/:id/attach': attach,
    'POST /v1/payment_methods/:id/detach': ({ account, id }) =>
      Object.assign(book.get<PaymentMethod>(account, 'payment_method', id), { customer: null }),
    'POST /v1/setup_intents': ({ account, form }) => {
      const method = textOf(form, 'payment_method');
      const made = book.make<SetupIntent>(account, 'setup_intent', 'seti', {
        customer: textOf(form, 'customer') ?? null,
        client_secret: '',
        payment_method: method === undefined ? null : charging.findMethod(account, method).id,
        status: method === undefined ? 'requires_payment_method' : 'succeeded',
        usage: 'off_session',
        metadata: metadataOf(form),
      });
      return Object.assign(made, { client_secret: secretOf(made.id) });
    },
    'GET /v1/setup_intents/:id': got('setup_intent'),
    'POST /v1/payment_intents': createIntent,
    'GET /v1/payment_intents/:id': got('payment_intent'),
    'GET /v1/payment_intents': listed<PaymentIntent>('payment_intent', 'customer'),
    'POST /v1/payment_intents/:id/confirm': (asked) => confirm(intentOf(asked), asked, asked.form),
    'POST /v1/payment_intents/:id/cancel': (asked) => {
      const intent = intentOf(asked);
      if (!CANCELLABLE.has(intent.status))
        throw unexpected(
          'payment_intent',
          `You cannot cancel this PaymentIntent: it has a status of ${intent.status}.`,
        );
      charging.cancel(asked.account, intent, textOf(asked.form, 'cancellation_reason') ?? null);
      return intent;
    },
    'POST /v1/payment_intents/:id': (asked) => changed(intentOf(asked), asked.form),
    'GET /v1/charges/:id': got('charge'),
    'GET /v1/charges': listed<Charge>('charge', 'customer', 'payment_intent'),
    'POST /v1/refunds': refund,
    'GET /v1/refunds/:id': got('refund'),
    'GET /v1/refunds': listed<Refund>('refund', 'charge', 'payment_intent'),
    'GET /v1/disputes/:id': got('dispute'),
    'GET /v1/disputes': listed<Dispute>('dispute', 'charge', 'payment_intent'),
    'GET /v1/balance': ({ account }) => balance.of(account),
    'GET /v1/balance_transactions/:id': got('balance_transaction'),
    'GET /v1/balance_transactions': ({ account, form, call }) => {
      const payout = textOf(form, 'payout');
      return book.list<BalanceTransaction>(account, 'balance_transaction', form, {
        url: call.path,
        is: ({ id, type, source }) =>
          type === (textOf(form, 'type') ?? type) &&
          source === (textOf(form, 'source') ?? source) &&
          (payout === undefined || balance.paidOutBy.get(id) === payout),
      });
    },
    'GET /v1/payouts/:id': got('payout'),
    'GET /v1/payouts': listed<Payout>('payout', 'status'),
    'GET /v1/events/:id': got('event'),
    'GET /v1/events': listed('event', 'type' as never),
  };
};
