import { randomUUID } from 'node:crypto';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Updateable } from 'kysely';
import { afterCommit } from '../../kit/db/after-commit.ts';
import { isUniqueViolation } from '../../kit/db/errors.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { hashKeyText, keyMatches, newKeyText } from '../../kit/secrets/key-text.ts';
import { type Device, type DeviceKind, type DeviceSettings, toDevice } from './device.ts';
import { createDeviceLink, secretOf, subjectOf, type ToDevices } from './device-link.ts';
import { devicesFault } from './devices.faults.ts';
import { devicesRepo, type Warranty } from './devices.repo.ts';
import type { DeviceTable } from './devices.tables.ts';
import { createDirectory } from './directory.ts';
import { plainSerial } from './plain-serial.ts';
import { createResets } from './resets.ts';

export interface DevicesDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly toDevices: ToDevices;
}
export type DevicesService = ReturnType<typeof createDevicesService>;

/** What staff write down of a device. */
export interface DeviceFields extends Warranty {
  readonly name: string;
  readonly ownerUserId?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly webAddress?: string | null | undefined;
  readonly settings?: DeviceSettings | null | undefined;
}
/** What is left out keeps its value, null clears it. */
export type DeviceChange = { readonly [Field in keyof DeviceFields]?: DeviceFields[Field] | undefined };
export interface NewDevice extends DeviceFields {
  /** The device's own; without one it gets one. */
  readonly uuid?: string | undefined;
  readonly kind: DeviceKind;
  readonly facilityId: FacilityId;
}
interface At {
  readonly uuid: string;
  readonly facilityId: FacilityId;
}

const SECRET_KIND = 'ghd';

const columnsOf = ({ name, ownerUserId, serialNumber, model, webAddress, settings }: DeviceChange) => ({
  ...(name !== undefined && { name }),
  ...(ownerUserId !== undefined && { owner_user_id: ownerUserId }),
  ...(serialNumber !== undefined && { serial_number: serialNumber === null ? null : plainSerial(serialNumber) }),
  ...(model !== undefined && { model }),
  ...(webAddress !== undefined && { web_address: webAddress }),
  ...(settings !== undefined && { settings: JSON.stringify(settings ?? {}) }),
});

/** Devices of every kind but boxes: where each belongs, and what it authenticates with. And both kinds together, to look at. */
export const createDevicesService = ({ db, clock, random, toDevices }: DevicesDeps) => {
  const orgOf = async (tx: Tx, facilityId: FacilityId): Promise<OrgId> => {
    const orgId = await devicesRepo(tx).orgOf(facilityId);
    if (orgId === undefined) throw notHere();
    return orgId;
  };
  /** Throws if another device of the organisation has this serial number. Whoever takes it at the same moment is refused when the unit ends. */
  const serialIsFree = async (
    tx: Tx,
    uuid: string,
    { orgId, serialNumber }: { readonly orgId: OrgId; readonly serialNumber: string | null | undefined },
  ): Promise<void> => {
    const holder = serialNumber == null ? undefined : await devicesRepo(tx).idBySerial(orgId, serialNumber);
    if (holder !== undefined && holder.id !== uuid) throw registered();
  };
  const change = async (tx: Tx, { uuid, facilityId }: At, columns: Updateable<DeviceTable>): Promise<Device> => {
    const row = await devicesRepo(tx).update(uuid.toLowerCase(), facilityId, {
      changed_at: clock.wallMs(),
      ...columns,
    });
    if (row === undefined) throw notHere();
    return toDevice(row);
  };

  const directory = createDirectory({ clock });
  return {
    ...createResets({ clock, random, toDevices }),
    ...createDeviceLink({ db }),
    ...directory,

    /**
     * Registers a device, or takes in again one that belongs nowhere. The secret is in the answer and nowhere else; one
     * that the device had before does not count any more.
     */
    register: async (tx: Tx, device: NewDevice): Promise<{ device: Device; secret: string }> => {
      const repo = devicesRepo(tx);
      const now = clock.wallMs();
      const secret = newKeyText(SECRET_KIND, random);
      const uuid = device.uuid?.toLowerCase() ?? randomUUID();
      if (device.uuid !== undefined && (await directory.lookUp(tx, uuid))?.kind === 'door-controller')
        throw registered();
      const orgId = await orgOf(tx, device.facilityId);
      const empty = { owner_user_id: null, serial_number: null, model: null, web_address: null, settings: '{}' };
      const row = {
        kind: device.kind,
        facility_id: device.facilityId,
        org_id: orgId,
        name: device.name,
        ...empty,
        ...columnsOf(device),
        secret_hash: hashKeyText(secret),
        changed_at: now,
      };
      if ((await repo.insert({ id: uuid, ...row, registered_at: now, heard_at: null })) === undefined) {
        await serialIsFree(tx, uuid, { orgId, serialNumber: row.serial_number });
        if ((await repo.update(uuid, null, row)) === undefined) throw registered();
      }
      await repo.putWarranty(uuid, device);
      const stored = await repo.find(uuid);
      if (stored === undefined) throw notHere();
      return { device: toDevice(stored), secret };
    },

    find: async (tx: Tx, uuid: string): Promise<Device | undefined> => {
      const row = await devicesRepo(tx).find(uuid.toLowerCase());
      return row && toDevice(row);
    },

    list: async (tx: Tx, facilityId: FacilityId): Promise<Device[]> =>
      (await devicesRepo(tx).list(facilityId)).map(toDevice),

    /** Changes a device of this facility: what is left out keeps its value, null clears it. */
    update: async (tx: Tx, at: At, fields: DeviceChange): Promise<Device> => {
      const columns = columnsOf(fields);
      const orgId = await orgOf(tx, at.facilityId);
      await serialIsFree(tx, at.uuid.toLowerCase(), { orgId, serialNumber: columns.serial_number });
      const device = await change(tx, at, columns);
      await devicesRepo(tx).putWarranty(device.uuid, fields);
      afterCommit(tx, () => toDevices.nudge(device.uuid, 'state'));
      return device;
    },

    /** Of a box as well: nothing but this is kept of one here. */
    setWarranty: (tx: Tx, uuid: string, warranty: Warranty): Promise<unknown> =>
      devicesRepo(tx).putWarranty(uuid.toLowerCase(), warranty),

    /** A new secret for a device of this facility; the one before does not count any more. */
    renewSecret: async (tx: Tx, at: At): Promise<string> => {
      const secret = newKeyText(SECRET_KIND, random);
      const was = await devicesRepo(tx).find(at.uuid.toLowerCase());
      const { uuid } = await change(tx, at, { secret_hash: hashKeyText(secret) });
      if (was !== undefined) revoked(tx, ...secretOf(was));
      afterCommit(tx, () => toDevices.ended(uuid));
      return secret;
    },

    /** After a restore: a secret that had ended counts no more, and nobody has the one in its place. Resolves with whether it did. */
    endSecretAgain: async (tx: Tx, subject: string): Promise<boolean> => {
      const [uuid = ''] = subject.split('.');
      const row = await devicesRepo(tx).find(uuid);
      if (row?.secret_hash == null || subjectOf(uuid, row.secret_hash) !== subject) return false;
      const secret_hash = hashKeyText(newKeyText(SECRET_KIND, random));
      return (await devicesRepo(tx).update(uuid, row.facility_id, { secret_hash })) !== undefined;
    },

    /** Gives a device of this facility to another one, unless its serial number is taken in that one's organisation. */
    move: async (
      tx: Tx,
      at: At,
      to: { readonly facilityId: FacilityId; readonly ownerUserId: string | null },
    ): Promise<Device> => {
      const orgId = await orgOf(tx, to.facilityId);
      const was = await devicesRepo(tx).find(at.uuid.toLowerCase());
      await serialIsFree(tx, at.uuid.toLowerCase(), { orgId, serialNumber: was?.serial_number });
      const moved = { facility_id: to.facilityId, org_id: orgId, owner_user_id: to.ownerUserId };
      const device = await change(tx, at, moved);
      afterCommit(tx, () => toDevices.nudge(device.uuid, 'state'));
      return device;
    },

    /** What keeps a facility from moving to an organisation: serial numbers of its devices that are taken there. */
    serialsTakenIn: (tx: Tx, facilityId: FacilityId, orgId: OrgId): Promise<string[]> =>
      devicesRepo(tx).serialsIn(facilityId, orgId),

    /** The device, if this is its secret. Does not count as hearing from it: call `heard`. */
    authenticate: async (tx: Tx, uuid: string, secret: string): Promise<Device | undefined> => {
      const row = await devicesRepo(tx).find(uuid.toLowerCase());
      return row?.secret_hash != null && keyMatches(secret, row.secret_hash) ? toDevice(row) : undefined;
    },

    /** Whom a token of the device is for: the device with the secret that it has now. Nobody, where it has none. */
    tokenSubject: async (tx: Tx, uuid: string): Promise<string | undefined> => {
      const row = await devicesRepo(tx).find(uuid.toLowerCase());
      return row?.secret_hash == null ? undefined : subjectOf(row.id, row.secret_hash);
    },

    /** The device itself has just said something. */
    heard: (tx: Tx, uuid: string): Promise<unknown> => devicesRepo(tx).heard(uuid, clock.wallMs()),
  };
};

const registered = () =>
  devicesFault(
    'device_registered',
    'A device with this UUID, or one of the organisation with this serial number, is registered already.',
  );
/** For whatever registers, updates or moves: somebody else has taken the serial number at this very moment. */
export const orRegistered = (error: unknown): never => {
  throw isUniqueViolation(error) ? registered() : error;
};
const notHere = () => devicesFault('device_unknown', 'There is no such device here.');
