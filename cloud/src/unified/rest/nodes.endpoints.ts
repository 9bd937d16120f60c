import { BoxId, DoorId, type FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import type { Where } from '../../platform/users/users.module.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import { doorControllersFault, doorControllersFaults } from '../../sites/door-controllers/door-controllers.faults.ts';
import {
  A_CONTROLLER,
  A_DOOR,
  BOX,
  ControllerView,
  controllerView,
  DOOR,
  type DoorControllersService,
  DoorSettingView,
  doorSettingView,
  FACILITY,
} from '../../sites/door-controllers/door-controllers.module.ts';
import { doorsFault, doorsFaults } from '../../sites/doors/doors.faults.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { ReleasesService } from '../../sites/releases/releases.service.ts';
import { restEndpoint } from './rest-surface.ts';

export interface NodesDeps {
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly doors: { readonly settings: Pick<DoorsService['settings'], 'settingAnywhere'> };
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly doorControllers: Pick<DoorControllersService, 'list'>;
  readonly releases: Pick<ReleasesService, 'list'>;
}

const gate = { needs: 'facility-staff', in: 'resource' } as const;
const { door_unknown } = doorsFaults;
const { controller_unknown } = doorControllersFaults;

/** Where something of this facility is, for the gate. */
const placedAt = async (
  tx: Tx,
  { organisations }: Pick<NodesDeps, 'organisations'>,
  facilityId: FacilityId,
): Promise<Where | undefined> => {
  const facility = await organisations.findFacility(tx, facilityId);
  return facility && { facilityId, organisationId: facility.org_id };
};

const DoorNode = DoorSettingView.extend({ facilityId: z.string().describe('The facility that it belongs to.') }).meta({
  id: 'Door',
});

export const readDoor = restEndpoint<NodesDeps>()({
  id: 'nodes.door',
  method: 'GET',
  path: '/v1/rest/doors/:doorId',
  summary: 'Read a door',
  description: 'How it is set up, by its id alone: which facility it is of, which box drives it, its wiring and times.',
  gate,
  graph: { node: 'Door', key: 'doorId' },
  resource: {
    find: async (
      { doors, organisations }: NodesDeps,
      { params }: { readonly params: { readonly doorId: string } },
      { tx }: FindBy<PlatformCaller>,
    ) => {
      const doorId = DoorId.safeParse(params.doorId).data;
      const door = doorId && (await doors.settings.settingAnywhere(tx, doorId));
      const at = door && (await placedAt(tx, { organisations }, door.facilityId));
      return door && at && { ...door, at };
    },
    missing: () => doorsFault('door_unknown', 'There is no such door.'),
  },
  params: z.strictObject({ doorId: z.string().max(64).describe('The door.') }),
  success: { status: 200, description: 'The door.', schema: DoorNode },
  examples: { params: { doorId: DOOR }, success: { ...A_DOOR, facilityId: FACILITY } },
  faults: { door_unknown },
  handle: async (_deps, _input, { resource: door }) => ({
    ...doorSettingView(door),
    facilityId: door.facilityId as string,
  }),
});

export const readBox = restEndpoint<NodesDeps>()({
  id: 'nodes.box',
  method: 'GET',
  path: '/v1/rest/boxes/:boxId',
  summary: 'Read a box',
  description: 'A door controller by its id alone: which facility it is of, what it runs, and when it was last heard.',
  gate,
  graph: { node: 'Box', key: 'boxId' },
  resource: {
    find: async (
      { boxes, organisations }: NodesDeps,
      { params }: { readonly params: { readonly boxId: string } },
      { tx }: FindBy<PlatformCaller>,
    ) => {
      const boxId = BoxId.safeParse(params.boxId).data;
      const box = boxId && (await boxes.findActive(tx, boxId));
      const at = box && (await placedAt(tx, { organisations }, box.facility_id));
      return box && at && { boxId: box.id, facilityId: box.facility_id, at };
    },
    missing: () => doorControllersFault('controller_unknown', 'There is no such door controller.'),
  },
  params: z.strictObject({ boxId: z.string().max(64).describe('The box.') }),
  success: { status: 200, description: 'The box.', schema: ControllerView },
  examples: { params: { boxId: BOX }, success: A_CONTROLLER },
  faults: { controller_unknown },
  handle: async ({ doorControllers, releases }, _input, { resource: { boxId, facilityId }, read }) => {
    const found = (await read((tx) => doorControllers.list(tx, facilityId))).find(({ box }) => box.id === boxId);
    if (found === undefined) throw doorControllersFault('controller_unknown', 'There is no such door controller.');
    return controllerView(found, await releases.list(boxId, 'stable'));
  },
});
