import type { Balance } from './balance.ts';
import { type Book, secretOf } from './book.ts';
import { type Card, cardOfToken, DECLINES } from './cards.ts';
import { Refusal } from './refusals.ts';
import type { Events } from './send-events.ts';
import type { BalanceTransaction, Charge, Dispute, PaymentIntent, PaymentMethod } from './things.ts';

const EXPIRES = { exp_month: 12, exp_year: 2_034 };
const DUE_AFTER_SECONDS = 10 * 24 * 3_600;

interface At {
  readonly account: string;
  /** Nobody is there to answer. */
  readonly offSession: boolean;
  /** Where whoever pays says that it is they. */
  readonly challengeUrl: (intent: PaymentIntent) => string;
}

/** What happens to money once somebody means to pay. */
export const createCharging = (book: Book, events: Events, balance: Balance) => {
  /** What becomes of a payment method, which nobody is told. */
  const cards = new Map<string, Card>();

  const methodOf = (account: string, card: Card, customer: string | null = null): PaymentMethod => {
    const { brand, last4 } = card;
    const made = book.make<PaymentMethod>(account, 'payment_method', 'pm', {
      type: 'card',
      customer,
      card: { brand, last4, ...EXPIRES },
    });
    cards.set(made.id, card);
    return made;
  };
  /** A payment method by its id, or one of a test card’s name. */
  const findMethod = (account: string, id: string): PaymentMethod => {
    const card = cardOfToken(id);
    return card === undefined ? book.get(account, 'payment_method', id) : methodOf(account, card);
  };
  const cardOf = ({ id }: PaymentMethod): Card =>
    cards.get(id) ?? { brand: 'visa', last4: '4242', present: 'pays', absent: 'pays' };

  const charge = (
    account: string,
    intent: PaymentIntent,
    method: PaymentMethod,
    no?: { code: string; message: string },
  ) =>
    book.make<Charge>(account, 'charge', 'ch', {
      amount: intent.amount,
      amount_captured: no === undefined ? intent.amount : 0,
      amount_refunded: 0,
      currency: intent.currency,
      customer: intent.customer,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: { type: 'card', card: { brand: method.card.brand, last4: method.card.last4 } },
      balance_transaction: null,
      paid: no === undefined,
      refunded: false,
      disputed: false,
      captured: no === undefined,
      status: no === undefined ? 'succeeded' : 'failed',
      failure_code: no?.code ?? null,
      failure_message: no?.message ?? null,
      outcome: { type: no === undefined ? 'authorized' : 'issuer_declined', network_status: 'approved_by_network' },
      metadata: { ...intent.metadata },
    });

  const dispute = (account: string, paid: Charge): void => {
    paid.disputed = true;
    const made = book.make<Dispute>(account, 'dispute', 'dp', {
      amount: paid.amount,
      charge: paid.id,
      payment_intent: paid.payment_intent,
      currency: paid.currency,
      reason: 'fraudulent',
      status: 'needs_response',
      balance_transactions: [],
      evidence_details: { due_by: book.now() + DUE_AFTER_SECONDS, has_evidence: false, past_due: false },
      metadata: {},
    });
    made.balance_transactions = [balance.disputed(account, made.id, paid.amount, paid.currency)];
    events.say(account, 'charge.dispute.created', made);
  };

  const succeed = (account: string, intent: PaymentIntent, method: PaymentMethod): void => {
    const paid = charge(account, intent, method);
    paid.balance_transaction = balance.charged(account, paid).id;
    Object.assign(intent, {
      ...{ status: 'succeeded', amount_received: intent.amount, latest_charge: paid.id },
      ...{ last_payment_error: null, next_action: null, payment_method: method.id },
    });
    if (intent.setup_future_usage !== null && intent.customer !== null) method.customer = intent.customer;
    events.say(account, 'charge.succeeded', paid);
    events.say(account, 'payment_intent.succeeded', intent);
    if (cardOf(method).present === 'disputed') dispute(account, paid);
  };

  const fail = (account: string, intent: PaymentIntent, method: PaymentMethod, why: keyof typeof DECLINES): Refusal => {
    const no = DECLINES[why];
    const failed = charge(account, intent, method, no);
    const error = { type: 'card_error', ...no, payment_method: method } as const;
    Object.assign(intent, {
      ...{ status: 'requires_payment_method', payment_method: null, latest_charge: failed.id },
      ...{ last_payment_error: error, next_action: null },
    });
    events.say(account, 'charge.failed', failed);
    events.say(account, 'payment_intent.payment_failed', intent);
    return new Refusal(402, { ...error, payment_intent: structuredClone(intent) });
  };

  return {
    methodOf,
    findMethod,
    cardOf,
    newIntent: (
      account: string,
      rest: Pick<
        PaymentIntent,
        'amount' | 'currency' | 'customer' | 'description' | 'setup_future_usage' | 'capture_method'
      > & {
        readonly metadata: Readonly<Record<string, string>>;
      },
    ): PaymentIntent => {
      const made = book.make<PaymentIntent>(account, 'payment_intent', 'pi', {
        ...rest,
        client_secret: '',
        amount_received: 0,
        payment_method: null,
        payment_method_types: ['card'],
        latest_charge: null,
        status: 'requires_payment_method',
        last_payment_error: null,
        next_action: null,
        canceled_at: null,
        cancellation_reason: null,
      });
      Object.assign(made, { client_secret: secretOf(made.id) });
      events.say(account, 'payment_intent.created', made);
      return made;
    },

    /** Pays by a card. Throws what the API refuses a declined card with. */
    confirm: (intent: PaymentIntent, method: PaymentMethod, { account, offSession, challengeUrl }: At): void => {
      const { present, absent } = cardOf(method);
      const manner = offSession ? absent : present;
      if (manner === 'declined' || manner === 'insufficient') throw fail(account, intent, method, manner);
      if (manner === 'challenge' && offSession) throw fail(account, intent, method, 'challenge');
      intent.payment_method = method.id;
      if (manner !== 'challenge') {
        succeed(account, intent, method);
        return;
      }
      const redirect = { url: challengeUrl(intent), return_url: null };
      Object.assign(intent, {
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: redirect },
      });
      events.say(account, 'payment_intent.requires_action', intent);
    },

    /** Whoever pays has said that it is they, or that it is not. */
    challenged: (account: string, intent: PaymentIntent, isThey: boolean): void => {
      const method = book.get<PaymentMethod>(account, 'payment_method', intent.payment_method ?? '');
      if (isThey) succeed(account, intent, method);
      else fail(account, intent, method, 'challenge');
    },

    cancel: (account: string, intent: PaymentIntent, reason: string | null): void => {
      Object.assign(intent, {
        status: 'canceled',
        canceled_at: book.now(),
        cancellation_reason: reason,
        next_action: null,
      });
      events.say(account, 'payment_intent.canceled', intent);
    },

    closeDispute: (account: string, won: boolean): void => {
      const open = book.all<Dispute>(account, 'dispute').findLast(({ status }) => status === 'needs_response');
      if (open === undefined) return;
      open.status = won ? 'won' : 'lost';
      const back: readonly BalanceTransaction[] = won
        ? [balance.disputeWon(account, open.id, open.amount, open.currency)]
        : [];
      open.balance_transactions = [...open.balance_transactions, ...back];
      events.say(account, 'charge.dispute.closed', open);
    },
  };
};
export type Charging = ReturnType<typeof createCharging>;
