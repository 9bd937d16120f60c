import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { CertifiedNameTable, FacilityAuthorityTable } from './authorities.tables.ts';

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

  /** Whoever else certifies something of this facility waits until this unit ends. */
  lock: (facilityId: FacilityId): Promise<unknown> =>
    tx
      .updateTable('facility_authority')
      .set(({ ref }) => ({ ends_at: ref('ends_at') }))
      .where('facility_id', '=', facilityId)
      .execute(),

  /** Lets go of whatever a listener has but these. */
  release: ({ boxId, listener }: { boxId: BoxId; listener: string }, but: readonly string[]): Promise<unknown> =>
    tx
      .deleteFrom('certified_name')
      .where('box_id', '=', boxId)
      .where('listener', '=', listener)
      .$if(but.length > 0, (query) => query.where('name', 'not in', but))
      .execute(),

  /** One of these names that another active box of the facility has, by a certificate that has not ended. */
  holderOf: async (
    names: readonly string[],
    { facilityId, but, now }: { readonly facilityId: FacilityId; readonly but: BoxId; readonly now: number },
  ) =>
    names.length === 0
      ? undefined
      : tx
          .selectFrom('certified_name as held')
          .innerJoin('box', 'box.id', 'held.box_id')
          .where('held.facility_id', '=', facilityId)
          .where('held.name', 'in', names)
          .where('held.box_id', '<>', but)
          .where('held.ends_at', '>', now)
          .where('box.status', '=', 'active')
          .where('box.facility_id', '=', facilityId)
          .select(['held.name', 'held.box_id'])
          .orderBy('held.name')
          .executeTakeFirst(),

  hold: async (rows: readonly CertifiedNameTable[]): Promise<void> => {
    if (rows.length === 0) return;
    await tx
      .insertInto('certified_name')
      .values(rows)
      .onConflict((c) =>
        c.columns(['box_id', 'listener', 'name']).doUpdateSet(({ ref }) => ({
          facility_id: ref('excluded.facility_id'),
          ends_at: ref('excluded.ends_at'),
        })),
      )
      .execute();
  },
});
