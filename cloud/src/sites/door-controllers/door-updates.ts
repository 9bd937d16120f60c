import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DoorSetting, DoorsService, NewDoor } from '../doors/doors.module.ts';
import { type BoxState, stateOf } from './box-state.ts';
import { type Asked, type Configuration, outdated, refuseNew } from './configuration.ts';
import { changedDoor, type DoorChange } from './door-change.ts';

interface ExpectedDoor {
  readonly doorId: DoorId;
  /** The version that the caller has seen of it. */
  readonly expectedVersion: number;
}

const alone = (door: DoorSetting): Pick<BoxState, 'doors'> => ({
  doors: stateOf({ name: null, serial_number: null, location: null }, [door]).doors,
});

/** Changes of single doors, whether a box drives them or not. */
export const createDoorUpdates = (
  { doors }: { readonly doors: Pick<DoorsService, 'settings'> },
  { change, put, give, doorOf }: Configuration,
) => ({
  /** A new door, driven by this box or by none. */
  addDoor: async (
    tx: Tx,
    { by, boxId, ...door }: NewDoor & Asked & { boxId?: BoxId | undefined },
  ): Promise<DoorSetting> => {
    const { facilityId } = door;
    const add = () => doors.settings.add(tx, door);
    const made: DoorId[] = [];
    const work = async () => {
      made.push(await add());
      await give(tx, facilityId, boxId ?? null, made, []);
    };
    if (boxId === undefined) made.push(await add());
    else await change(tx, { facilityId, boxIds: [boxId], by, asked: 'staff', work });
    const [doorId] = made;
    if (doorId === undefined) throw new Bug('a door was added, and is not there');
    const setting = await doorOf(tx, facilityId, doorId);
    if (boxId === undefined) refuseNew({ doors: [] }, alone(setting), undefined, 'staff');
    return setting;
  },

  /** Another wiring, other times, another name for one door. */
  changeDoor: async (
    tx: Tx,
    { facilityId, doorId, by, expectedVersion, changed }: Asked & ExpectedDoor & { changed: DoorChange },
  ): Promise<DoorSetting> => {
    const { boxId } = await doorOf(tx, facilityId, doorId);
    const work = async () => {
      const door = await doorOf(tx, facilityId, doorId);
      // Between the look and the lock of the box's row it may have gone to another one.
      if (door.boxId !== boxId) throw outdated('door', door.version);
      const next = changedDoor(door, changed);
      if (boxId === null) refuseNew(alone(door), alone(next), undefined, 'staff');
      await put(tx, facilityId, next, expectedVersion);
    };
    await change(tx, { facilityId, boxIds: boxId === null ? [] : [boxId], by, asked: 'staff', work });
    if (boxId === null) await work();
    return doorOf(tx, facilityId, doorId);
  },

  /** The door is gone: from its box, and for partners. What happened at it is kept. */
  removeDoor: async (tx: Tx, { facilityId, doorId, by, expectedVersion }: Asked & ExpectedDoor): Promise<void> => {
    const { boxId } = await doorOf(tx, facilityId, doorId);
    const work = async () => {
      if (await doors.settings.remove(tx, facilityId, doorId, expectedVersion)) return;
      throw outdated('door', (await doorOf(tx, facilityId, doorId)).version);
    };
    await change(tx, { facilityId, boxIds: boxId === null ? [] : [boxId], by, asked: 'operator', work });
    if (boxId === null) await work();
  },
});
