import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Call } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { type PlatformCaller, platformEndpoint, requireThemself } from '../users/platform-surface.ts';
import { pushesFaults } from './pushes.faults.ts';
import type { PushesService } from './pushes.service.ts';

export interface PushEndpointDeps {
  readonly pushes: Pick<PushesService, 'publicKey' | 'subscribe' | 'listOf' | 'unsubscribe' | 'tryOut'>;
}

const { subscription_refused, subscription_unknown } = pushesFaults;
const gate = { needs: ['facility-staff', 'iam', 'admin', 'agent'], in: 'anywhere' } as const;

const Subscription = z
  .object({
    subscriptionId: z.string(),
    host: z.string().describe('The push service. The rest of the endpoint is a secret, and not told again.'),
    label: z.string().nullable(),
    createdAt: z.string().describe('ISO 8601.'),
    deliveredAt: z.string().nullable().describe('When the push service last took a notification.'),
    lastError: z.string().nullable().describe('Why it did not take the last one.'),
  })
  .meta({ id: 'PushSubscription' });
const A_SUBSCRIPTION: z.input<typeof Subscription> = {
  subscriptionId: 'psh_0123456789abcdef',
  host: 'push.example.com',
  label: 'Front desk',
  createdAt: '2026-01-01T09:30:00.000Z',
  deliveredAt: null,
  lastError: null,
};
const AN_APPLICATION_KEY = 'BFEaA4KrFEkfhNQEZyvcWUhcGGjyO0q7XzJ2Pu-6NkfEjO4bH1zN9wMuk7ay7nKwYEXU3HYMuzk4GKBKqFmYcUo';
const A_BROWSER_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
type Row = Awaited<ReturnType<PushesService['listOf']>>[number];

export const readPushKey = platformEndpoint<PushEndpointDeps>()({
  id: 'pushes.public-key',
  method: 'GET',
  path: '/api/push/public-key',
  tool: { omit: 'A browser subscribes with it.' },
  summary: 'Read the key that browsers subscribe with',
  description: 'The `applicationServerKey` for `PushManager.subscribe`: an uncompressed point on P-256, base64url.',
  gate,
  success: { status: 200, description: 'The key.', schema: z.object({ publicKey: z.string() }) },
  examples: { success: { publicKey: AN_APPLICATION_KEY } },
  faults: {},
  handle: async ({ pushes }) => ({ publicKey: pushes.publicKey() }),
});

export const subscribe = platformEndpoint<PushEndpointDeps>()({
  id: 'pushes.subscribe',
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Be told things in this browser',
  description:
    'Send what `PushSubscription.toJSON()` gives. The browser is yours from then on, also if somebody else had it; sending it again renews it. You have 20 at most: the oldest makes room.',
  gate,
  body: z.strictObject({
    endpoint: z
      .string()
      .min(1)
      .max(1_000)
      .describe('The https address at the push service that the browser was given.'),
    expirationTime: z.int().min(0).nullable().optional().describe('Milliseconds since 1970, as browsers say it.'),
    keys: z
      .strictObject({
        p256dh: z
          .string()
          .regex(/^[A-Za-z0-9_-]{87}=?$/, 'must be base64url of 65 bytes')
          .describe('The browser’s public key: 65 bytes, base64url.'),
        auth: z
          .string()
          .regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'must be base64url of 16 bytes')
          .describe('The secret that goes with it: 16 bytes, base64url.'),
      })
      .describe('What notifications are sealed with, so that only this browser reads them.'),
    label: z.string().trim().min(1).max(100).optional().describe('What you call this browser.'),
  }),
  success: { status: 201, description: 'The subscription.', schema: Subscription },
  examples: {
    body: {
      endpoint: 'https://push.example.com/send/dpH5lCsTSSM',
      expirationTime: null,
      keys: { p256dh: A_BROWSER_KEY, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      label: 'Front desk',
    },
    success: A_SUBSCRIPTION,
  },
  faults: { subscription_refused },
  audit: { event: 'push.subscribed', target: () => undefined },
  handle: async ({ pushes }, { body }, call) => {
    const subscription = await pushes.subscribe(call.tx, ownUser(call), body);
    call.about(subscription.id);
    return view(subscription);
  },
});

export const listSubscriptions = platformEndpoint<PushEndpointDeps>()({
  id: 'pushes.list',
  method: 'GET',
  path: '/api/push/subscriptions',
  tool: { omit: 'It is about what browsers are told.' },
  summary: 'List the browsers you are told things in',
  description: 'Your own subscriptions, the oldest first.',
  gate,
  success: { status: 200, description: 'All of them.', schema: listSchema(Subscription) },
  examples: { success: { data: [{ ...A_SUBSCRIPTION, deliveredAt: '2026-01-01T11:30:00.000Z' }] } },
  faults: {},
  handle: async ({ pushes }, _input, { caller, read }) => {
    requireThemself(caller);
    return { data: (await read((tx) => pushes.listOf(tx, caller.user.id))).map(view) };
  },
});

export const unsubscribe = platformEndpoint<PushEndpointDeps>()({
  id: 'pushes.unsubscribe',
  method: 'DELETE',
  path: '/api/push/subscriptions/:subscriptionId',
  summary: 'Be told nothing more in a browser',
  description: 'Removes a subscription of your own. What is on its way to that browser is dropped.',
  gate,
  params: z.strictObject({ subscriptionId: z.string().max(40).describe('The `subscriptionId` of the list.') }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ subscriptionId: z.string() }) },
  examples: {
    params: { subscriptionId: A_SUBSCRIPTION.subscriptionId },
    success: { subscriptionId: A_SUBSCRIPTION.subscriptionId },
  },
  faults: { subscription_unknown },
  audit: { event: 'push.unsubscribed', target: ({ params }) => params.subscriptionId },
  handle: async ({ pushes }, { params: { subscriptionId } }, { tx, caller }) => {
    requireThemself(caller);
    await pushes.unsubscribe(tx, caller.user.id, subscriptionId);
    return { subscriptionId };
  },
});

export const tryPush = platformEndpoint<PushEndpointDeps>()({
  id: 'pushes.try',
  method: 'POST',
  path: '/api/push/subscriptions/:subscriptionId/try',
  summary: 'Send a notification to one of your browsers, to try it',
  description:
    'It is handed to the push service within seconds, which keeps it for a day where the browser is off. How that went stands in the list as `deliveredAt` and `lastError`.',
  gate,
  params: z.strictObject({ subscriptionId: z.string().max(40).describe('The `subscriptionId` of the list.') }),
  success: { status: 202, description: 'It is on its way.', schema: z.object({ subscriptionId: z.string() }) },
  examples: {
    params: { subscriptionId: A_SUBSCRIPTION.subscriptionId },
    success: { subscriptionId: A_SUBSCRIPTION.subscriptionId },
  },
  faults: { subscription_unknown },
  audit: { event: 'push.tried', target: ({ params }) => params.subscriptionId },
  handle: async ({ pushes }, { params: { subscriptionId } }, { tx, caller }) => {
    requireThemself(caller);
    await pushes.tryOut(tx, caller.user.id, subscriptionId);
    return { subscriptionId };
  },
});

/** A browser goes on being told long after somebody has stopped acting as another: theirs is nobody else's to add. */
const ownUser = ({ caller }: Call<PlatformCaller>): string => {
  requireThemself(caller);
  if (caller.simulatedBy !== undefined) throw kitFault('forbidden', 'Nobody subscribes a browser for somebody else.');
  return caller.user.id;
};

const view = (row: Row) => ({
  subscriptionId: row.id,
  host: new URL(row.endpoint).host,
  label: row.label,
  createdAt: isoOf(row.created_at),
  deliveredAt: row.delivered_at === null ? null : isoOf(row.delivered_at),
  lastError: row.last_error,
});
