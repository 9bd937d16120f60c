import { BoxId, type FacilityId } from '@gatehouse/shared/ids/ids.ts';
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
  BOX,
  ControllerView,
  controllerView,
  type DoorControllersService,
} from '../../sites/door-controllers/door-controllers.module.ts';
import type { ReleasesService } from '../../sites/releases/releases.service.ts';
import { restEndpoint } from './rest-surface.ts';

export interface NodesDeps {
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly doorControllers: Pick<DoorControllersService, 'list'>;
  readonly releases: Pick<ReleasesService, 'list'>;
}

const gate = { needs: 'facility-staff', in: 'resource' } as const;
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

export const readBox = restEndpoint<NodesDeps>()({
  id: 'nodes.box',
  method: 'GET',
  path: '/v1/rest/boxes/:boxId',
  summary: 'Read a box',
  description: 'A door controller by its id alone: which facility it is of, what it runs, and when it was last heard.',
  gate,
  graph: { node: 'Box', key: 'boxId', prefix: 'box:' },
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
