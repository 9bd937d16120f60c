import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';

interface ChangedDoorsDeps {
  readonly db: Pick<Database, 'read'>;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly changed: (tx: Tx | undefined, topic: 'facility', facilityId: string) => void;
}

/** Says when the doors of a facility may look different, by what is heard of its boxes. */
export const createChangedDoors = ({ db, boxes, changed }: ChangedDoorsDeps) => {
  /** What each box said last, as far as a picture shows it: most beacons say nothing new, and wake nobody. */
  const said = new Map<BoxId, string>();

  const changedOf = async (boxId: BoxId): Promise<void> => {
    const box = await db.read((tx) => boxes.findActive(tx, boxId));
    if (box !== undefined) changed(undefined, 'facility', box.facility_id);
  };
  return {
    beaconArrived: async (boxId: BoxId, { doors, access }: Beacon): Promise<void> => {
      const now = JSON.stringify([doors, access?.epoch, access?.revision, access?.hash]);
      if (said.get(boxId) === now) return;
      said.set(boxId, now);
      await changedOf(boxId);
    },
    boxGone: async (boxId: BoxId): Promise<void> => {
      said.delete(boxId);
      await changedOf(boxId);
    },
    changedAt: (tx: Tx, facilityId: FacilityId): void => changed(tx, 'facility', facilityId),
  };
};
