import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/**
 * The active boxes of some facilities in whose name, serial number or id this text may be, whatever its capitals: a few too
 * many are found.
 */
export const boxesNamedAt = (tx: Tx, facilityIds: readonly FacilityId[], text: string) => {
  const pattern = loosePattern(text.toLowerCase());
  return tx
    .selectFrom('box')
    .where('facility_id', 'in', facilityIds)
    .where('status', '=', 'active')
    .where(({ eb, fn, or }) =>
      or([
        eb(fn('lower', ['name']), 'like', pattern),
        eb(fn('lower', ['serial_number']), 'like', pattern),
        eb(sql<string>`id`, 'like', pattern),
      ]),
    )
    .select(['id', 'facility_id', 'name', 'serial_number'])
    .orderBy('id')
    .execute();
};
