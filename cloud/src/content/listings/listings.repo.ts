import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';

/** Which location of the listings provider is which facility. */
interface ListingLinkTable {
  facility_id: FacilityId;
  /** As the provider calls it. */
  location_id: string;
  /** `removing`: a job removes it there, and then this. */
  state: 'linked' | 'removing';
  /** JSON: `Details`, what it is to say beside the name and address of the facility. */
  details: string;
  /** Of what was last pushed. */
  pushed_hash: string;
  /** When it was last seen to be so there. */
  seen_at: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    listing_link: ListingLinkTable;
  }
}
export type ListingLink = ListingLinkTable;

export const listingsRepo = (tx: Tx) => ({
  ofFacility: (facilityId: FacilityId) =>
    tx.selectFrom('listing_link').where('facility_id', '=', facilityId).selectAll().executeTakeFirst(),

  ofLocation: (locationId: string) =>
    tx
      .selectFrom('listing_link as link')
      .innerJoin('facility', 'facility.id', 'link.facility_id')
      .where('link.location_id', '=', locationId)
      .selectAll('link')
      .select('facility.org_id')
      .executeTakeFirst(),

  /** Those in reach, by facility, after one. */
  within: (
    reach: Reach,
    asked: { readonly facilityId?: FacilityId | undefined; readonly after: string; readonly limit: number },
  ) => {
    let query = tx
      .selectFrom('listing_link as link')
      .innerJoin('facility', 'facility.id', 'link.facility_id')
      .where('link.facility_id', '>', uncheckedId<FacilityId>(asked.after));
    if (asked.facilityId !== undefined) query = query.where('link.facility_id', '=', asked.facilityId);
    if (reach !== 'everywhere') {
      const { organisations, facilities } = reach;
      query = query.where(({ or, eb }) =>
        or([
          ...(organisations.length === 0 ? [] : [eb('facility.org_id', 'in', organisations)]),
          ...(facilities.length === 0 ? [] : [eb('facility.id', 'in', facilities)]),
        ]),
      );
    }
    return query.selectAll('link').orderBy('link.facility_id').limit(asked.limit).execute();
  },

  put: (row: ListingLinkTable): Promise<unknown> => {
    const { facility_id: _facility, ...anew } = row;
    return tx
      .insertInto('listing_link')
      .values(row)
      .onConflict((on) => on.column('facility_id').doUpdateSet(anew))
      .execute();
  },

  setRemoving: (facilityId: FacilityId): Promise<unknown> =>
    tx.updateTable('listing_link').set({ state: 'removing' }).where('facility_id', '=', facilityId).execute(),

  removeGone: (locationId: string): Promise<unknown> =>
    tx.deleteFrom('listing_link').where('location_id', '=', locationId).where('state', '=', 'removing').execute(),
});
