import type { Tx } from '../../db/unit-of-work.ts';
import type { UnitCall } from '../../http/endpoint.ts';
import type { PlatformCaller } from '../users/platform-surface.ts';
import { holds } from '../users/users.module.ts';
import { webhooksFault } from './webhooks.faults.ts';
import type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksEndpointsDeps {
  readonly webhooks: WebhooksService;
}

export const anywhere = { needs: 'org-admin', in: 'anywhere' } as const;

/** The organisation of a webhook that the caller administers; for others it is as if it did not exist. */
export const organisationOf = async (
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

/** Before a webhook is changed: whose it is, for the audit as well. */
export const requireOwn = async (
  deps: WebhooksEndpointsDeps,
  id: string,
  { tx, caller, at }: Pick<UnitCall<PlatformCaller>, 'tx' | 'caller' | 'at'>,
): Promise<void> => at({ realm: await organisationOf(tx, deps, caller, id) });
