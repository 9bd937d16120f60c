import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DeviceTable } from './devices.tables.ts';

/** What can be registered. Boxes are none of it: they are claimed, and `boxes` has them. */
export const DeviceKind = z.enum([
  'camera',
  'ai-edge-processor',
  'core-ai-agent',
  'display-screen',
  'router',
  'generic',
]);
export type DeviceKind = z.infer<typeof DeviceKind>;

/** What an operator sets of a device, by name. Not a place for secrets: whoever may see the device reads it. */
export const DeviceSettings = z
  .record(
    z.string().regex(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/, 'must begin with a letter, of letters, digits, _, . and -'),
    z.union([z.string().max(1_000), z.number(), z.boolean()]),
  )
  .refine((settings) => Object.keys(settings).length <= 50, 'must have 50 entries at most');
export type DeviceSettings = z.infer<typeof DeviceSettings>;

export interface Device {
  readonly uuid: string;
  readonly kind: DeviceKind;
  readonly facilityId: FacilityId | null;
  readonly ownerUserId: string | null;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly webAddress: string | null;
  readonly settings: DeviceSettings;
  readonly registeredAt: number;
  /** When the device last said something itself, whatever staff did to it since. */
  readonly updatedAt: number | null;
}

export const toDevice = (row: Selectable<DeviceTable>): Device => ({
  uuid: row.id,
  kind: row.kind as DeviceKind,
  facilityId: row.facility_id,
  ownerUserId: row.owner_user_id,
  name: row.name,
  serialNumber: row.serial_number,
  model: row.model,
  webAddress: row.web_address,
  settings: JSON.parse(row.settings) as DeviceSettings,
  registeredAt: Number(row.registered_at),
  updatedAt: row.heard_at === null ? null : Number(row.heard_at),
});
