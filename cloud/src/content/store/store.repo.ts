import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Which location of the online store is which facility. */
interface StoreLocationTable {
  facility_id: FacilityId;
  /** As the store calls it; null until it is known. */
  location_id: string | null;
  /** Somebody updates it until then, in ms since 1970: nobody else adds or changes it meanwhile. */
  busy_until: number | null;
  /** Null where it never was. */
  pushed_at: number | null;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    store_location: StoreLocationTable;
  }
}

export const storeRepo = (tx: Tx) => ({
  /** Takes the location for oneself until `until`. Undefined where somebody else has it at `now`. */
  claim: async (facilityId: FacilityId, now: number, until: number) => {
    await tx
      .insertInto('store_location')
      .values({ facility_id: facilityId, location_id: null, busy_until: null, pushed_at: null })
      .onConflict((on) => on.column('facility_id').doNothing())
      .execute();
    return tx
      .updateTable('store_location')
      .set({ busy_until: until })
      .where('facility_id', '=', facilityId)
      .where(({ or, eb }) => or([eb('busy_until', 'is', null), eb('busy_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst();
  },

  busyUntil: async (facilityId: FacilityId): Promise<number | null> => {
    const row = tx.selectFrom('store_location').where('facility_id', '=', facilityId).select('busy_until');
    return (await row.executeTakeFirst())?.busy_until ?? null;
  },

  /** Ends one’s own claim, and says what came of it where something did. */
  release: (
    facilityId: FacilityId,
    claim: number,
    done: { readonly location_id?: string; readonly pushed_at?: number } = {},
  ): Promise<unknown> =>
    tx
      .updateTable('store_location')
      .set({ busy_until: null, ...done })
      .where('facility_id', '=', facilityId)
      .where('busy_until', '=', claim)
      .execute(),
});
