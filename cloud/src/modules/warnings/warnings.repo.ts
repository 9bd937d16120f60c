import type { Insertable } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import type { WarningTable } from './warnings.tables.ts';

export const warningsRepo = (tx: Tx) => ({
  /** Opens the warning, or counts it once more. */
  raise: (row: Insertable<WarningTable>): Promise<unknown> =>
    tx
      .insertInto('warning')
      .values(row)
      .onConflict((c) =>
        c.columns(['kind', 'facility_id', 'subject']).doUpdateSet((eb) => ({
          count: eb('warning.count', '+', 1),
          last_at: row.last_at,
          message: row.message,
        })),
      )
      .execute(),

  listOf: (facilityId: string, limit: number) =>
    tx
      .selectFrom('warning')
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('last_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
});
