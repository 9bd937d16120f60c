import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Delivery, Webhook } from './webhook-views.ts';

const time = z.iso.datetime().nullable();
export const types = z
  .array(z.string().min(1).max(60))
  .max(50)
  .meta({ description: 'Types of events, or `access.*` for all with that beginning; none for every event.' });
export const url = z.string().min(1).max(500).meta({ description: 'https, and a host of the internet.' });
export const description = z.string().trim().max(200);
/** The query that names an organisation. */
export const organisation = z.strictObject({ organisationId: z.string().min(1).max(60) });
/** The parameters of a path that names a webhook. */
export const one = z.object({ webhookId: z.string().max(40) });

export const WebhookView = z
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
export const WithSecret = WebhookView.extend({
  secret: z
    .string()
    .meta({ description: '`whsec_…`, for checking signatures. It is in this answer and in no later one.' }),
}).meta({ id: 'WebhookWithSecret' });
export const DeliveryView = z
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

export const viewOf = (webhook: Webhook): z.infer<typeof WebhookView> => ({
  ...webhook,
  types: [...webhook.types],
  disabledAt: isoOrNull(webhook.disabledAt),
  failingSince: isoOrNull(webhook.failingSince),
  oldSecretUntil: isoOrNull(webhook.oldSecretUntil),
  createdAt: isoOf(webhook.createdAt),
});
export const deliveryView = (delivery: Delivery): z.infer<typeof DeliveryView> => ({
  ...delivery,
  lastAt: isoOrNull(delivery.lastAt),
  createdAt: isoOf(delivery.createdAt),
});
