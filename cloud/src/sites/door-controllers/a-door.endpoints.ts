import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFaults, noSuchDoor } from '../doors/doors.faults.ts';
import type { DoorsService } from '../doors/doors.module.ts';
import { DoorSettingView, doorSettingView } from './documents.ts';
import { A_DOOR, DOOR, FACILITY } from './examples.ts';

interface Deps {
  readonly doors: Pick<DoorsService, 'settings'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const PlacedDoor = DoorSettingView.extend({ facilityId: z.string() }).meta({ id: 'PlacedDoor' });

/** The door that a path names, wherever it is. */
const theDoor = {
  find: async (
    { doors, organisations }: Deps,
    { params }: { readonly params: { readonly doorId: string } },
    { tx }: FindBy<PlatformCaller>,
  ) => {
    const doorId = DoorId.safeParse(params.doorId);
    const found = doorId.success ? await doors.settings.settingAnywhere(tx, doorId.data) : undefined;
    if (found === undefined) return undefined;
    const facility = await organisations.findFacility(tx, found.facilityId);
    return { ...found, at: { facilityId: found.facilityId, ...(facility && { organisationId: facility.org_id }) } };
  },
  missing: ({ params }: { readonly params: { readonly doorId: string } }) => noSuchDoor(params.doorId),
};

export const readDoor = platformEndpoint<Deps>()({
  id: 'device-doors.read',
  method: 'GET',
  path: '/api/doors/:doorId',
  graph: { node: 'Door', key: 'doorId', prefix: 'door_' },
  summary: 'Read how a door is set up',
  description: 'One door by its id alone, with the facility that it is of.',
  gate: { needs: 'facility-staff', in: 'resource' },
  resource: theDoor,
  params: z.object({ doorId: z.string().max(120).describe('The door.') }),
  success: { status: 200, description: 'The door.', schema: PlacedDoor },
  examples: { params: { doorId: DOOR }, success: { ...A_DOOR, facilityId: FACILITY } },
  faults: { door_unknown: doorsFaults.door_unknown },
  handle: async (_deps, _input, { resource: { setting, facilityId } }) => ({
    ...doorSettingView(setting),
    facilityId: facilityId as string,
  }),
});
