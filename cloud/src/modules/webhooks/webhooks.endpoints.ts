import { z } from 'zod';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import { holds } from '../users/users.module.ts';
import type { Delivery, Webhook } from './webhook-views.ts';
import { webhooksFault, webhooksFaults } from './webhooks.faults.ts';
import type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksEndpointsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly webhooks: WebhooksService;
}

const time = z.iso.datetime().nullable();
const types = z
  .array(z.string().min(1).max(60))
  .max(50)
  .meta({ description: 'Types of events, or `access.*` for all with that beginning; none for every event.' });
const url = z.string().min(1).max(500).meta({ description: 'https, and a host of the internet.' });
const description = z.string().trim().max(200);
const organisation = z.strictObject({ organisationId: z.string().min(1).max(60) });
const one = z.object({ webhookId: z.string().max(40) });

const WebhookView = z
  .object({
    id: z.string(),
    organisationId: z.string(),
    url: z.string(),
    description: z.string(),
    types: z.array(z.string()),
    enabled: z.boolean(),
    disabledAt: time,
    disabledWhy: z.string().nullable(),
    failingSince: time.meta({ description: 'Since when nothing has arrived.' }),
    oldSecretUntil: time.meta({ description: 'Until when the secret before signs as well.' }),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
  })
  .meta({ id: 'Webhook' });
const WithSecret = WebhookView.extend({
  secret: z
    .string()
    .meta({ description: '`whsec_…`, for checking signatures. It is in this answer and in no later one.' }),
}).meta({ id: 'WebhookWithSecret' });
const DeliveryView = z
  .object({
    id: z.string(),
    eventId: z.string(),
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'dead', 'dropped']),
    attempts: z.int().nonnegative(),
    lastAt: time,
    lastStatus: z.int().nullable().meta({ description: 'What the receiver answered to the last attempt.' }),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
const viewOf = (webhook: Webhook): z.infer<typeof WebhookView> => ({
  ...webhook,
  types: [...webhook.types],
  disabledAt: isoOrNull(webhook.disabledAt),
  failingSince: isoOrNull(webhook.failingSince),
  oldSecretUntil: isoOrNull(webhook.oldSecretUntil),
  createdAt: iso(webhook.createdAt),
});
const deliveryView = (delivery: Delivery): z.infer<typeof DeliveryView> => ({
  ...delivery,
  lastAt: isoOrNull(delivery.lastAt),
  createdAt: iso(delivery.createdAt),
});

const inOrganisation = { needs: 'org-admin', in: 'organisation' } as const;
const anywhere = { needs: 'org-admin', in: 'anywhere' } as const;
const { webhook_unknown, webhook_refused } = webhooksFaults;

/** The organisation of a webhook that the caller administers; for others it is as if it did not exist. */
const organisationOf = async (
  tx: Tx,
  { webhooks }: Pick<WebhooksEndpointsDeps, 'webhooks'>,
  { grants }: PlatformCaller,
  id: string,
): Promise<string> => {
  const organisationId = await webhooks.organisationOf(tx, id);
  if (organisationId === undefined || !holds(grants, 'org-admin', { organisationId }))
    throw webhooksFault('webhook_unknown', 'There is no such webhook.');
  return organisationId;
};

/** A change of one webhook, with its audit row in the same unit. */
const change = <T>(
  deps: WebhooksEndpointsDeps,
  id: string,
  call: {
    caller: PlatformCaller;
    audit: (tx: Tx, entry: { outcome: string; target?: string; place?: object }) => Promise<void>;
  },
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  deps.db.write(async (tx) => {
    const realm = await organisationOf(tx, deps, call.caller, id);
    const answer = await work(tx);
    await call.audit(tx, { outcome: 'ok', target: id, place: { realm } });
    return answer;
  });

export const listWebhooks = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.list',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List the webhooks of an organisation',
  description: 'Where its events are sent. Secrets are never listed.',
  gate: inOrganisation,
  query: organisation,
  success: { status: 200, description: 'All of them.', schema: z.object({ webhooks: z.array(WebhookView) }) },
  faults: {},
  handle: async ({ webhooks }, { query }) => ({ webhooks: (await webhooks.list(query.organisationId)).map(viewOf) }),
});

export const createWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.create',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Register a webhook',
  description:
    'Events of the organisation that are recorded from now on are sent there, signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, and `webhook-signature` over the two and the body. Answer 2xx within 10 seconds. What fails is repeated ten times over three days, so an event may come more than once: its id is the same. The order is not promised. One that takes nothing for five days is disabled, with a warning.',
  gate: inOrganisation,
  query: organisation,
  body: z.strictObject({ url, description: description.default(''), types: types.default([]) }),
  success: { status: 201, description: 'The webhook, with its secret.', schema: WithSecret },
  faults: { webhook_refused },
  answersSecret: true,
  audit: { event: 'webhook.create', target: () => undefined },
  handle: ({ db, webhooks }, { query, body }, call) =>
    db.write(async (tx) => {
      const { webhook, secret } = await webhooks.create(tx, query.organisationId, body, call.caller.user.id);
      await call.audit(tx, { outcome: 'ok', target: webhook.id, place: { realm: query.organisationId } });
      return { ...viewOf(webhook), secret };
    }),
});

export const readWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.read',
  method: 'GET',
  path: '/api/webhooks/:webhookId',
  summary: 'Show a webhook',
  description: 'With when and why it was disabled, if it was. Never with its secret.',
  gate: anywhere,
  params: one,
  success: { status: 200, description: 'The webhook.', schema: WebhookView },
  faults: { webhook_unknown },
  handle: async (deps, { params }, { caller }) => {
    await deps.db.read((tx) => organisationOf(tx, deps, caller, params.webhookId));
    return viewOf(await deps.webhooks.get(params.webhookId));
  },
});

export const updateWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/api/webhooks/:webhookId',
  summary: 'Change, disable or enable a webhook',
  description:
    'What is left out stays as it is. One that is enabled again is sent what is recorded from then on; replay what it missed.',
  gate: anywhere,
  params: one,
  body: z.strictObject({
    url: url.optional(),
    description: description.optional(),
    types: types.optional(),
    enabled: z.boolean().optional(),
  }),
  success: { status: 200, description: 'The webhook, as it is now.', schema: WebhookView },
  faults: { webhook_unknown, webhook_refused },
  audit: { event: 'webhook.update', target: ({ params }) => params.webhookId },
  handle: (deps, { params: { webhookId }, body: { url, description, types, enabled } }, call) =>
    change(deps, webhookId, call, async (tx) =>
      viewOf(
        await deps.webhooks.update(tx, webhookId, {
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(types !== undefined && { types }),
          enabled,
        }),
      ),
    ),
});

export const removeWebhook = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  summary: 'Delete a webhook',
  description: 'With the log of its deliveries. What is on its way to it is not sent any more.',
  gate: anywhere,
  params: one,
  success: { status: 200, description: 'It is gone.', schema: z.object({ deleted: z.string() }) },
  faults: { webhook_unknown },
  audit: { event: 'webhook.delete', target: ({ params }) => params.webhookId },
  handle: (deps, { params: { webhookId } }, call) =>
    change(deps, webhookId, call, async (tx) => {
      await deps.webhooks.remove(tx, webhookId);
      return { deleted: webhookId };
    }),
});

export const rotateSecret = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.rotate-secret',
  method: 'POST',
  path: '/api/webhooks/:webhookId/rotate-secret',
  summary: 'Give a webhook a new secret',
  description: 'For 24 hours every message is signed with both, so that the receiver can change over without a gap.',
  gate: anywhere,
  params: one,
  success: { status: 200, description: 'The webhook, with its new secret.', schema: WithSecret },
  faults: { webhook_unknown },
  answersSecret: true,
  audit: { event: 'webhook.rotate_secret', target: ({ params }) => params.webhookId },
  handle: (deps, { params: { webhookId } }, call) =>
    change(deps, webhookId, call, async (tx) => {
      const { webhook, secret } = await deps.webhooks.rotateSecret(tx, webhookId);
      return { ...viewOf(webhook), secret };
    }),
});

const moment = z.iso.datetime({ offset: true, error: 'must be a date and time with its offset' });

export const replayEvents = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/api/webhooks/:webhookId/replay',
  summary: 'Send events to a webhook again',
  description:
    'One event by its id; or those recorded from one moment to another (at most 1,000), of the types that the webhook wants. They have the ids that they had.',
  gate: anywhere,
  params: one,
  body: z.union([z.strictObject({ eventId: z.string().min(1).max(40) }), z.strictObject({ from: moment, to: moment })]),
  success: {
    status: 202,
    description: 'How many will be sent.',
    schema: z.object({ deliveries: z.int().nonnegative() }),
  },
  faults: { webhook_unknown, webhook_refused, event_unknown: webhooksFaults.event_unknown },
  audit: { event: 'webhook.replay', target: ({ params }) => params.webhookId },
  handle: (deps, { params: { webhookId }, body }, call) =>
    change(deps, webhookId, call, (tx) =>
      deps.webhooks.replay(
        tx,
        webhookId,
        'eventId' in body ? body : { from: Date.parse(body.from), to: Date.parse(body.to) },
      ),
    ),
});

export const listDeliveries = platformEndpoint<WebhooksEndpointsDeps>()({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries',
  summary: 'Show what was sent to a webhook',
  description:
    'The newest first. `pending`: not yet, or to be tried again. `dead`: the last attempt failed too. `dropped`: the webhook was disabled before.',
  gate: anywhere,
  params: one,
  query: z.strictObject({
    state: z.enum(['pending', 'delivered', 'dead', 'dropped']).optional(),
    after: z.string().max(40).optional().meta({ description: 'The `next` of the page before.' }),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  success: {
    status: 200,
    description: 'A page of deliveries.',
    schema: z.object({ deliveries: z.array(DeliveryView), next: z.string().nullable() }),
  },
  faults: { webhook_unknown },
  handle: async (deps, { params: { webhookId }, query }, { caller }) => {
    await deps.db.read((tx) => organisationOf(tx, deps, caller, webhookId));
    const { deliveries, next } = await deps.webhooks.deliveries(webhookId, query);
    return { deliveries: deliveries.map(deliveryView), next };
  },
});
