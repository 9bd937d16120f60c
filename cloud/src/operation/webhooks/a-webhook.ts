import type { FindBy } from '../../kit/http/resource.ts';
import type { Placed, PlatformCaller } from '../../platform/users/platform-surface.ts';
import type { Webhook } from './webhook-views.ts';
import { webhooksFault } from './webhooks.faults.ts';
import type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksEndpointsDeps {
  readonly webhooks: WebhooksService;
}

/** For whoever administers the organisation of the webhook. */
export const gate = { needs: 'org-admin', in: 'resource' } as const;

/** The webhook that a path names. */
export const resource = {
  find: async (
    { webhooks }: Pick<WebhooksEndpointsDeps, 'webhooks'>,
    { params: { webhookId } }: { readonly params: { readonly webhookId: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Webhook & Placed) | undefined> => {
    const webhook = await webhooks.find(tx, webhookId);
    return webhook && { ...webhook, at: { organisationId: webhook.organisationId } };
  },
  missing: () => webhooksFault('webhook_unknown', 'There is no such webhook.'),
};
