import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';

/** Which decisions are read: those that happened in `[from, to)` (ms), after a place in their order. */
export interface DecisionsAfter {
  readonly from: number;
  readonly to: number;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** What boxes decided by themselves of people at their doors, the oldest first. */
export const decisionsAfter = (tx: Tx, facilityId: FacilityId, { from, to, after, limit }: DecisionsAfter) => {
  let found = tx
    .selectFrom('door_event')
    .where('facility_id', '=', facilityId)
    // As the index has it.
    .where(sql<boolean>`kind in ('access.denied', 'access.granted')`)
    .where('at', '>=', after?.at ?? from)
    .where('at', '<', to);
  if (after !== undefined) found = found.where((eb) => eb.or([eb('at', '>', after.at), eb('id', '>', after.id)]));
  return found.select(['id', 'at', 'kind', 'door_id', 'outcome']).orderBy('at').orderBy('id').limit(limit).execute();
};
