/** A browser of a user, as it may be reached by its vendor's push service. */
export interface PushSubscriptionTable {
  id: string;
  user_id: string;
  /** The push service's address for this browser. Whoever knows it may try to reach the browser: never shown. */
  endpoint: string;
  /** SHA-256, hex: one browser is one subscription, whoever signs in there. */
  endpoint_hash: string;
  /** The browser's public key and its secret (RFC 8291), base64url. */
  p256dh: string;
  auth: string;
  /** What its user calls the browser. */
  label: string | null;
  created_at: number;
  expires_at: number | null;
  delivered_at: number | null;
  /** Why the last notification was not taken. */
  last_error: string | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    push_subscription: PushSubscriptionTable;
  }
}
