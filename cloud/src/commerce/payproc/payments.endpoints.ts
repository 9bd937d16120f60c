import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { decided } from '../../kit/http/endpoint.ts';
import { examplePage, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { liveFaults } from '../../platform/live/live.faults.ts';
import { type LiveService, socketParameter } from '../../platform/live/live.module.ts';
import { AT_FACILITY, contractClubParams, facilityWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { CardPayments } from './card-payments.ts';
import { windowFields, windowOf } from './money-window.ts';
import { payprocFaults } from './payproc.faults.ts';
import { AN_INTENT, intentIdText, intentView, PaymentIntent, PaymentRecord, recordView } from './payproc-shapes.ts';
import { refusePrefetch } from './refuse-prefetch.ts';

interface Deps {
  readonly cardPayments: CardPayments;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly live: Pick<LiveService, 'beginRun' | 'progressOf'>;
}
const endpoint = platformEndpoint<Deps>();
const { place_unknown } = usersFaults;
const { not_configured } = providerFaults;
const { payproc_unavailable, payproc_refused, not_cancellable, payment_intent_unknown, not_connected, prefetched } =
  payprocFaults;
const asked = { not_configured, payproc_unavailable, payproc_refused };
const AT = { club: AT_FACILITY.facilityId };

export const readIntent = endpoint({
  id: 'payproc.read-payment-intent',
  method: 'GET',
  path: '/api/payproc/payment-intents/:paymentIntentId',
  summary: 'Read a payment',
  description: 'Of any account in which you manage the facility that it is for. Every other is not there.',
  gate: { needs: 'facility-manager', in: 'anywhere' },
  params: z.object({ paymentIntentId: intentIdText() }),
  success: { status: 200, description: 'The payment.', schema: PaymentIntent },
  examples: { params: { paymentIntentId: AN_INTENT.paymentIntentId }, success: AN_INTENT },
  faults: { payment_intent_unknown, ...asked },
  handle: async ({ cardPayments }, { params }, { read, caller }) =>
    intentView(await cardPayments.visible(read, caller, params.paymentIntentId)),
});

export const cancelIntent = endpoint({
  id: 'payproc.cancel-payment-intent',
  method: 'GET',
  writes: true,
  unit: 'own',
  act: 'money',
  path: '/api/club/:club/payproc/payment-intent/:paymentIntent/cancel',
  summary: 'Cancel a payment that has not gone through',
  description:
    'At the card provider, for good. A GET that changes something, as its path is published: what a browser asks for in advance is refused.',
  gate: facilityWrites,
  params: z.object({ ...contractClubParams, paymentIntent: intentIdText() }),
  success: {
    status: 200,
    description: 'It is cancelled.',
    schema: z.object({
      changed: z.boolean().describe('False: it was cancelled already.'),
      paymentIntent: PaymentIntent.describe('The payment, as it is now.'),
    }),
  },
  examples: {
    params: { ...AT, paymentIntent: AN_INTENT.paymentIntentId },
    success: {
      changed: true,
      paymentIntent: { ...AN_INTENT, state: 'canceled', receivedCents: 0, canceledAt: '2026-01-01T09:45:00.000Z' },
    },
  },
  faults: { place_unknown, payment_intent_unknown, not_cancellable, prefetched, ...asked },
  audit: { event: 'payproc.payment-cancelled', target: ({ params }) => params.paymentIntent },
  handle: async ({ cardPayments }, { params }, { read, write, header }) => {
    refusePrefetch(header);
    const { intent, changed } = await cardPayments.cancel(read, params.club, params.paymentIntent);
    return write(async () => {
      const answer = { changed, paymentIntent: intentView(intent) };
      return changed ? answer : decided(answer, { outcome: 'ok', target: `${params.paymentIntent} unchanged` });
    });
  },
});

export const enableWallets = endpoint({
  id: 'payproc.enable-apple-pay-google-pay',
  method: 'GET',
  writes: true,
  unit: 'own',
  act: 'money',
  path: '/api/club/:club/payproc/enable-apple-pay-google-pay',
  summary: 'Enable Apple Pay and Google Pay for a facility',
  description:
    'Registers the domains at which its members pay with the card provider: the one of this platform, and of the website that the facility names. Apple asks each for a file, which this platform serves under `/.well-known/`. A GET that changes something, as its path is published.',
  gate: facilityWrites,
  params: z.object(contractClubParams),
  success: {
    status: 200,
    description: 'What came of each.',
    schema: z.object({
      data: z.array(
        z.object({
          domain: z.string().describe('The domain.'),
          applePay: z.boolean().describe('Whether Apple Pay is offered there.'),
          googlePay: z.boolean().describe('Whether Google Pay is offered there.'),
          problem: z.string().nullable().describe('Why one of them is not.'),
        }),
      ),
      changed: z.boolean().describe('Whether any is offered that was not before.'),
    }),
  },
  examples: {
    params: AT,
    success: {
      data: [{ domain: 'gym.example', applePay: true, googlePay: true, problem: null }],
      changed: true,
    },
  },
  faults: { place_unknown, not_connected, prefetched, ...asked },
  audit: { event: 'payproc.wallets-enabled', target: ({ params }) => params.club },
  handle: async ({ cardPayments }, { params }, { read, write, header }) => {
    refusePrefetch(header);
    const answer = await cardPayments.enableWallets(read, params.club);
    return write(async () => answer);
  },
});

const CURSOR = /^[\w-]{0,120}\.[\w-]{0,120}\.[\w-]{0,120}$/;

export const listRecords = endpoint({
  id: 'payproc.list-records',
  method: 'GET',
  writes: true,
  unit: 'own',
  path: '/api/club/:club/payproc/records',
  graph: { omit: 'It tells a live socket how far it is.' },
  summary: 'List the payment records of a facility',
  description:
    'Charges, refunds and disputes as one list, the newest first, each with fee, what is left, and the payout that it went to the bank with. How far that is, it tells your live socket. A page may have fewer than `limit`, and a next one still.',
  gate: facilityWrites,
  params: z.object(contractClubParams),
  query: z.strictObject({
    ...windowFields,
    ...pagesOf({ most: 100, usual: 50 }),
    after: z
      .string()
      .regex(CURSOR, 'must be the `next` of a page')
      .optional()
      .describe('What the last page gave as `next`.'),
    socketID: socketParameter.socketID,
  }),
  success: {
    status: 200,
    description: 'A page of them.',
    schema: pageSchema(PaymentRecord),
  },
  examples: { params: AT, query: { socketID: 'sck_0123456789abcdef' }, success: examplePage(PaymentRecord) },
  faults: { place_unknown, socket_unknown: liveFaults.socket_unknown, ...asked },
  audit: { event: 'payproc.records-listed', target: ({ params }) => params.club },
  handle: async ({ cardPayments, clock, live }, { params, query }, { read, write, caller }) => {
    const { after = '', limit, socketID } = query;
    const window = windowOf(query, clock.wallMs());
    cardPayments.provider();
    const runId = await write((tx) => live.beginRun(tx, caller, socketID));
    const progress = live.progressOf(runId);
    const tell = (text: string, done: number, of: number) => progress({ level: 'info', text, done, of });
    const { records, payouts, next } = await cardPayments.records(read, params.club, { ...window, after, limit }, tell);
    return { data: records.map((record) => recordView(record, payouts)), next };
  },
});
