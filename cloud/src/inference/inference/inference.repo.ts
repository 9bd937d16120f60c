import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiRequestTable } from './inference.tables.ts';

export type RequestRow = Selectable<AiRequestTable>;
/** What is known of a request that goes on. */
export interface Progress extends Pick<RequestRow, 'id' | 'provider' | 'upstream_id' | 'tokens_in' | 'tokens_out'> {
  readonly progress_at: number;
}

const insert = prepared((tx, row: Insertable<AiRequestTable>) =>
  tx
    .insertInto('ai_request')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id'),
);
/** One that was long on its way puts nothing back that a later one has written. */
const progress = prepared((tx, { id, ...row }: Progress) =>
  tx
    .updateTable('ai_request')
    .set(row)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('progress_at', '<=', row.progress_at)
    .returning('id'),
);

/** What is known once it has ended: the rest stays, and with it most of its indexes. */
const ENDS = [
  'state',
  'status',
  'code',
  'provider',
  'upstream_id',
  'tokens_in',
  'tokens_out',
  'cost_micros',
  'usage_source',
  'progress_at',
  'first_token_ms',
  'ms',
  'settled_at',
  'idempotency_hash',
] as const;
const settle = prepared((tx, row: RequestRow) =>
  tx
    .updateTable('ai_request')
    .set(Object.fromEntries(ENDS.map((name) => [name, row[name]])))
    .where('id', '=', row.id)
    .where('state', '=', sql.lit('open' as const))
    .returning('id'),
);

/** Ids are in the order of time: what was made before it sorts before this. */
const firstIdOf = (at: number): string => `gen_${Math.max(0, at).toString(36).padStart(8, '0')}`;

export const inferenceRepo = (tx: Tx) => ({
  request: (facilityId: FacilityId, id: string): Promise<RequestRow | undefined> =>
    tx
      .selectFrom('ai_request')
      .selectAll()
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** False where the facility has made one with the same idempotency key. */
  insert: async (row: RequestRow): Promise<boolean> => (await insert(tx, row)).length > 0,

  isRepeated: async (facilityId: FacilityId, idempotencyHash: string): Promise<boolean> =>
    (await tx
      .selectFrom('ai_request')
      .select('id')
      .where('facility_id', '=', facilityId)
      .where('idempotency_hash', '=', idempotencyHash)
      .executeTakeFirst()) !== undefined,

  progress: async (row: Progress): Promise<boolean> => (await progress(tx, row)).length > 0,

  /** Whether it was open, and this is what settles it. */
  settle: async (row: RequestRow): Promise<boolean> => (await settle(tx, row)).length > 0,

  setCost: (id: string, micros: number): Promise<unknown> =>
    tx.updateTable('ai_request').set({ cost_micros: micros }).where('id', '=', id).execute(),

  /** Those that got no further since then, the oldest first. */
  standing: (before: number, limit: number): Promise<RequestRow[]> =>
    tx
      .selectFrom('ai_request')
      .selectAll()
      .where('state', '=', sql.lit('open' as const))
      .where('progress_at', '<', before)
      .orderBy('progress_at')
      .limit(limit)
      .execute(),

  forgetBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('ai_request')
        .where('id', 'in', (eb) =>
          eb.selectFrom('ai_request').select('id').where('id', '<', firstIdOf(at)).orderBy('id').limit(limit),
        )
        .returning('id')
        .execute()
    ).length,
});
