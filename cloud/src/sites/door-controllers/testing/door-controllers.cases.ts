import { randomUUID } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { BARE_DOOR } from '../../../testing/bare-door.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aShowingBox } from './showing-box.ts';

/** Wired everywhere, so that every field's bounds can be tried. */
const point = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
const FULL = {
  evidence: { kind: 'lock-sense', ...point(1), activeMeans: 'unlocked' },
  contact: { ...point(2), activeMeans: 'open' },
  rex: point(3),
  fire: point(4),
  keySwitch: { ...point(5), mode: 'force-open' },
} as const;
const at = ({ world }: PlatformApi) => ({ facilityId: world.facilityId });
/** Where the path was given that name. */
const atFacility = ({ world }: PlatformApi) => ({ club: world.facilityId });

/** A box of its own with one door, and the versions of both. */
const aBoxWithDoor = async ({ world }: PlatformApi, facilityId: FacilityId = world.facilityId) => {
  const boxId = await world.aBox(facilityId);
  const asked = { ...BARE_DOOR, name: 'Side door', facilityId, boxId, by: 'test' };
  const door = await world.db.write((tx) => world.doorControllers.addDoor(tx, asked));
  const box = await world.db.read((tx) => world.boxes.find(tx, boxId));
  return { boxId, door, version: Number(box?.configuration_version) };
};
const foreignDoor = async (api: PlatformApi) => ({
  doorId: await api.world.doors.create({ ...BARE_DOOR, name: 'Theirs', facilityId: api.otherFacilityId }),
});
const missingDoor = () => ({ doorId: randomId('door', systemRandom) as DoorId });
const ofBox = async (api: PlatformApi, params: (boxId: BoxId) => Record<string, string>) => ({
  params: params((await aBoxWithDoor(api)).boxId),
  foreign: params((await aBoxWithDoor(api, api.otherFacilityId)).boxId),
  missing: params(randomUUID() as BoxId),
});

export const doorControllersCases: PlatformCases = {
  'door-controllers.list': async (api) => ({ params: at(api) }),
  'door-controllers.look-at-claim': async (api) => {
    const { code } = await aShowingBox(api.world.db);
    return { params: at(api), body: { code } };
  },
  'door-controllers.associate': async (api) => {
    const { code } = await aShowingBox(api.world.db);
    return {
      params: atFacility(api),
      body: { code, name: 'Box', serialNumber: 'GH-1', location: 'Reception', doorIds: [] },
    };
  },
  'door-controllers.update': async (api) => {
    const { boxId, door, version } = await aBoxWithDoor(api);
    const doors = [{ doorId: door.id, holdSeconds: 9, zone: null, acknowledged: [], ...FULL }];
    return { params: atFacility(api), body: { uuid: boxId, expectedVersion: version, name: 'Box', doors } };
  },
  'door-controllers.decommission': async (api) => ({
    params: atFacility(api),
    body: { uuid: await api.world.aBox() },
  }),
  'door-controllers.config': (api) => ofBox(api, (uuid) => ({ uuid })),
  'door-controllers.versions': async (api) => ({
    ...(await ofBox(api, (uuid) => ({ uuid }))),
    query: { after: '7', limit: '10' },
  }),
  'door-controllers.version': (api) => ofBox(api, (uuid) => ({ uuid, version: '1' })),
  'door-controllers.restore': async (api) => {
    const { boxId, version } = await aBoxWithDoor(api);
    return { params: at(api), body: { uuid: boxId, version, expectedVersion: version } };
  },
  'device-doors.list': async (api) => ({ params: at(api) }),
  'device-doors.read': async (api) => {
    const { door } = await aBoxWithDoor(api);
    return { params: { doorId: door.id }, foreign: await foreignDoor(api), missing: missingDoor() };
  },
  'device-doors.create': async (api) => ({ params: at(api), body: { ...BARE_DOOR, ...FULL, name: 'New door' } }),
  'device-doors.change': async (api) => {
    const { door } = await aBoxWithDoor(api);
    return {
      params: { ...at(api), doorId: door.id },
      body: { expectedVersion: door.version, holdSeconds: 9, ...FULL },
      foreign: await foreignDoor(api),
      missing: missingDoor(),
    };
  },
  'device-doors.remove': async (api) => {
    const { door } = await aBoxWithDoor(api);
    return {
      params: { ...at(api), doorId: door.id },
      query: { expectedVersion: String(door.version) },
      foreign: await foreignDoor(api),
      missing: missingDoor(),
    };
  },
};
