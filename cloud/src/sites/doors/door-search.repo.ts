import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** The doors of some facilities in whose name or id this text may be, whatever its capitals: a few too many are found. */
export const doorsNamedAt = (tx: Tx, facilityIds: readonly FacilityId[], text: string) => {
  const pattern = loosePattern(text.toLowerCase());
  return tx
    .selectFrom('door')
    .where('facility_id', 'in', facilityIds)
    .where('removed_at', 'is', null)
    .where(({ eb, fn, or }) => or([eb(fn('lower', ['name']), 'like', pattern), eb(sql<string>`id`, 'like', pattern)]))
    .select(['id', 'facility_id', 'name', 'location'])
    .orderBy('id')
    .execute();
};
