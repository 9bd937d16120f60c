import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { AiRequestTable, AiRollupTable } from '../../inference/inference.tables.ts';

const QUARTER = 900_000;

/** A settled request, as the gate keeps it. */
export const aRequest = (facilityId: FacilityId, at: number, more: Partial<AiRequestTable> = {}): AiRequestTable => ({
  ...{ id: randomId('gen', undefined, at), facility_id: facilityId, source: 'key', key_hash: 'a'.repeat(64) },
  ...{ device_id: null, idempotency_hash: null, model: 'small-1', provider: 'acme', upstream_id: null, streamed: 0 },
  ...{ state: 'settled', status: 'ok', code: null, price: null, caps: null, hold_micros: 0, tokens_in: 10 },
  ...{ tokens_out: 5, cost_micros: 100, usage_source: 'provider', at, progress_at: at, first_token_ms: 40, ms: 90 },
  settled_at: at,
  ...more,
});

/** Keeps requests, and their sums by quarters of an hour, as the gate does. */
export const keepRequests = (db: Database, requests: readonly AiRequestTable[]): Promise<void> =>
  db.write(async (tx) => {
    const sums = new Map<string, AiRollupTable>();
    for (const row of requests) {
      await tx.insertInto('ai_request').values(row).execute();
      const { facility_id, source, model, provider, status, key_hash, device_id } = row;
      const at = Math.floor(row.at / QUARTER) * QUARTER;
      const of = { facility_id, at, source, subject: key_hash ?? device_id ?? '', model };
      const key = { ...of, provider: provider ?? '', status: status ?? 'error' };
      const before = sums.get(JSON.stringify(key));
      sums.set(JSON.stringify(key), {
        ...key,
        requests: (before?.requests ?? 0) + 1,
        tokens_in: (before?.tokens_in ?? 0) + row.tokens_in,
        tokens_out: (before?.tokens_out ?? 0) + row.tokens_out,
        cost_micros: (before?.cost_micros ?? 0) + row.cost_micros,
        ms_sum: (before?.ms_sum ?? 0) + (row.ms ?? 0),
        first_tokens: (before?.first_tokens ?? 0) + (row.first_token_ms === null ? 0 : 1),
        first_token_ms_sum: (before?.first_token_ms_sum ?? 0) + (row.first_token_ms ?? 0),
      });
    }
    for (const row of sums.values()) await tx.insertInto('ai_rollup').values(row).execute();
  });
