import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { gate, resource, type WebhooksEndpointsDeps } from './a-webhook.ts';
import { DeliveryView, deliveryView, OF_A_WEBHOOK, one } from './webhook-shapes.ts';
import { webhooksFaults } from './webhooks.faults.ts';

const { webhook_unknown, webhook_refused, event_unknown } = webhooksFaults;
const moment = z.iso.datetime({ offset: true });

export const replayEvents = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/api/webhooks/:webhookId/replay',
  summary: 'Send events to a webhook again',
  description:
    'One event by its id; or those recorded from one moment to another (at most 1,000), of the types that the webhook wants. They have the ids that they had.',
  gate,
  resource,
  params: one,
  body: z.union([
    z.strictObject({ eventId: z.string().min(1).max(40).describe('The one event to send again.').brand<'EventId'>() }),
    z.strictObject({
      from: moment.describe('What was recorded not before this time.'),
      to: moment.describe('What was recorded before this time.'),
    }),
  ]),
  success: {
    status: 202,
    description: 'How many will be sent.',
    schema: z.object({ deliveries: z.int().nonnegative() }),
  },
  examples: {
    params: OF_A_WEBHOOK,
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    success: { deliveries: 12 },
  },
  faults: { webhook_unknown, webhook_refused, event_unknown },
  audit: { event: 'webhook.replay', target: ({ params }) => params.webhookId },
  handle: ({ webhooks }, { params: { webhookId }, body }, { tx }) =>
    webhooks.replay(tx, webhookId, 'eventId' in body ? body : { from: Date.parse(body.from), to: Date.parse(body.to) }),
});

export const listDeliveries = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries',
  graph: { on: 'Webhook', as: 'deliveries', with: { webhookId: 'webhookId' } },
  summary: 'Show what was sent to a webhook',
  description:
    'The newest first. `pending`: not yet, or to be tried again. `dead`: the last attempt failed too. `dropped`: the webhook was disabled before.',
  gate,
  resource,
  params: one,
  query: z.strictObject({
    state: z.enum(['pending', 'delivered', 'dead', 'dropped']).optional().describe('Only deliveries in this state.'),
    ...pagesOf({ of: 'whd' }),
  }),
  success: {
    status: 200,
    description: 'A page of deliveries.',
    schema: pageSchema(DeliveryView),
  },
  examples: {
    params: OF_A_WEBHOOK,
    query: { state: 'delivered' },
    success: {
      data: [
        {
          deliveryId: 'whd_0123456789abcdef',
          eventId: 'oev_0123456789abcdef',
          type: 'door.held_open',
          state: 'delivered',
          attempts: 1,
          lastAt: '2026-01-01T09:30:00.600Z',
          lastStatus: 200,
          lastError: null,
          createdAt: '2026-01-01T09:30:00.200Z',
        },
      ],
      next: null,
    },
  },
  faults: { webhook_unknown },
  handle: async ({ webhooks }, { params: { webhookId }, query }) => {
    const { deliveries, next } = await webhooks.deliveries(webhookId, query);
    return { data: deliveries.map(deliveryView), next };
  },
});
