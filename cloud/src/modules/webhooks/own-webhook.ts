import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { PlatformCaller } from '../users/platform-surface.ts';
import { holds } from '../users/users.module.ts';
import { webhooksFault } from './webhooks.faults.ts';
import type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksEndpointsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
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

/** A change of one webhook, with its audit row in the same unit. */
export const change = <T>(
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
