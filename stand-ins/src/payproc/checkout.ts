import { type Book, secretOf } from './book.ts';
import { type Card, cardOfNumber } from './cards.ts';
import type { Charging } from './charging.ts';
import { type Form, formOf, listOf, metadataOf, numberOf, partOf, textOf } from './form.ts';
import { cardPage, challengePage, donePage } from './pages.ts';
import { invalid, missing, Refusal, unexpected } from './refusals.ts';
import { type Asked, goTo, pageAnswer, type Routes } from './routes.ts';
import type { Events } from './send-events.ts';
import type { CheckoutSession, PaymentIntent, SetupIntent } from './things.ts';

const DAY_SECONDS = 24 * 3_600;

const sumOf = (form: Form): { amount: number; currency: string } => {
  const items = listOf(form, 'line_items').filter((item) => typeof item === 'object');
  const [first] = items;
  if (first === undefined) throw missing('line_items');
  const currency = textOf(first, 'price_data.currency');
  const amount = items.reduce(
    (sum, item) => sum + (numberOf(item, 'price_data.unit_amount') ?? 0) * (numberOf(item, 'quantity') ?? 1),
    0,
  );
  if (currency === undefined) throw missing('line_items[0][price_data][currency]');
  if (amount < 50) throw invalid('line_items', 'The total amount must be at least 50.');
  return { amount, currency };
};

/** The hosted card page: whoever pays types their card in here, and nowhere else. */
export const createCheckout = (book: Book, events: Events, charging: Charging) => {
  const find = ({ account, id }: Pick<Asked, 'account' | 'id'>) =>
    book.get<CheckoutSession>(account, 'checkout.session', id);

  const create = ({ account, form, origin }: Asked): CheckoutSession => {
    const [mode, successUrl] = [textOf(form, 'mode'), textOf(form, 'success_url')];
    if (mode !== 'payment' && mode !== 'setup') throw invalid('mode', `Invalid mode: ${mode ?? ''}`);
    if (successUrl === undefined) throw missing('success_url');
    const sum = mode === 'payment' ? sumOf(form) : { amount: null, currency: textOf(form, 'currency') ?? null };
    const expires = numberOf(form, 'expires_at') ?? book.now() + DAY_SECONDS;
    if (expires < book.now() + 1_800 || expires > book.now() + DAY_SECONDS)
      throw invalid('expires_at', 'The timestamp must be between 30 minutes and 24 hours from now.');
    const made = book.make<CheckoutSession>(account, 'checkout.session', 'cs_test', {
      mode,
      customer: textOf(form, 'customer') ?? null,
      client_reference_id: textOf(form, 'client_reference_id') ?? null,
      amount_total: sum.amount,
      currency: sum.currency,
      payment_intent: null,
      setup_intent: null,
      payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
      status: 'open',
      url: null,
      success_url: successUrl,
      cancel_url: textOf(form, 'cancel_url') ?? null,
      expires_at: expires,
      metadata: metadataOf(form),
    });
    made.url = `${origin}/pay/${account}/${made.id}`;
    if (mode === 'payment') sessionsOf.set(made.id, form);
    return made;
  };
  /** What was asked for with a session: its intent is made once somebody pays. */
  const sessionsOf = new Map<string, Form>();

  const settle = (session: CheckoutSession): CheckoutSession => {
    if (session.status === 'open' && session.expires_at <= book.now())
      Object.assign(session, { status: 'expired', url: null });
    return session;
  };
  const complete = (account: string, session: CheckoutSession): void => {
    Object.assign(session, { status: 'complete', url: null });
    if (session.mode === 'payment') session.payment_status = 'paid';
    events.say(account, 'checkout.session.completed', session);
  };

  const keepCard = (account: string, session: CheckoutSession, card: Card): void => {
    const method = charging.methodOf(account, card, session.customer);
    const made = book.make<SetupIntent>(account, 'setup_intent', 'seti', {
      customer: session.customer,
      client_secret: '',
      payment_method: method.id,
      status: 'succeeded',
      usage: 'off_session',
      metadata: session.metadata ?? {},
    });
    Object.assign(made, { client_secret: secretOf(made.id) });
    session.setup_intent = made.id;
    events.say(account, 'setup_intent.succeeded', made);
    complete(account, session);
  };
  const pay = (account: string, session: CheckoutSession, card: Card, origin: string): PaymentIntent => {
    const asked = sessionsOf.get(session.id) ?? {};
    const intent =
      session.payment_intent === null
        ? charging.newIntent(account, {
            amount: session.amount_total ?? 0,
            currency: session.currency ?? 'usd',
            customer: session.customer,
            description: textOf(asked, 'payment_intent_data.description') ?? null,
            setup_future_usage: textOf(asked, 'payment_intent_data.setup_future_usage') ?? null,
            capture_method: 'automatic_async',
            metadata: metadataOf(partOf(asked, 'payment_intent_data')),
          })
        : book.get<PaymentIntent>(account, 'payment_intent', session.payment_intent);
    session.payment_intent = intent.id;
    const challengeUrl = () => `${origin}/challenge/${account}/${intent.id}`;
    charging.confirm(intent, charging.methodOf(account, card), { account, offSession: false, challengeUrl });
    if (intent.status === 'succeeded') complete(account, session);
    return intent;
  };

  const typed = (session: CheckoutSession, { account, call, origin }: Asked) => {
    const sent = formOf(call.body.toString('utf8'));
    if (textOf(sent, 'act') === 'leave') return goTo(session.cancel_url ?? session.success_url);
    const card = cardOfNumber(textOf(sent, 'card') ?? '');
    if (card === undefined) return pageAnswer(cardPage(session, 'That is no test card.'));
    try {
      if (session.mode === 'setup') keepCard(account, session, card);
      else {
        const { status, id } = pay(account, session, card, origin);
        if (status === 'requires_action') return goTo(`${origin}/challenge/${account}/${id}`);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return pageAnswer(cardPage(session, error.message));
    }
    return goTo(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
  };

  const routes: Routes = {
    'POST /v1/checkout/sessions': create,
    'GET /v1/checkout/sessions/:id': (asked) => settle(find(asked)),
    'POST /v1/checkout/sessions/:id/expire': (asked) => {
      const session = settle(find(asked));
      if (session.status !== 'open') throw unexpected('checkout_session', 'Only open sessions can be expired.');
      Object.assign(session, { status: 'expired', url: null });
      events.say(asked.account, 'checkout.session.expired', session);
      return session;
    },
    'GET /v1/checkout/sessions': ({ account, form, call }) =>
      book.list<CheckoutSession>(account, 'checkout.session', form, {
        url: call.path,
        is: (one) => one.payment_intent === (textOf(form, 'payment_intent') ?? one.payment_intent),
      }),
  };

  return {
    routes,
    /** `/pay/<account>/<session>`: the page, and what was typed in there. */
    page: (asked: Asked) => {
      const session = settle(find(asked));
      if (session.status !== 'open') return pageAnswer(donePage());
      return asked.call.method === 'GET' ? pageAnswer(cardPage(session)) : typed(session, asked);
    },
    /** `/challenge/<account>/<intent>`. */
    challenge: ({ account, id, call }: Asked) => {
      const intent = book.get<PaymentIntent>(account, 'payment_intent', id);
      if (intent.status !== 'requires_action') return pageAnswer(donePage());
      if (call.method === 'GET') return pageAnswer(challengePage(intent));
      charging.challenged(account, intent, textOf(formOf(call.body.toString('utf8')), 'act') === 'yes');
      const session = book
        .all<CheckoutSession>(account, 'checkout.session')
        .find(({ payment_intent }) => payment_intent === id);
      if (session === undefined) return pageAnswer(donePage());
      if (String(intent.status) !== 'succeeded') return goTo(session.url ?? session.success_url);
      complete(account, session);
      return goTo(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
    },
  };
};
