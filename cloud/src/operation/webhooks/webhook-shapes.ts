import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { BY_SAM, By, type Named } from '../../platform/users/actor-surface.ts';
import type { Delivery, Webhook } from './webhook-views.ts';

const time = z.iso.datetime().nullable();
export const types = z
  .array(z.string().min(1).max(60))
  .max(50)
  .meta({ description: 'Types of events, or `access.*` for all with that beginning; none for every event.' });
export const url = z.string().min(1).max(500).meta({ description: 'https, and a host of the internet.' });
export const description = z.string().trim().max(200).describe('What it is for, in your own words.');
/** The query that names an organisation. */
export const organisation = z.strictObject({
  organisationId: z.string().min(1).max(60).describe('Whose events they are.').brand<'OrgId'>(),
});
/** The parameters of a path that names a webhook. */
export const one = z.object({ webhookId: z.string().max(40).describe('The `webhookId` of the list.') });

export const WebhookView = z
  .object({
    webhookId: z.string(),
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
    createdBy: By,
  })
  .meta({ id: 'Webhook' });
export const WithSecret = WebhookView.extend({
  secret: z
    .string()
    .meta({ description: '`whsec_…`, for checking signatures. It is in this answer and in no later one.' }),
}).meta({ id: 'WebhookWithSecret' });
export const DeliveryView = z
  .object({
    deliveryId: z.string(),
    eventId: z.string().meta({ description: 'The event that was sent: the `webhook-id` of the message.' }),
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'dead', 'dropped']),
    attempts: z.int().nonnegative(),
    lastAt: time,
    lastStatus: z.int().nullable().meta({ description: 'What the receiver answered to the last attempt.' }),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });

export const A_WEBHOOK: z.input<typeof WebhookView> = {
  webhookId: 'whk_0123456789abcdef',
  organisationId: 'org_0123456789abcdef',
  url: 'https://hooks.example.com/gatehouse',
  description: 'Alarms to the night desk',
  types: ['door.*', 'fire.raised'],
  enabled: true,
  disabledAt: null,
  disabledWhy: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: '2026-01-01T09:30:00.000Z',
  createdBy: BY_SAM,
};
export const OF_A_WEBHOOK = { webhookId: A_WEBHOOK.webhookId };
export const OF_ORGANISATION = { organisationId: A_WEBHOOK.organisationId };

export const viewOf = ({ id, ...webhook }: Named<Webhook, 'createdBy'>): z.infer<typeof WebhookView> => ({
  webhookId: id,
  ...webhook,
  types: [...webhook.types],
  disabledAt: isoOrNull(webhook.disabledAt),
  failingSince: isoOrNull(webhook.failingSince),
  oldSecretUntil: isoOrNull(webhook.oldSecretUntil),
  createdAt: isoOf(webhook.createdAt),
});
export const deliveryView = ({ id, ...delivery }: Delivery): z.infer<typeof DeliveryView> => ({
  deliveryId: id,
  ...delivery,
  lastAt: isoOrNull(delivery.lastAt),
  createdAt: isoOf(delivery.createdAt),
});
