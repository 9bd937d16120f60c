import type { EventId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { DeliveryState, WebhookDeliveryTable, WebhookEndpointTable } from './webhooks.tables.ts';

/** A webhook as its organisation sees it: everything but its secrets. */
export interface Webhook {
  readonly id: string;
  readonly organisationId: OrgId;
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly disabledAt: number | null;
  readonly disabledWhy: string | null;
  readonly failingSince: number | null;
  readonly oldSecretUntil: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: EventId;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
}

export const toWebhook = (row: WebhookEndpointTable): Webhook => ({
  id: row.id,
  organisationId: row.org_id,
  url: row.url,
  description: row.description,
  types: JSON.parse(row.types),
  enabled: row.disabled_at === null,
  disabledAt: row.disabled_at,
  disabledWhy: row.disabled_why,
  failingSince: row.failing_since,
  oldSecretUntil: row.old_secret_until,
  createdAt: row.created_at,
  createdBy: row.created_by,
});

export const toDelivery = (row: WebhookDeliveryTable): Delivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  lastAt: row.last_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
});
