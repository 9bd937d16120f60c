import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { BARE_DOOR } from './bare-door.ts';
import type { PlatformApi } from './platform-api.ts';

const made = new WeakMap<PlatformApi, Promise<DoorId>>();

const makeOne = async ({ world, otherFacilityId }: PlatformApi): Promise<DoorId> => {
  const facilityId = otherFacilityId as FacilityId;
  const id = await world.doors.create({ ...BARE_DOOR, name: 'Door of somebody else', facilityId });
  await world.doorControllers.assign(facilityId, await world.aBox(facilityId), [id], 'test');
  return id;
};

/** A door of the other organisation's facility, with a box of its own: the same one each time. */
export const foreignDoor = (api: PlatformApi): Promise<DoorId> => {
  const known = made.get(api) ?? makeOne(api);
  made.set(api, known);
  return known;
};

/** An id that no door has. */
export const NO_DOOR = 'door_zzzzzzzzzzzzzzzz';
