import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { operatorFeedRepo } from './operator-feed.repo.ts';

/** How often a box of a facility was away in a period, and for how long in all (ms). */
export interface BoxOutages {
  readonly boxId: string;
  readonly times: number;
  readonly awayMs: number;
}

interface Away {
  times: number;
  awayMs: number;
  goneAt: number | undefined;
}
/** A box that comes and goes all the time fills this, and has been told of enough. */
const CHANGES_MAX = 1_000;

/** By what the watch over boxes saw: those away longest first. One that is away still counts up to the end of the period. */
export const boxOutages = async (
  tx: Tx,
  facilityId: FacilityId,
  period: { readonly from: number; readonly to: number },
  /** Since when each box is the facility's. */
  since: ReadonlyMap<string, number>,
): Promise<readonly BoxOutages[]> => {
  const boxes = new Map<string, Away>();
  const changes = await operatorFeedRepo(tx).boxChanges(facilityId, period, CHANGES_MAX);
  // Behind the last that was looked at, who was away may have come back.
  const known = changes.length < CHANGES_MAX ? period.to : (changes.at(-1)?.recorded_at ?? period.to);
  for (const { type, recorded_at, data } of changes) {
    const { boxId } = JSON.parse(data) as { boxId: string };
    // Who comes before having gone had been away since before, unless it is new here.
    const cameBack = type === 'box.online' && (since.get(boxId) ?? 0) <= period.from;
    const box = boxes.get(boxId) ?? { times: cameBack ? 1 : 0, awayMs: 0, goneAt: cameBack ? period.from : undefined };
    boxes.set(boxId, box);
    if (type === 'box.offline') {
      box.times++;
      box.goneAt = recorded_at;
    } else if (box.goneAt !== undefined) {
      box.awayMs += recorded_at - box.goneAt;
      box.goneAt = undefined;
    }
  }
  return [...boxes]
    .map(([boxId, { times, awayMs, goneAt }]) => ({
      boxId,
      times,
      awayMs: awayMs + (goneAt === undefined ? 0 : known - goneAt),
    }))
    .sort((a, b) => b.awayMs - a.awayMs || (a.boxId < b.boxId ? -1 : 1));
};
