import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { gate, resource, type WebhooksEndpointsDeps } from './a-webhook.ts';
import {
  A_WEBHOOK,
  description,
  OF_A_WEBHOOK,
  OF_ORGANISATION,
  one,
  organisation,
  types,
  url,
  viewOf,
  WebhookView,
  WithSecret,
} from './webhook-shapes.ts';
import { webhooksFaults } from './webhooks.faults.ts';

const inOrganisation = { needs: 'org-admin', in: 'organisation' } as const;
const A_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const { webhook_unknown, webhook_refused } = webhooksFaults;

export const listWebhooks = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.list',
  method: 'GET',
  path: '/api/webhooks',
  graph: { on: 'Organisation', as: 'webhooks', with: { organisationId: 'organisationId' }, of: 'Webhook' },
  summary: 'List the webhooks of an organisation',
  description: 'Where its events are sent. Secrets are never listed.',
  gate: inOrganisation,
  query: organisation,
  success: { status: 200, description: 'All of them.', schema: listSchema(WebhookView) },
  examples: { query: OF_ORGANISATION, success: { data: [A_WEBHOOK] } },
  faults: {},
  handle: async ({ webhooks }, { query }, { read }) => {
    const found = await webhooks.list(query.organisationId);
    return { data: (await read((tx) => namedBy(tx, found, 'createdBy'))).map(viewOf) };
  },
});

export const createWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.create',
  method: 'POST',
  path: '/api/webhooks',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Register a webhook',
  description:
    'Events of the organisation that are recorded from now on are sent there, signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, and `webhook-signature` over the two and the body. Answer 2xx within 10 seconds. What fails is repeated ten times over three days, so an event may come more than once: its id is the same. The order is not promised. One that takes nothing for five days is disabled, with a warning.',
  gate: inOrganisation,
  query: organisation,
  body: z.strictObject({ url, description: description.default(''), types: types.default([]) }),
  success: { status: 201, description: 'The webhook, with its secret.', schema: WithSecret },
  examples: {
    query: OF_ORGANISATION,
    body: { url: A_WEBHOOK.url, description: A_WEBHOOK.description, types: A_WEBHOOK.types },
    success: { ...A_WEBHOOK, secret: A_SECRET },
  },
  faults: { webhook_refused },
  answersSecret: true,
  audit: { event: 'webhook.create', target: () => undefined },
  handle: async ({ webhooks }, { query, body }, { tx, caller, about, at }) => {
    const { webhook, secret } = await webhooks.create(tx, query.organisationId, body, caller.user.id);
    about(webhook.id);
    at({ realm: query.organisationId });
    return { ...viewOf(await oneNamedBy(tx, webhook, 'createdBy')), secret };
  },
});

export const readWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.read',
  method: 'GET',
  path: '/api/webhooks/:webhookId',
  graph: { node: 'Webhook', key: 'webhookId', prefix: 'whk_' },
  summary: 'Show a webhook',
  description: 'With when and why it was disabled, if it was. Never with its secret.',
  gate,
  resource,
  params: one,
  success: { status: 200, description: 'The webhook.', schema: WebhookView },
  examples: { params: OF_A_WEBHOOK, success: A_WEBHOOK },
  faults: { webhook_unknown },
  handle: async (_deps, _input, { read, resource: webhook }) =>
    viewOf(await read((tx) => oneNamedBy(tx, webhook, 'createdBy'))),
});

export const updateWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/api/webhooks/:webhookId',
  summary: 'Change, disable or enable a webhook',
  description:
    'What is left out stays as it is. One that is enabled again is sent what is recorded from then on; replay what it missed.',
  gate,
  resource,
  params: one,
  body: z.strictObject({
    url: url.optional(),
    description: description.optional(),
    types: types.optional(),
    enabled: z.boolean().optional().describe('False: nothing is sent until it is true again.'),
  }),
  success: { status: 200, description: 'The webhook, as it is now.', schema: WebhookView },
  examples: {
    params: OF_A_WEBHOOK,
    body: { enabled: false },
    success: { ...A_WEBHOOK, enabled: false, disabledAt: '2026-01-02T08:00:00.000Z', disabledWhy: 'by hand' },
  },
  faults: { webhook_unknown, webhook_refused },
  audit: { event: 'webhook.update', target: ({ params }) => params.webhookId },
  handle: async ({ webhooks }, { params: { webhookId }, body: { url, description, types, enabled } }, { tx }) => {
    const webhook = await webhooks.update(tx, webhookId, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(types !== undefined && { types }),
      enabled,
    });
    return viewOf(await oneNamedBy(tx, webhook, 'createdBy'));
  },
});

export const removeWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  summary: 'Delete a webhook',
  description: 'With the log of its deliveries. What is on its way to it is not sent any more.',
  gate,
  resource,
  params: one,
  success: { status: 200, description: 'It is gone.', schema: z.object({ webhookId: z.string() }) },
  examples: { params: OF_A_WEBHOOK, success: OF_A_WEBHOOK },
  faults: { webhook_unknown },
  audit: { event: 'webhook.delete', target: ({ params }) => params.webhookId },
  handle: async ({ webhooks }, { params: { webhookId } }, { tx }) => {
    await webhooks.remove(tx, webhookId);
    return { webhookId };
  },
});

export const rotateSecret = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.rotate-secret',
  method: 'POST',
  path: '/api/webhooks/:webhookId/rotate-secret',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Give a webhook a new secret',
  description: 'For 24 hours every message is signed with both, so that the receiver can change over without a gap.',
  gate,
  resource,
  params: one,
  success: { status: 200, description: 'The webhook, with its new secret.', schema: WithSecret },
  examples: {
    params: OF_A_WEBHOOK,
    success: { ...A_WEBHOOK, oldSecretUntil: '2026-01-02T09:30:00.000Z', secret: A_SECRET },
  },
  faults: { webhook_unknown },
  answersSecret: true,
  audit: { event: 'webhook.rotate_secret', target: ({ params }) => params.webhookId },
  handle: async ({ webhooks }, { params: { webhookId } }, { tx }) => {
    const { webhook, secret } = await webhooks.rotateSecret(tx, webhookId);
    return { ...viewOf(await oneNamedBy(tx, webhook, 'createdBy')), secret };
  },
});
