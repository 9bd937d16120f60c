import { BoxId, DoorId, type FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema } from '../../kit/http/paging.ts';
import {
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityWrites,
  installerReads,
  installerWrites,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFaults } from '../doors/doors.faults.ts';
import type { DoorSetting, DoorsService } from '../doors/doors.module.ts';
import { Confirmation, confirmationOf, DoorSettingView, doorSettingView } from './documents.ts';
import { DoorChange, DoorFields } from './door-change.ts';
import { expectedVersion, faultBodies } from './door-controllers.endpoints.ts';
import { doorControllersFaults } from './door-controllers.faults.ts';
import type { DoorControllersService } from './door-controllers.service.ts';
import { A_DOOR, BOX, DOOR, FACILITY } from './examples.ts';

export interface DoorEndpointDeps {
  readonly doors: Pick<DoorsService, 'settings'>;
  readonly doorControllers: DoorControllersService;
}

const { configuration_refused, configuration_outdated, controller_unknown } = doorControllersFaults;
const { door_unknown } = doorsFaults;
/** A door that was changed, and how that takes effect. */
const ChangedDoor = DoorSettingView.extend({ confirmation: Confirmation });
const changedDoorView = async (
  { doorControllers }: Pick<DoorEndpointDeps, 'doorControllers'>,
  tx: Tx,
  facilityId: FacilityId,
  door: DoorSetting,
) => {
  const { boxId } = door;
  const standing = boxId === null ? undefined : await doorControllers.wiringOf(tx, { boxId, facilityId });
  // A door that no box drives waits for nobody.
  return {
    ...doorSettingView(door),
    confirmation: standing === undefined ? ('not_needed' as const) : confirmationOf(standing),
  };
};
const doorParams = z.object({ ...facilityParams, doorId: DoorId.describe('The door.') });
const faults = { door_unknown, configuration_refused, configuration_outdated };

export const listDoorSettings = platformEndpoint<DoorEndpointDeps>()({
  id: 'device-doors.list',
  method: 'GET',
  path: '/api/devices/doors/:facilityId',
  graph: { on: 'Facility', as: 'doors', with: { facilityId: 'facilityId' }, of: 'Door' },
  summary: 'List how the doors of a facility are set up',
  description: 'Every door with its wiring and times, whether a door controller drives it or not, ordered by name.',
  gate: installerReads,
  params: z.object(facilityParams),
  success: { status: 200, description: 'All of them.', schema: listSchema(DoorSettingView) },
  examples: { params: { facilityId: FACILITY }, success: { data: [A_DOOR] } },
  faults: {},
  handle: async ({ doors }, { params: { facilityId } }, { read }) => ({
    data: (await read((tx) => doors.settings.settingsAt(tx, facilityId))).map(doorSettingView),
  }),
  many: async ({ doors }, inputs, { read }) => {
    const ids = inputs.map(({ params }) => params.facilityId);
    const byFacility = await read((tx) => doors.settings.settingsAtEach(tx, [...new Set(ids)]));
    return ids.map((id) => ({ data: (byFacility.get(id) ?? []).map(doorSettingView) }));
  },
});

export const createDoor = platformEndpoint<DoorEndpointDeps>()({
  id: 'device-doors.create',
  method: 'POST',
  path: '/api/devices/doors/:facilityId',
  summary: 'Create a door',
  description: 'With its wiring and times. A door controller may drive it at once (`uuid`), or be given it later.',
  gate: installerWrites,
  act: 'grave:doors',
  params: z.object(facilityParams),
  body: DoorFields.extend({ uuid: BoxId.optional().describe('The door controller that drives it.') }),
  success: { status: 201, description: 'The door.', schema: ChangedDoor },
  examples: {
    params: { facilityId: FACILITY },
    body: {
      uuid: BOX,
      name: 'Front door',
      profile: 'latch',
      relay: { bus: 'rs485-1', unit: 1, channel: 0 },
      relayEnergisedMeans: 'unlocked',
      evidence: { kind: 'lock-sense', bus: 'rs485-1', unit: 1, channel: 0, activeMeans: 'unlocked' },
      contact: null,
      rex: null,
      fire: null,
    },
    success: {
      ...A_DOOR,
      version: 2,
      zone: null,
      location: null,
      contact: null,
      rex: null,
      confirmation: 'at_the_panel',
    },
  },
  faults: { ...faults, controller_unknown },
  faultBodies,
  audit: { event: 'door.created', target: () => undefined },
  handle: async ({ doorControllers }, { params: { facilityId }, body }, { tx, caller, about }) => {
    const { uuid: boxId, zone = null, location = null, serialNumber = null, acknowledged = [], ...wiring } = body;
    const door = { facilityId, zone, location, serialNumber, acknowledged, ...wiring };
    const made = await doorControllers.addDoor(tx, { ...door, boxId, by: actorOf(caller) });
    about(made.id);
    return changedDoorView({ doorControllers }, tx, facilityId, made);
  },
});

export const changeDoor = platformEndpoint<DoorEndpointDeps>()({
  id: 'device-doors.change',
  method: 'PATCH',
  path: '/api/devices/doors/:facilityId/:doorId',
  summary: 'Change a door',
  description:
    'What is omitted keeps its value; null clears it. Two people who change two doors of one box do not disturb each other. How it is wired takes effect once somebody signed in at the panel of its box has confirmed it: `confirmation`. A door whose wiring changes while it is forced open is locked then, and has to be opened again.',
  gate: installerWrites,
  act: 'grave:doors',
  params: doorParams,
  body: DoorChange.extend({ expectedVersion }),
  success: { status: 200, description: 'The door as it is wanted from now on.', schema: ChangedDoor },
  examples: {
    params: { facilityId: FACILITY, doorId: DOOR },
    body: { expectedVersion: 2, holdSeconds: 5 },
    success: { ...A_DOOR, confirmation: 'not_needed' },
  },
  faults,
  faultBodies,
  audit: { event: 'door.changed', target: ({ params }) => params.doorId },
  handle: async ({ doorControllers }, { params: { facilityId, doorId }, body }, { tx, caller }) => {
    const { expectedVersion, ...changed } = body;
    const asked = { facilityId, doorId, expectedVersion, changed, by: actorOf(caller) };
    return changedDoorView({ doorControllers }, tx, facilityId, await doorControllers.changeDoor(tx, asked));
  },
});

export const removeDoor = platformEndpoint<DoorEndpointDeps>()({
  id: 'device-doors.remove',
  method: 'DELETE',
  path: '/api/devices/doors/:facilityId/:doorId',
  summary: 'Remove a door',
  description:
    'Nobody is offered it any more. Its box lets it go, with its lock at rest, once somebody signed in at the panel has confirmed that: until then its exits stay free. What happened at it is kept.',
  gate: facilityWrites,
  act: 'grave:doors',
  params: doorParams,
  query: z.strictObject({
    expectedVersion: z.coerce
      .number<string>()
      .int()
      .min(0)
      .max(1e9)
      .describe(expectedVersion.description ?? ''),
  }),
  success: { status: 200, description: 'It is gone.', schema: Done },
  examples: { params: { facilityId: FACILITY, doorId: DOOR }, query: { expectedVersion: '3' }, success: DONE },
  faults,
  faultBodies,
  audit: { event: 'door.removed', target: ({ params }) => params.doorId },
  handle: async (
    { doorControllers },
    { params: { facilityId, doorId }, query: { expectedVersion } },
    { tx, caller },
  ) => {
    await doorControllers.removeDoor(tx, { facilityId, doorId, expectedVersion, by: actorOf(caller) });
    return DONE;
  },
});
