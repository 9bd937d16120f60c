import type { EventId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';

/** Which attempts are read: begun in `[from, to)` (ms) and after a place in the order of their beginning. */
export interface AttemptsAfter {
  readonly from: number;
  readonly to: number;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** Attempts that have their answer or wait for it, the oldest first. */
export const finishedAttempts = (tx: Tx, facilityId: FacilityId, { from, to, after, limit }: AttemptsAfter) => {
  let found = tx
    .selectFrom('unlock_attempt')
    .where('facility_id', '=', facilityId)
    .where('started_at', '>=', after?.at ?? from)
    .where('started_at', '<', to);
  if (after !== undefined)
    found = found.where((eb) =>
      eb.or([eb('started_at', '>', after.at), eb('event_id', '>', uncheckedId<EventId>(after.id))]),
    );
  return found
    .select(['event_id as id', 'started_at as at', 'finished_at', 'door_id', 'outcome'])
    .orderBy('started_at')
    .orderBy('event_id')
    .limit(limit)
    .execute();
};
