import { z } from 'zod';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { partnerFault, partnersFaults } from '../../partner/partners/partners.faults.ts';
import type { LinkFields, PartnerCaller, PartnersService } from '../../partner/partners/partners.service.ts';
import { DoorView, doorView } from './door-document.ts';
import type { DoorsService } from './doors.service.ts';

interface Deps {
  readonly partners: Pick<PartnersService, 'facilityOf'>;
  readonly doors: Pick<DoorsService, 'findForPartner' | 'listForPartner'>;
}

/** The door of every example. */
const A_DOOR: z.input<typeof DoorView> = {
  door_id: 'door_0123456789abcdef',
  facility_id: 'fac_0123456789abcdef',
  name: 'Front door',
  zone: 'Entrance',
  location: 'Ground floor, street side',
  status: 'online',
  online: true,
  relay_state: 'locked',
  maintenance_mode: 'off',
  hold_time_seconds: 5,
  last_seen: '2026-01-01T09:30:00.000Z',
};
const OF_FACILITY = { facility_id: 'fac_0123456789abcdef' };

const { not_found, integration_not_enabled } = partnersFaults;
const faults = { not_found, integration_not_enabled };
const query = z.object(facilityLinkFields);

export const listDoors = partnerEndpoint<Deps>()({
  id: 'doors.list',
  method: 'GET',
  path: '/partner/v1/access-control/doors',
  summary: 'List doors',
  description: 'The doors of one facility, ordered by name. Their ids are what an unlock names.',
  gate: { key: 'read' },
  query,
  success: { status: 200, description: 'All of them.', schema: z.object({ data: z.array(DoorView) }) },
  examples: { query: OF_FACILITY, success: { data: [A_DOOR] } },
  faults,
  handle: ({ partners, doors }, input, { caller, read }) =>
    read(async (tx) => {
      const facility = await enabledFacility(partners, caller, tx, input.query);
      const list = await doors.listForPartner(tx, facility.id);
      return { data: list.map((door) => doorView(door, facility.linkingIdentifier)) };
    }),
});

export const readDoor = partnerEndpoint<Deps>()({
  id: 'doors.read',
  method: 'GET',
  path: '/partner/v1/access-control/doors/:door_id',
  summary: 'Read a door',
  description: 'One door as its box last reported it: whether it is online, locked, and in a maintenance mode.',
  gate: { key: 'read' },
  hot: true,
  params: z.object({
    door_id: z.string().max(120).describe('The door, by the `door_id` of the list.').brand<'DoorId'>(),
  }),
  query,
  success: { status: 200, description: 'The door.', schema: z.object({ data: DoorView }) },
  examples: { params: { door_id: A_DOOR.door_id }, query: OF_FACILITY, success: { data: A_DOOR } },
  faults,
  handle: ({ partners, doors }, { params, query }, { caller, read }) =>
    read(async (tx) => {
      const facility = await enabledFacility(partners, caller, tx, query);
      const door = await doors.findForPartner(tx, facility.id, params.door_id);
      if (door === undefined) throw partnerFault('not_found', 'There is no such door for this integration.');
      return { data: doorView(door, facility.linkingIdentifier) };
    }),
});

const enabledFacility = async (
  partners: Deps['partners'],
  caller: PartnerCaller,
  tx: Parameters<PartnersService['facilityOf']>[0],
  fields: LinkFields,
) => {
  const facility = await partners.facilityOf(tx, caller, fields);
  if (!facility.enabled)
    throw partnerFault('integration_not_enabled', 'The facility has not enabled this integration.');
  return facility;
};
