import { randomBytes } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { createAccounts } from './accounts.ts';
import { createBalance } from './balance.ts';
import { createBook, PLATFORM } from './book.ts';
import { createCharging } from './charging.ts';
import { createCheckout } from './checkout.ts';
import { expanded } from './expand.ts';
import { formOf, listOf, textOf } from './form.ts';
import { answered, createIdempotency } from './idempotency.ts';
import { paymentRoutes } from './payments.ts';
import { absent, missing, Refusal, refusal } from './refusals.ts';
import { type Asked, type Routes, routeOf } from './routes.ts';
import { createEvents, overLoopback, SIGNING_SECRET, type TellEvent } from './send-events.ts';
import type { Thing } from './things.ts';

export const KEYS = { secret: 'sk_test_stand-in-secret', publishable: 'pk_test_standinpublishable' } as const;
export { PLATFORM } from './book.ts';
export { SIGNING_SECRET, type SignedEvent } from './send-events.ts';

interface WebhookEndpoint extends Thing {
  readonly object: 'webhook_endpoint';
  readonly url: string;
  readonly enabled_events: readonly string[];
  readonly status: 'enabled';
}

/**
 * The API of Stripe as far as the platform goes: accounts, cards on hosted pages, payments, refunds, disputes, balances and payouts
 * by its clock, and signed events. `tellEvent`: how it reaches who hears of them, over loopback unless given.
 */
export const createPayproc = ({
  clock,
  tellEvent = overLoopback,
  hookUrl,
}: {
  readonly clock: Clock;
  readonly tellEvent?: TellEvent;
  readonly hookUrl?: string;
}) => {
  const book = createBook(clock);
  const events = createEvents(book, clock, tellEvent);
  if (hookUrl !== undefined) events.hooks.add(hookUrl);
  const balance = createBalance(book, events, clock);
  const charging = createCharging(book, events, balance);
  const accounts = createAccounts(book, events);
  const checkout = createCheckout(book, events, charging);
  const once = createIdempotency(clock);
  const routes: Routes = {
    ...accounts.routes,
    ...paymentRoutes(book, events, charging, balance),
    ...checkout.routes,
    'POST /v1/webhook_endpoints': ({ form }) => {
      const url = textOf(form, 'url');
      if (url === undefined) throw missing('url');
      events.hooks.add(url);
      const made = book.make<WebhookEndpoint>(PLATFORM, 'webhook_endpoint', 'we', {
        url,
        enabled_events: listOf(form, 'enabled_events').map(String),
        status: 'enabled',
      });
      return { ...made, secret: SIGNING_SECRET };
    },
  };

  const accountOf = ({ headers }: HttpCall): string => {
    const account = headers['stripe-account'];
    if (typeof account !== 'string' || account === PLATFORM) return PLATFORM;
    if (book.find(PLATFORM, 'account', account) === undefined)
      throw new Refusal(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: `The provided key does not have access to account '${account}'.`,
      });
    return account;
  };

  const ask = (call: HttpCall, origin: string): HttpAnswer => {
    if (!isOurs(call.headers.authorization)) return refusal(401);
    const found = routeOf(routes, call);
    if (found === undefined) throw absent('route', call.path);
    const account = accountOf(call);
    const sent = call.method === 'GET' ? (call.url.split('?')[1] ?? '') : call.body.toString('utf8');
    const form = formOf(sent);
    return once(call, account, () => {
      const made = found.run({ call, account, id: found.id, form, origin });
      return { body: expanded(made, listOf(form, 'expand'), book, account) };
    });
  };

  const pageOf = (call: HttpCall, origin: string): HttpAnswer | undefined => {
    const [, kind = '', account = '', id = ''] = call.path.split('/');
    const asked: Asked = { call, account, id, form: {}, origin };
    if (kind === 'setup') return accounts.page(asked);
    if (kind === 'pay') return checkout.page(asked);
    return kind === 'challenge' ? checkout.challenge(asked) : undefined;
  };

  const closeDisputes = (won: boolean): void => {
    for (const account of [PLATFORM, ...book.all(PLATFORM, 'account').map(({ id }) => id)])
      charging.closeDispute(account, won);
  };

  const standIn = httpStandIn({
    plays: 'card payments of Stripe’s API 2026-10-28',
    clock,
    facts: () => ({
      'secret key': KEYS.secret,
      'publishable key': KEYS.publishable,
      'signing secret': SIGNING_SECRET,
      'told at': [...events.hooks].join(' '),
    }),
    acts: {
      ...accounts.acts,
      'next-payout-fails': balance.failNextPayout,
      'events-twice': events.set({ twice: true }),
      'events-unordered': events.set({ unordered: true }),
      'events-late': events.set({ late: true }),
      'events-lost': events.set({ lost: true }),
      'events-wrongly-signed': events.set({ wronglySigned: true }),
      'events-right': events.right,
      'win-disputes': () => closeDisputes(true),
      'lose-disputes': () => closeDisputes(false),
    },
    answer: (call) => {
      const origin = `http://${call.headers.host}`;
      return answered(() => {
        if (call.path.startsWith('/v1/')) return withId(ask(call, origin), call);
        return pageOf(call, origin) ?? refusal(404);
      });
    },
    refusal: (status) => refusal(status),
    kept: withoutCards,
  });
  return { ...standIn, unverified: accounts.unverified };
};

const isOurs = (authorization = ''): boolean =>
  authorization === `Bearer ${KEYS.secret}` ||
  authorization === `Basic ${Buffer.from(`${KEYS.secret}:`).toString('base64')}`;

const withId = (answer: HttpAnswer, { headers }: HttpCall): HttpAnswer => ({
  ...answer,
  headers: {
    'request-id': `req_${randomBytes(7).toString('hex')}`,
    ...(typeof headers['stripe-version'] === 'string' && { 'stripe-version': headers['stripe-version'] }),
    ...answer.headers,
  },
});

/** What was typed in as a card is written down nowhere. */
const withoutCards = (call: HttpCall): HttpCall =>
  call.path.startsWith('/pay/') ? { ...call, body: Buffer.from('a card') } : call;
