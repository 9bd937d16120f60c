import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listDeliveries, replayEvents } from './deliveries.endpoints.ts';
import { listOperatorEvents } from './operator-events.endpoints.ts';
import type { WebhooksEndpointsDeps } from './own-webhook.ts';
import {
  createWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhooks.endpoints.ts';
import { webhooksFaults } from './webhooks.faults.ts';

export type { PostTargets } from './guarded-post.ts';
export { createWebhooksService, type WebhooksService } from './webhooks.service.ts';

export const webhooksModule = (deps: WebhooksEndpointsDeps): Module => ({
  name: 'webhooks',
  owns: ['operator_event', 'operator_feed', 'box_watch', 'webhook_endpoint', 'webhook_delivery'],
  faults: webhooksFaults,
  endpoints: [
    mount(listOperatorEvents, deps),
    mount(listWebhooks, deps),
    mount(createWebhook, deps),
    mount(readWebhook, deps),
    mount(updateWebhook, deps),
    mount(removeWebhook, deps),
    mount(rotateSecret, deps),
    mount(replayEvents, deps),
    mount(listDeliveries, deps),
  ],
});
