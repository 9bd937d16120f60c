import { type LeasedPlaceTable, leasedPlaces } from '../../kit/db/leased-places.ts';

declare module '../../kit/db/tables.ts' {
  interface Tables {
    /** A socket or a stream that is open, in one of the 10 places that its user has. Its id is `con_…`. */
    unified_connection: LeasedPlaceTable;
  }
}

/** The connections on which users follow what happens. */
export const connectionPlaces = leasedPlaces('unified_connection');
