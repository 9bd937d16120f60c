/** One attempt of an endpoint that is audited. No bodies, no secrets. */
export interface AuditEntryTable {
  id: string;
  at: number;
  tenant: string;
  actor: string;
  /** Whom the actor acted as, where that was somebody else. */
  acting_as: string | null;
  /** Whose data it was about, and at which of their addresses, as far as is known. */
  realm: string | null;
  site: string | null;
  event: string;
  target: string | null;
  outcome: string;
  status: number;
  duration_ms: number;
  request_id: string;
  remote_address: string;
  endpoint: string;
  /** Which way it came in: one of `Via`. */
  via: string;
  /** The session that it came in, where it came in one. */
  session_id: string | null;
}

/** One request, whoever sent it. */
export interface RequestLogTable {
  request_id: string;
  tenant: string | null;
  key_id: string | null;
  at: number;
  method: string;
  path: string;
  endpoint: string | null;
  status: number;
  duration_ms: number;
  remote_address: string;
}

/** What was sent and answered, of requests of which that is kept: redacted. */
export interface KeptExchangeTable {
  request_id: string;
  tenant: string;
  at: number;
  /** JSON of a `KeptExchange`. */
  exchange: string;
}

/** What became of a request that was sent with an idempotency key. */
export interface HttpReplyTable {
  /** SHA-256 of the caller, the endpoint and the key, hex. */
  key: string;
  /** HMAC-SHA-256 of what was asked under the key that was sent, hex. */
  request_hash: string;
  /** `decided`: what it asked for is committed. `answered`: and so is the answer. */
  state: 'running' | 'decided' | 'answered';
  started_at: number;
  status: number | null;
  /** JSON. */
  answer: string | null;
}

/** One place of a rate limit, and when it was last taken. */
export interface RateHitTable {
  key: string;
  slot: number;
  at: number;
}

declare module '../db/tables.ts' {
  interface Tables {
    audit_entry: AuditEntryTable;
    request_log: RequestLogTable;
    kept_exchange: KeptExchangeTable;
    rate_hit: RateHitTable;
    http_reply: HttpReplyTable;
  }
}
