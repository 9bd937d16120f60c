import { type BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { actorOf, contractClubParams, facilityWrites } from '../../platform/users/facility-surface.ts';
import { noSuchPlace, type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { canSee, lastingOf, type UsersService, type Where } from '../../platform/users/users.module.ts';
import { boxesFaults } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { DeviceKind } from './device.ts';
import { cleared, fields } from './device-fields.ts';
import { AT_FACILITY, DeviceMetadata, deviceMetadata, EXAMPLE_DEVICE, EXAMPLE_SECRET } from './device-view.ts';
import { devicesFault, devicesFaults } from './devices.faults.ts';
import { type DevicesService, orRegistered } from './devices.service.ts';

export interface DeviceWriteDeps {
  readonly boxes: Pick<BoxesService, 'move'>;
  readonly devices: Pick<
    DevicesService,
    'register' | 'update' | 'renewSecret' | 'setWarranty' | 'resetScreen' | 'move' | 'lookUp'
  >;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly users: Pick<UsersService, 'grantsOf'>;
}

const { device_unknown, device_registered, device_is_box, device_owner_unknown } = devicesFaults;
const { box_unknown, box_has_doors, box_not_settled } = boxesFaults;
const { place_unknown } = usersFaults;

const uuid = z.uuid().describe('The device.');
const Secret = z.string().describe('What the device authenticates with. It is shown here and never again.');

export const addDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.add',
  method: 'POST',
  path: '/api/devices/addGenericDevice/:club',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Register a device',
  description:
    'Registers a device of any kind but a door controller (those are claimed) at the facility. It keeps its own UUID, or gets one. The answer has the secret that the device authenticates with, once. A device that was reset, and belongs nowhere since, is taken in again the same way.',
  gate: facilityWrites,
  answersSecret: true,
  params: z.object(contractClubParams),
  body: z.strictObject({
    uuid: z.uuid().optional().describe('Its own, as on its label; without it, it gets one.'),
    kind: DeviceKind.describe('What it is.'),
    ...z.object(fields).partial().shape,
    name: fields.name,
  }),
  examples: {
    params: AT_FACILITY,
    body: { kind: 'display-screen', name: 'Screen at the desk', serialNumber: 'SCR-00172', model: 'Lobby 22' },
    success: {
      ...EXAMPLE_DEVICE,
      settings: {},
      updatedAt: null,
      online: false,
      warranty: { purchasedOn: null, warrantyUntil: null, daysLeft: null },
      secret: EXAMPLE_SECRET,
    },
  },
  success: {
    status: 201,
    description: 'The device and its secret.',
    schema: DeviceMetadata.extend({ secret: Secret }).meta({ id: 'RegisteredDevice' }),
  },
  faults: { device_registered, device_unknown, device_owner_unknown },
  audit: { event: 'device.register', target: ({ body }) => body.uuid ?? body.serialNumber },
  handle: async ({ devices, users }, { params, body }, { tx, caller, about }) => {
    await checkOwner(tx, users, body.ownerUserId, caller.where);
    const { device, secret } = await devices.register(tx, { ...body, facilityId: params.club }).catch(orRegistered);
    about(device.uuid);
    return { ...(await shown(tx, devices, device.uuid)), secret };
  },
});

export const updateDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.update',
  method: 'PUT',
  path: '/api/devices/updateGenericDevice/:club',
  graph: { omit: 'May answer a secret that is shown once.' },
  summary: 'Change a device',
  description:
    'Changes what is known of a device of this facility: what is left out keeps its value, null clears it. Of a door controller, only `purchasedOn` and `warrantyUntil`. With `newSecret` the answer has a new secret, and the one before does not count any more.',
  gate: facilityWrites,
  answersSecret: true,
  params: z.object(contractClubParams),
  body: z.strictObject({
    uuid,
    name: fields.name.optional(),
    serialNumber: cleared(fields.serialNumber),
    model: cleared(fields.model),
    webAddress: cleared(fields.webAddress),
    ownerUserId: fields.ownerUserId.nullish().describe(`${fields.ownerUserId.description} Null: nobody.`),
    settings: fields.settings.nullish().describe(`${fields.settings.description} Null: none.`),
    purchasedOn: cleared(fields.purchasedOn),
    warrantyUntil: cleared(fields.warrantyUntil),
    newSecret: z.literal(true).optional().describe('Asks for a new secret; the one before does not count any more.'),
  }),
  examples: {
    params: AT_FACILITY,
    body: { uuid: EXAMPLE_DEVICE.uuid, name: 'Screen at the desk', ownerUserId: null },
    success: EXAMPLE_DEVICE,
  },
  success: {
    status: 200,
    description: 'The device, and its secret if a new one was asked for.',
    schema: DeviceMetadata.extend({ secret: Secret.optional() }).meta({ id: 'ChangedDevice' }),
  },
  faults: { device_unknown, device_registered, device_is_box, device_owner_unknown },
  audit: { event: 'device.update', target: ({ body }) => body.uuid },
  handle: async ({ devices, users }, { params, body }, { tx, caller }) => {
    const { uuid, newSecret, ...change } = body;
    const at = { uuid, facilityId: params.club };
    await checkOwner(tx, users, change.ownerUserId, caller.where);
    const known = await devices.lookUp(tx, uuid);
    let secret: string | undefined;
    if (known?.kind === 'door-controller' && known.facilityId === params.club) {
      const { purchasedOn, warrantyUntil, ...other } = change;
      if (newSecret || Object.values(other).some((value) => value !== undefined))
        throw devicesFault('device_is_box', 'Only purchasedOn and warrantyUntil of a door controller are kept here.');
      await devices.setWarranty(tx, uuid, { purchasedOn, warrantyUntil });
    } else {
      await devices.update(tx, at, change).catch(orRegistered);
      if (newSecret) secret = await devices.renewSecret(tx, at);
    }
    return { ...(await shown(tx, devices, uuid)), ...(secret !== undefined && { secret }) };
  },
});

export const resetScreen = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.reset-screen',
  method: 'POST',
  path: '/api/devices/display-screens/reset/:club',
  summary: 'Reset a display screen',
  description:
    'Takes the screen from its facility at once, and arms a factory reset that it is told of when it next connects. Until it has carried it out, its old secret fetches the reset and nothing else.',
  gate: facilityWrites,
  params: z.object(contractClubParams),
  body: z.strictObject({ uuid }),
  examples: {
    params: AT_FACILITY,
    body: { uuid: EXAMPLE_DEVICE.uuid },
    success: { uuid: EXAMPLE_DEVICE.uuid, resetId: 'rst_0123456789abcdef', armedAt: '2026-03-01T07:05:00.000Z' },
  },
  success: {
    status: 200,
    description: 'The screen belongs nowhere now; the reset awaits it.',
    schema: z.object({ uuid: z.uuid(), resetId: z.string(), armedAt: z.iso.datetime() }),
  },
  faults: { device_unknown },
  audit: { event: 'device.reset', target: ({ body }) => body.uuid },
  handle: async ({ devices }, { params, body: { uuid } }, { tx, caller }) => {
    const by = actorOf(caller);
    const { resetId, armedAt } = await devices.resetScreen(tx, { uuid, facilityId: params.club, by });
    return { uuid: uuid.toLowerCase(), resetId, armedAt: isoOf(armedAt) };
  },
});

/** The facility that a body names. */
const whereItGoes = {
  find: async (
    { organisations }: Pick<DeviceWriteDeps, 'organisations'>,
    { body: { toFacilityId } }: { readonly body: { readonly toFacilityId: FacilityId } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<{ readonly at: Where } | undefined> => {
    const facility = await organisations.findFacility(tx, toFacilityId);
    return facility && { at: { facilityId: facility.id, organisationId: facility.org_id } };
  },
  missing: () => noSuchPlace('facility'),
};

export const moveDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.move',
  method: 'POST',
  path: '/api/devices/move/:club',
  summary: 'Move a device to another facility',
  description:
    'Gives a device of the facility in the path to another one that the caller may change devices of as well. An owner who cannot see the other facility is owner no longer. Refused where its serial number is taken in the organisation that it comes to. A door controller moves once it drives no doors any more, which stay, is online, and everything that it wrote down is stored.',
  gate: facilityWrites,
  resource: whereItGoes,
  params: z.object(contractClubParams),
  body: z.strictObject({ uuid, toFacilityId: FacilityId.describe('Where it goes.') }),
  examples: {
    params: AT_FACILITY,
    body: { uuid: EXAMPLE_DEVICE.uuid, toFacilityId: 'fac_fedcba9876543210' },
    success: { ...EXAMPLE_DEVICE, facilityId: 'fac_fedcba9876543210', facilityName: 'Riverside Strength Ipswich' },
  },
  success: { status: 200, description: 'The device where it is now.', schema: DeviceMetadata },
  faults: { device_unknown, device_registered, box_unknown, box_has_doors, box_not_settled, place_unknown },
  audit: { event: 'device.move', target: ({ body }) => body.uuid },
  handle: async ({ boxes, devices, users }, { params, body: { uuid, toFacilityId } }, { tx, about, resource: to }) => {
    const device = await devices.lookUp(tx, uuid);
    if (device?.facilityId !== params.club) throw devicesFault('device_unknown', 'There is no such device here.');
    if (device.kind === 'door-controller')
      await boxes.move(tx, uncheckedId<BoxId>(device.uuid), params.club, toFacilityId);
    else {
      const owner = device.ownerUserId;
      const keeps = owner !== null && canSee(lastingOf(await users.grantsOf(tx, owner)), to.at);
      const at = { uuid, facilityId: params.club };
      await devices.move(tx, at, { facilityId: toFacilityId, ownerUserId: keeps ? owner : null }).catch(orRegistered);
    }
    about(`${device.uuid} from ${params.club} to ${toFacilityId}`);
    return shown(tx, devices, uuid);
  },
});

/** An owner is somebody who holds something where the device is. */
const checkOwner = async (
  tx: Tx,
  users: DeviceWriteDeps['users'],
  ownerUserId: string | null | undefined,
  where: Where | undefined,
): Promise<void> => {
  if (ownerUserId == null) return;
  if (where === undefined || !canSee(lastingOf(await users.grantsOf(tx, ownerUserId)), where))
    throw devicesFault('device_owner_unknown', 'ownerUserId: must be a user who holds a right at this facility.');
};

const shown = async (
  tx: Tx,
  devices: Pick<DevicesService, 'lookUp'>,
  uuid: string,
): Promise<z.output<typeof DeviceMetadata>> => {
  const device = await devices.lookUp(tx, uuid);
  if (device === undefined) throw devicesFault('device_unknown', 'There is no such device here.');
  return deviceMetadata(device);
};
