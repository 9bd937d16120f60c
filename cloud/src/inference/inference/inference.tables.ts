import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** What counts towards one cap in one while. Times in ms since 1970, money in micros. */
export interface AiCounterTable {
  /** `key:<hash>`, `guardrail:<id>`, `agent:<device>`, `facility:<id>`. */
  subject: string;
  /** `day:2026-11-27`, `week:2026-W48`, `month:2026-11`, `total:<epoch>`: by the facility's calendar. */
  span: string;
  used_micros: number;
  /** At the worst case, of requests that are not settled. */
  held_micros: number;
  /** Null: it never ends by itself. */
  ends_at: number | null;
}

/** A request to a model, of which nothing is kept that anybody wrote. */
export interface AiRequestTable {
  /** `gen_…`, in the order of time. */
  id: string;
  facility_id: FacilityId;
  source: 'key' | 'agent';
  key_hash: string | null;
  device_id: string | null;
  idempotency_hash: string | null;
  model: string;
  provider: string | null;
  /** The provider's own id of it. */
  upstream_id: string | null;
  streamed: 0 | 1;
  state: 'open' | 'settled';
  status: 'ok' | 'error' | 'blocked' | 'refused' | 'limited' | 'cancelled' | null;
  code: string | null;
  /** JSON: the prices by which it was held and is settled. */
  price: string | null;
  /** JSON: the counters that were held, as `[subject, span, cap in micros]`. */
  caps: string | null;
  hold_micros: number;
  tokens_in: number;
  tokens_out: number;
  cost_micros: number;
  usage_source: 'provider' | 'lookup' | 'estimated' | 'recovered' | null;
  at: number;
  /** When it last got on: a sweeper looks after what stands still. */
  progress_at: number;
  first_token_ms: number | null;
  ms: number | null;
  settled_at: number | null;
}

/** What a key has used of what it may use in one minute. */
export interface AiPaceTable {
  key_hash: string;
  kind: 'requests' | 'tokens';
  /** Minutes since 1970. */
  minute: number;
  used: number;
}

/** Sums of settled requests by quarters of an hour: exact in every time zone. */
export interface AiRollupTable {
  facility_id: FacilityId;
  /** When the quarter began. */
  at: number;
  source: 'key' | 'agent';
  /** The hash of the key, or the device. */
  subject: string;
  model: string;
  /** Empty where none was asked. */
  provider: string;
  status: string;
  requests: number;
  tokens_in: number;
  tokens_out: number;
  cost_micros: number;
  ms_sum: number;
  /** Of how many the time to the first token is known, and the sum of those times. */
  first_tokens: number;
  first_token_ms_sum: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    ai_counter: AiCounterTable;
    ai_pace: AiPaceTable;
    ai_request: AiRequestTable;
    ai_rollup: AiRollupTable;
  }
}
