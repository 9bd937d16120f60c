import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Spender } from './spender.ts';

export interface MarkupDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly rateBlocks: {
    chargesAt(
      tx: Tx,
      place: { readonly facilityId: FacilityId; readonly orgId: OrgId },
      at: number,
    ): Promise<{ readonly aiMarkupPercent: number }>;
  };
}

const KEPT_MAX = 10_000;

/**
 * What is added to the prices of models at a place: by the rates as they were when the day (UTC) began, as everything of that day
 * is charged. It cannot change any more, so it is asked once a day.
 */
export const createMarkup = ({ db, clock, rateBlocks }: MarkupDeps) => {
  const known = new Map<string, number>();
  return async ({ facility: { id, org_id: orgId } }: Spender): Promise<number> => {
    const now = clock.wallMs();
    const day = now - (now % Days(1));
    const name = `${day} ${id}`;
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const { aiMarkupPercent } = await db.read((tx) => rateBlocks.chargesAt(tx, { facilityId: id, orgId }, day));
    if (known.size >= KEPT_MAX) known.clear();
    known.set(name, aiMarkupPercent);
    return aiMarkupPercent;
  };
};
