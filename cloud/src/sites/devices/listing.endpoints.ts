import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { contractClubParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { type Door, type DoorsService, DoorView, doorView } from '../doors/doors.module.ts';
import { DeviceKind } from './device.ts';
import { deviceByPath, deviceBySerial, gate } from './device-access.ts';
import { AT_FACILITY, DeviceMetadata, deviceMetadata, EXAMPLE_DEVICE } from './device-view.ts';
import { devicesFaults } from './devices.faults.ts';
import type { DevicesService } from './devices.service.ts';
import type { Found } from './directory.ts';

export interface DeviceReadDeps {
  readonly devices: Pick<
    DevicesService,
    'lookUp' | 'lookUpSerial' | 'everythingAtEach' | 'pageWithin' | 'linkingIdentifiersOf'
  >;
  readonly doors: Pick<DoorsService, 'listAtEach'>;
}

const { device_unknown } = devicesFaults;
const pages = pagesOf({ most: 1_000, usual: 1_000 });
const anywhere = { needs: 'facility-staff', in: 'anywhere' } as const;

export const readMetadata = platformEndpoint<DeviceReadDeps>()({
  id: 'devices.metadata',
  method: 'GET',
  path: '/api/devices/metadata/:uuid',
  graph: { node: 'Device', key: 'uuid', prefix: 'device:' },
  summary: 'Read the metadata of a device',
  description:
    'What is known of one device or door controller: what it is and where, its warranty, and whether it has said something within the last five minutes.',
  gate,
  resource: deviceByPath,
  params: z.object({ uuid: z.string().max(120).describe('The device or door controller.') }),
  examples: { params: { uuid: EXAMPLE_DEVICE.uuid }, success: EXAMPLE_DEVICE },
  success: { status: 200, description: 'Its metadata.', schema: DeviceMetadata },
  faults: { device_unknown },
  handle: async (_deps, _input, { resource }) => deviceMetadata(resource),
});

export const readMetadataBySerial = platformEndpoint<DeviceReadDeps>()({
  id: 'devices.metadata-by-serial',
  method: 'GET',
  path: '/api/devices/metadata/serial/:serialNo',
  graph: { of: 'Device' },
  summary: 'Read the metadata of a device by its serial number',
  description:
    'The same by what is printed on the label, in upper or lower case. `detectedType` says what it is, or null for a kind that has no word there; `online` is true while the device has said something within the last five minutes. A door controller is found by its own serial number, or by the one at a door that it drives. Where several have it that the caller may read, as devices of two organisations may, it is the one with the first UUID.',
  gate,
  resource: deviceBySerial,
  params: z.object({ serialNo: z.string().max(120).describe('As on its label, in upper or lower case.') }),
  examples: { params: { serialNo: 'SCR-00172' }, success: EXAMPLE_DEVICE },
  success: { status: 200, description: 'Its metadata.', schema: DeviceMetadata },
  faults: { device_unknown },
  handle: async (_deps, _input, { resource }) => deviceMetadata(resource),
});

const DoorController = DeviceMetadata.extend({
  ...DoorView.omit({ name: true, online: true }).partial().shape,
  uuid: z.uuid().nullable().describe('The box; null for a door that none drives yet.'),
  kind: z.literal('door-controller'),
  registeredAt: z.iso.datetime().nullable(),
}).meta({ id: 'DoorControllerInList' });
const DeviceInList = z.discriminatedUnion('kind', [
  DoorController,
  DeviceMetadata.extend({ kind: DeviceKind }).meta({ id: 'DeviceInList' }),
]);

const EXAMPLE_DOOR: z.input<typeof DoorController> = {
  ...EXAMPLE_DEVICE,
  uuid: '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11',
  kind: 'door-controller',
  detectedType: 'door-controller',
  name: 'Front door',
  serialNumber: 'GH-00172',
  model: null,
  settings: {},
  agentVersion: '1.4.0',
  warranty: { purchasedOn: null, warrantyUntil: null, daysLeft: null },
  door_id: 'door_0123456789abcdef',
  facility_id: AT_FACILITY.club,
  zone: 'Entrance',
  location: 'Ground floor, street side',
  status: 'online',
  relay_state: 'locked',
  maintenance_mode: 'off',
  hold_time_seconds: 5,
  last_seen: '2026-03-01T07:00:00.000Z',
};

export const listDevices = platformEndpoint<DeviceReadDeps>()({
  id: 'devices.list',
  method: 'GET',
  path: '/api/devices/list/:club',
  graph: { on: 'Facility', as: 'devices', with: { club: 'facilityId' } },
  summary: 'List the devices of a facility',
  description:
    'All devices of the facility. Door controllers come one entry a door, with the fields of the partner API’s Door beside their metadata: a box that drives three doors is there three times, a box that drives none once and without those fields, and a door that no box drives without a `uuid`. Name and online state of such an entry are the door’s.',
  gate: facilityReads,
  params: z.object(contractClubParams),
  examples: { params: AT_FACILITY, success: { data: [EXAMPLE_DOOR, EXAMPLE_DEVICE] } },
  success: {
    status: 200,
    description: 'All of them: doors first, then everything else, each by name.',
    schema: listSchema(DeviceInList),
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async (deps, { params: { club } }, { read }) => ({
    data: (await read((tx) => entriesAtEach(deps, tx, [club]))).get(club) ?? [],
  }),
  many: async (deps, inputs, { read }) => {
    const ids = inputs.map(({ params: { club } }) => club);
    const byFacility = await read((tx) => entriesAtEach(deps, tx, [...new Set(ids)]));
    return ids.map((id) => ({ data: byFacility.get(id) ?? [] }));
  },
});

type Entry = z.input<typeof DeviceInList>;

/** What is at each facility, as it is listed. */
const entriesAtEach = async (
  { devices, doors }: DeviceReadDeps,
  tx: Tx,
  facilityIds: readonly FacilityId[],
): Promise<ReadonlyMap<FacilityId, Entry[]>> => {
  const things = Map.groupBy(await devices.everythingAtEach(tx, facilityIds), ({ facilityId }) => facilityId);
  const identifiers = await devices.linkingIdentifiersOf(tx, facilityIds);
  const doorsThere = Map.groupBy(await doors.listAtEach(tx, facilityIds), ({ facilityId }) => facilityId);
  return new Map(
    facilityIds.map((id) => [
      id,
      entriesOf(things.get(id) ?? [], doorsThere.get(id) ?? [], identifiers.get(id) ?? null),
    ]),
  );
};

const entriesOf = (
  everything: readonly Found[],
  doorsThere: readonly Door[],
  linkingIdentifier: string | null,
): Entry[] => {
  const boxes = new Map(everything.filter(isBox).map((box) => [box.uuid, box]));
  const free = new Set(boxes.keys());
  const entries: Entry[] = [];
  for (const door of doorsThere) {
    const box = boxes.get(door.boxId ?? '');
    if (box !== undefined) free.delete(box.uuid);
    entries.push({ ...inList(box), ...doorView(door, linkingIdentifier) });
  }
  for (const device of everything)
    if (device.kind !== 'door-controller') entries.push({ ...deviceMetadata(device), kind: device.kind });
    else if (free.has(device.uuid)) entries.push(inList(device));
  return entries;
};

const isBox = ({ kind }: Found): boolean => kind === 'door-controller';

/** A door that no box drives is a door controller of which nothing is known. */
const inList = (box: Found | undefined) => ({
  ...deviceMetadata(box ?? NO_BOX),
  kind: 'door-controller' as const,
  ...(box === undefined && { uuid: null, registeredAt: null }),
});
const NO_BOX: Found = {
  uuid: '',
  kind: 'door-controller',
  facilityId: null,
  organisationId: null,
  facilityName: null,
  ownerUserId: null,
  name: null,
  serialNumber: null,
  model: null,
  webAddress: null,
  settings: {},
  registeredAt: 0,
  updatedAt: null,
  agentVersion: null,
  purchasedOn: null,
  warrantyUntil: null,
  warrantyDaysLeft: null,
  online: false,
};

export const allDevices = platformEndpoint<DeviceReadDeps>()({
  id: 'hardware.all-devices',
  method: 'GET',
  path: '/api/admin/hardware/all-devices',
  graph: { of: 'Device' },
  summary: 'List all devices and their warranty',
  description:
    'Every device and door controller where the caller may read, ordered by UUID, a page at a time, each with its warranty. Devices that belong nowhere are for callers with a right on the platform.',
  gate: anywhere,
  query: z.strictObject({
    ...pages,
    after: z
      .uuid()
      .optional()
      .describe(pages.after.description ?? ''),
  }),
  examples: { query: { limit: '100' }, success: { data: [EXAMPLE_DEVICE], next: null } },
  success: { status: 200, description: 'A page of them.', schema: pageSchema(DeviceMetadata) },
  faults: {},
  handle: ({ devices }, { query: { after = '', limit } }, { caller, read }) =>
    read(async (tx) => {
      const reach = visibleScopes(caller, 'facility-staff');
      const found = await devices.pageWithin(tx, reach, { after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ uuid }) => uuid);
      return { data: page.map((device) => deviceMetadata(device)), next };
    }),
});
