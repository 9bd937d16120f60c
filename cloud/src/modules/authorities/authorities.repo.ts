import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { FacilityAuthorityTable } from './authorities.tables.ts';

export const authoritiesRepo = (tx: Tx) => ({
  /** Those that have not ended, oldest first. */
  list: (facilityId: FacilityId, now: number): Promise<FacilityAuthorityTable[]> =>
    tx
      .selectFrom('facility_authority')
      .where('facility_id', '=', facilityId)
      .where('ends_at', '>', now)
      .selectAll()
      .orderBy('generation')
      .execute(),

  lastGeneration: async (facilityId: FacilityId): Promise<number> =>
    (
      await tx
        .selectFrom('facility_authority')
        .where('facility_id', '=', facilityId)
        .select((eb) => eb.fn.max('generation').as('last'))
        .executeTakeFirst()
    )?.last ?? 0,

  /** Whoever comes first makes the authority of a generation; everybody else gets that one. */
  ensure: (row: FacilityAuthorityTable): Promise<FacilityAuthorityTable> =>
    tx
      .insertInto('facility_authority')
      .values(row)
      .onConflict((c) => c.columns(['facility_id', 'generation']).doUpdateSet({ facility_id: row.facility_id }))
      .returningAll()
      .executeTakeFirstOrThrow(),
});
