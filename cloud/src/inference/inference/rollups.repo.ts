import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RequestRow } from './inference.repo.ts';
import type { AiRollupTable } from './inference.tables.ts';

const QUARTER_MS = 15 * 60_000;
const SUMS = [
  'requests',
  'tokens_in',
  'tokens_out',
  'cost_micros',
  'ms_sum',
  'first_tokens',
  'first_token_ms_sum',
] as const;

const add = prepared((tx, row: Insertable<AiRollupTable>) =>
  tx
    .insertInto('ai_rollup')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['facility_id', 'at', 'source', 'subject', 'model', 'provider', 'status'])
        .doUpdateSet((eb) =>
          Object.fromEntries(SUMS.map((sum) => [sum, eb(`ai_rollup.${sum}`, '+', eb.ref(`excluded.${sum}`))])),
        ),
    )
    .returning('requests'),
);

/** Adds a settled request to the sums of the quarter of an hour in which it was made. */
export const addToRollup = (tx: Tx, row: RequestRow): Promise<unknown> =>
  add(tx, {
    facility_id: row.facility_id,
    at: row.at - (row.at % QUARTER_MS),
    source: row.source,
    subject: row.key_hash ?? row.device_id ?? '',
    model: row.model,
    provider: row.provider ?? '',
    status: row.status ?? '',
    requests: 1,
    tokens_in: row.tokens_in,
    tokens_out: row.tokens_out,
    cost_micros: row.cost_micros,
    ms_sum: row.ms ?? 0,
    first_tokens: row.first_token_ms === null ? 0 : 1,
    first_token_ms_sum: row.first_token_ms ?? 0,
  });
