import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { isHeard, parseBeacon } from './door-view.ts';
import { doorsRepo } from './doors.repo.ts';

/** The doors of a facility, and how many of them are so at this moment. */
export interface DoorCounts {
  readonly total: number;
  readonly online: number;
  /** By their contacts: nobody knows of a door without one, or one that is not online. */
  readonly open: number;
}

const at = (boxId: BoxId | null, doorId: DoorId): string => `${boxId} ${doorId}`;

/** How the doors of many facilities do, in two statements; nothing of a facility without doors. */
export const doorCounts = async (
  tx: Tx,
  facilityIds: readonly FacilityId[],
  nowMs: number,
): Promise<ReadonlyMap<string, DoorCounts>> => {
  if (facilityIds.length === 0) return new Map();
  const reports = new Map(
    (await doorsRepo(tx).driversAt(facilityIds))
      .filter((box) => box.box_status === 'active' && isHeard(box, nowMs))
      .flatMap(({ id, beacon }) =>
        parseBeacon(id, beacon).doors.map((report) => [at(id, report.doorId), report] as const),
      ),
  );
  const counts = new Map<string, DoorCounts>();
  for (const { id, facility_id, box_id } of await doorsRepo(tx).at(facilityIds)) {
    const report = reports.get(at(box_id, id));
    const online = report?.reachable === true;
    const { total, online: others, open } = counts.get(facility_id) ?? { total: 0, online: 0, open: 0 };
    counts.set(facility_id, {
      total: total + 1,
      online: others + Number(online),
      open: open + Number(online && report.contact === 'open'),
    });
  }
  return counts;
};
