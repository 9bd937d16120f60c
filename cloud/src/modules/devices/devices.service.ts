import { randomUUID } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Updateable } from 'kysely';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { hashKeyText, keyMatches, newKeyText } from '../../secrets/key-text.ts';
import { type Device, type DeviceKind, type DeviceSettings, toDevice } from './device.ts';
import { devicesFault } from './devices.faults.ts';
import { devicesRepo } from './devices.repo.ts';
import type { DeviceTable } from './devices.tables.ts';

export interface DevicesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}
export type DevicesService = ReturnType<typeof createDevicesService>;

export interface NewDevice {
  /** The device's own; without one it gets one. */
  readonly uuid?: string | undefined;
  readonly kind: DeviceKind;
  readonly facilityId: string;
  readonly name: string;
  readonly ownerUserId?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly webAddress?: string | null | undefined;
  readonly settings?: DeviceSettings | null | undefined;
}

const SECRET_KIND = 'ghd';

/** As two people read one off two labels. */
export const plainSerial = (text: string): string => text.trim().toUpperCase();

/** Devices of every kind but boxes: where each belongs, and what it authenticates with. */
export const createDevicesService = ({ db, clock, random }: DevicesDeps) => {
  const taken = () =>
    devicesFault('device_registered', 'A device with this UUID or serial number is registered already.');

  /**
   * Registers a device, or takes in again one that belongs nowhere. The secret is in the answer and nowhere else; one that
   * the device had before does not count any more.
   */
  const register = async (tx: Tx, device: NewDevice): Promise<{ device: Device; secret: string }> => {
    const repo = devicesRepo(tx);
    const now = clock.wallMs();
    const secret = newKeyText(SECRET_KIND, random);
    const fields = {
      kind: device.kind,
      facility_id: device.facilityId,
      owner_user_id: device.ownerUserId ?? null,
      name: device.name,
      serial_number: device.serialNumber == null ? null : plainSerial(device.serialNumber),
      model: device.model ?? null,
      web_address: device.webAddress ?? null,
      settings: JSON.stringify(device.settings ?? {}),
      secret_hash: hashKeyText(secret),
      changed_at: now,
    };
    const uuid = device.uuid?.toLowerCase() ?? randomUUID();
    const inserted = await repo.insert({ id: uuid, ...fields, registered_at: now, heard_at: null });
    if (inserted === undefined) {
      const bySerial = fields.serial_number === null ? undefined : await repo.findBySerial(fields.serial_number);
      if (bySerial !== undefined && bySerial.id !== uuid) throw taken();
      if ((await repo.update(uuid, null, fields)) === undefined) throw taken();
    }
    return { device: await existing(tx, uuid), secret };
  };

  return {
    register,

    find: async (tx: Tx, uuid: string): Promise<Device | undefined> => {
      const row = await devicesRepo(tx).find(uuid.toLowerCase());
      return row && toDevice(row);
    },

    findBySerial: async (tx: Tx, serialNumber: string): Promise<Device | undefined> => {
      const row = await devicesRepo(tx).findBySerial(plainSerial(serialNumber));
      return row && toDevice(row);
    },

    list: async (tx: Tx, facilityId: string): Promise<Device[]> =>
      (await devicesRepo(tx).list(facilityId)).map(toDevice),

    /** Changes a device of this facility: what is left out keeps its value, null clears it. */
    update: async (
      tx: Tx,
      { uuid, facilityId }: { readonly uuid: string; readonly facilityId: string },
      change: Partial<Omit<NewDevice, 'uuid' | 'facilityId' | 'kind'>> & { readonly facilityIdAfter?: string },
    ): Promise<Device> => {
      const repo = devicesRepo(tx);
      const serial = change.serialNumber == null ? change.serialNumber : plainSerial(change.serialNumber);
      const holder = serial == null ? undefined : await repo.findBySerial(serial);
      if (holder !== undefined && holder.id !== uuid) throw taken();
      const fields: Updateable<DeviceTable> = {
        changed_at: clock.wallMs(),
        ...(change.name !== undefined && { name: change.name }),
        ...(change.ownerUserId !== undefined && { owner_user_id: change.ownerUserId }),
        ...(serial !== undefined && { serial_number: serial }),
        ...(change.model !== undefined && { model: change.model }),
        ...(change.webAddress !== undefined && { web_address: change.webAddress }),
        ...(change.settings !== undefined && { settings: JSON.stringify(change.settings ?? {}) }),
        ...(change.facilityIdAfter !== undefined && { facility_id: change.facilityIdAfter }),
      };
      const row = await repo.update(uuid, facilityId, fields);
      if (row === undefined) throw devicesFault('device_unknown', 'There is no such device here.');
      return toDevice(row);
    },

    /** The device, if this is its secret. Does not count as hearing from it: call `heard`. */
    authenticate: (uuid: string, secret: string): Promise<Device | undefined> =>
      db.read(async (tx) => {
        const row = await devicesRepo(tx).find(uuid.toLowerCase());
        return row?.secret_hash != null && keyMatches(secret, row.secret_hash) ? toDevice(row) : undefined;
      }),

    /** The device itself has just said something. */
    heard: (tx: Tx, uuid: string): Promise<unknown> => devicesRepo(tx).heard(uuid, clock.wallMs()),
  };
};

const existing = async (tx: Tx, uuid: string): Promise<Device> => {
  const row = await devicesRepo(tx).find(uuid);
  if (row === undefined) throw devicesFault('device_unknown', 'There is no such device here.');
  return toDevice(row);
};
