import { type BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { boxesFaults } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { actorOf, clubParams, clubWrites } from '../users/club-surface.ts';
import { type PlatformCaller, platformEndpoint, requireRight } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { sees, type UsersService, type Where } from '../users/users.module.ts';
import { DeviceKind, DeviceSettings } from './device.ts';
import { DeviceMetadata, deviceMetadata, EXAMPLE_DEVICE } from './device-view.ts';
import { devicesFault, devicesFaults } from './devices.faults.ts';
import { type DevicesService, orRegistered } from './devices.service.ts';

export interface DeviceWriteDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly boxes: Pick<BoxesService, 'move'>;
  readonly devices: Pick<
    DevicesService,
    'register' | 'update' | 'renewSecret' | 'setWarranty' | 'resetScreen' | 'move' | 'lookUp'
  >;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly users: Pick<UsersService, 'grantsOf'>;
}

const { device_unknown, device_registered, device_is_box, owner_unknown } = devicesFaults;
const { box_unknown, box_has_doors, box_not_settled } = boxesFaults;

const Name = z.string().trim().min(1).max(120);
const text = (what: string) => z.string().trim().min(1).max(120).describe(what);
const Day = z.iso.date();
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(500)
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must carry no user name or password')
  .describe('The device’s own page on its LAN. It is shown to staff, and never fetched.');
const OwnerId = text('The user whom the device belongs to, and whom it tells what it has to tell.');

const fields = {
  serialNumber: text('As on its label. No two devices have the same.'),
  model: text('What it is, in the maker’s words.'),
  webAddress: WebAddress,
  ownerUserId: OwnerId,
  settings: DeviceSettings.describe('Texts, numbers and booleans by name, given whole. Not a place for secrets.'),
  purchasedOn: Day,
  warrantyUntil: Day.describe('The last day of the warranty.'),
};
const AT_CLUB = { club: 'fac_0123456789abcdef' };
const Secret = z.string().describe('What the device authenticates with. It is shown here and never again.');

export const addDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.add',
  method: 'POST',
  path: '/api/devices/addGenericDevice/:club',
  summary: 'Register a device',
  description:
    'Registers a device of any kind but a door controller (those are claimed) at the facility. It keeps its own UUID, or gets one. The answer has the secret that the device authenticates with, once. A device that was reset, and belongs nowhere since, is taken in again the same way.',
  gate: clubWrites,
  answersSecret: true,
  params: z.object(clubParams),
  body: z.strictObject({
    uuid: z.uuid().optional(),
    kind: DeviceKind,
    name: Name,
    ...z.object(fields).partial().shape,
  }),
  examples: {
    params: AT_CLUB,
    body: { kind: 'display-screen', name: 'Screen at the desk', serialNumber: 'SCR-00172', model: 'Lobby 22' },
  },
  success: {
    status: 201,
    description: 'The device and its secret.',
    schema: z.object({ device: DeviceMetadata, secret: Secret }),
  },
  faults: { device_registered, device_unknown, owner_unknown },
  audit: { event: 'device.register', target: ({ body }) => body.uuid ?? body.serialNumber },
  handle: ({ db, devices, users }, { params, body }, call) =>
    db
      .write(async (tx) => {
        await checkOwner(tx, users, body.ownerUserId, call.caller.where);
        const { device, secret } = await devices.register(tx, { ...body, facilityId: params.club });
        await call.audit(tx, { outcome: 'ok', target: device.uuid });
        return { device: await shown(tx, devices, device.uuid), secret };
      })
      .catch(orRegistered),
});

export const updateDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.update',
  method: 'PUT',
  path: '/api/devices/updateGenericDevice/:club',
  summary: 'Change a device',
  description:
    'Changes what is known of a device of this facility: what is left out keeps its value, null clears it. Of a door controller, only `purchasedOn` and `warrantyUntil`. With `newSecret` the answer has a new secret, and the one before does not count any more.',
  gate: clubWrites,
  answersSecret: true,
  params: z.object(clubParams),
  body: z.strictObject({
    uuid: z.uuid(),
    name: Name.optional(),
    serialNumber: fields.serialNumber.nullish(),
    model: fields.model.nullish(),
    webAddress: fields.webAddress.nullish(),
    ownerUserId: fields.ownerUserId.nullish(),
    settings: fields.settings.nullish(),
    purchasedOn: fields.purchasedOn.nullish(),
    warrantyUntil: fields.warrantyUntil.nullish(),
    newSecret: z.literal(true).optional(),
  }),
  examples: { params: AT_CLUB, body: { uuid: EXAMPLE_DEVICE.uuid, name: 'Screen at the desk', ownerUserId: null } },
  success: {
    status: 200,
    description: 'The device, and its secret if a new one was asked for.',
    schema: z.object({ device: DeviceMetadata, secret: Secret.optional() }),
  },
  faults: { device_unknown, device_registered, device_is_box, owner_unknown },
  audit: { event: 'device.update', target: ({ body }) => body.uuid },
  handle: ({ db, devices, users }, { params, body }, call) =>
    db
      .write(async (tx) => {
        const { uuid, newSecret, ...change } = body;
        const at = { uuid, facilityId: params.club };
        await checkOwner(tx, users, change.ownerUserId, call.caller.where);
        const known = await devices.lookUp(tx, uuid);
        let secret: string | undefined;
        if (known?.kind === 'door-controller' && known.facilityId === params.club) {
          const { purchasedOn, warrantyUntil, ...other } = change;
          if (newSecret || Object.values(other).some((value) => value !== undefined))
            throw devicesFault(
              'device_is_box',
              'Only purchasedOn and warrantyUntil of a door controller are kept here.',
            );
          await devices.setWarranty(tx, uuid, { purchasedOn, warrantyUntil });
        } else {
          await devices.update(tx, at, change);
          if (newSecret) secret = await devices.renewSecret(tx, at);
        }
        await call.audit(tx, { outcome: 'ok' });
        return { device: await shown(tx, devices, uuid), ...(secret !== undefined && { secret }) };
      })
      .catch(orRegistered),
});

export const resetScreen = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.reset-screen',
  method: 'POST',
  path: '/api/devices/display-screens/reset/:club',
  summary: 'Reset a display screen',
  description:
    'Takes the screen from its facility at once, and arms a factory reset that it is told of when it next connects. Until it has carried it out, its old secret fetches the reset and nothing else.',
  gate: clubWrites,
  params: z.object(clubParams),
  body: z.strictObject({ uuid: z.uuid() }),
  examples: { params: AT_CLUB, body: { uuid: EXAMPLE_DEVICE.uuid } },
  success: {
    status: 200,
    description: 'The screen belongs nowhere now; the reset awaits it.',
    schema: z.object({ uuid: z.uuid(), resetId: z.string(), armedAt: z.iso.datetime() }),
  },
  faults: { device_unknown },
  audit: { event: 'device.reset', target: ({ body }) => body.uuid },
  handle: ({ db, devices }, { params, body: { uuid } }, call) =>
    db.write(async (tx) => {
      const by = actorOf(call.caller);
      const { resetId, armedAt } = await devices.resetScreen(tx, { uuid, facilityId: params.club, by });
      await call.audit(tx, { outcome: 'ok' });
      return { uuid: uuid.toLowerCase(), resetId, armedAt: isoOf(armedAt) };
    }),
});

export const moveDevice = platformEndpoint<DeviceWriteDeps>()({
  id: 'devices.move',
  method: 'POST',
  path: '/api/devices/move/:club',
  summary: 'Move a device to another facility',
  description:
    'Gives a device of the facility in the path to another one that the caller may change devices of as well. An owner who cannot see the other facility is owner no longer. A door controller moves once it drives no doors any more, which stay, is online, and everything that it wrote down is stored.',
  gate: clubWrites,
  params: z.object(clubParams),
  body: z.strictObject({ uuid: z.uuid(), toFacilityId: FacilityId }),
  examples: { params: AT_CLUB, body: { uuid: EXAMPLE_DEVICE.uuid, toFacilityId: 'fac_fedcba9876543210' } },
  success: { status: 200, description: 'The device where it is now.', schema: z.object({ device: DeviceMetadata }) },
  faults: { device_unknown, box_unknown, box_has_doors, box_not_settled, place_unknown: usersFaults.place_unknown },
  audit: { event: 'device.move', target: ({ body }) => body.uuid },
  admit: ({ db, organisations }, { body }, { caller }) =>
    db.read((tx) => requireManages(tx, organisations, caller, body.toFacilityId)),
  handle: ({ db, boxes, devices, organisations, users }, { params, body: { uuid, toFacilityId } }, call) =>
    db.write(async (tx) => {
      const to = await requireManages(tx, organisations, call.caller, toFacilityId);
      const device = await devices.lookUp(tx, uuid);
      if (device?.facilityId !== params.club) throw devicesFault('device_unknown', 'There is no such device here.');
      if (device.kind === 'door-controller') await boxes.move(tx, device.uuid as BoxId, params.club, toFacilityId);
      else {
        const owner = device.ownerUserId;
        const keeps = owner !== null && sees(await users.grantsOf(tx, owner), to);
        await devices.move(
          tx,
          { uuid, facilityId: params.club },
          { facilityId: toFacilityId, ownerUserId: keeps ? owner : null },
        );
      }
      await call.audit(tx, { outcome: 'ok', target: `${device.uuid} from ${params.club} to ${toFacilityId}` });
      return { device: await shown(tx, devices, uuid) };
    }),
});

/** The place that the facility is; the same for one that the caller does not see and one that there is not. */
const requireManages = async (
  tx: Tx,
  organisations: DeviceWriteDeps['organisations'],
  caller: PlatformCaller,
  facilityId: FacilityId,
): Promise<Where> => {
  const facility = await organisations.findFacility(tx, facilityId);
  const where = { facilityId, ...(facility && { organisationId: facility.org_id }) };
  requireRight(facility === undefined ? { grants: [] } : caller, 'facility-manager', where);
  return where;
};

/** An owner is somebody who holds something where the device is. */
const checkOwner = async (
  tx: Tx,
  users: DeviceWriteDeps['users'],
  ownerUserId: string | null | undefined,
  where: Where | undefined,
): Promise<void> => {
  if (ownerUserId == null) return;
  if (where === undefined || !sees(await users.grantsOf(tx, ownerUserId), where))
    throw devicesFault('owner_unknown', 'ownerUserId: must be a user who holds a right at this facility.');
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
