import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { DeviceKind, DeviceSettings } from './device.ts';
import type { Found } from './directory.ts';

/** The kinds that `detectedType` tells apart. */
const DETECTED = ['camera', 'ai-edge-processor', 'door-controller', 'core-ai-agent'] as const;

const date = z.iso.date().nullable();
export const WarrantyView = z
  .object({
    purchasedOn: date,
    warrantyUntil: date.describe('The last day.'),
    daysLeft: z
      .int()
      .nullable()
      .describe('Whole days until the last day of the warranty, in UTC: 0 on it, negative after it; null if unknown.'),
  })
  .meta({ id: 'Warranty' });

export const AnyKind = z.enum([...DeviceKind.options, 'door-controller']);

export const DeviceMetadata = z
  .object({
    uuid: z.uuid(),
    kind: AnyKind,
    detectedType: z.enum(DETECTED).nullable().describe('What the device is; null for any other kind.'),
    name: z.string().nullable().describe('Null for a box that staff call nothing.'),
    serialNumber: z
      .string()
      .nullable()
      .describe('Of a box: what staff wrote down of it, or else at a door that it drives.'),
    model: z.string().nullable(),
    facilityId: z.string().nullable().describe('Null: the device belongs nowhere.'),
    facilityName: z.string().nullable(),
    ownerUserId: z.string().nullable(),
    webAddress: z.string().nullable().describe('The device’s own page on its LAN.'),
    settings: DeviceSettings,
    agentVersion: z.string().nullable().describe('What a box last said it runs.'),
    registeredAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().nullable().describe('When the device last said something itself.'),
    online: z.boolean().describe('Whether that was five minutes ago or less.'),
    warranty: WarrantyView,
  })
  .meta({ id: 'DeviceMetadata' });

export const deviceMetadata = (device: Found): z.output<typeof DeviceMetadata> => ({
  uuid: device.uuid,
  kind: device.kind,
  detectedType: DETECTED.find((kind) => kind === device.kind) ?? null,
  name: device.name,
  serialNumber: device.serialNumber,
  model: device.model,
  facilityId: device.facilityId,
  facilityName: device.facilityName,
  ownerUserId: device.ownerUserId,
  webAddress: device.webAddress,
  settings: device.settings,
  agentVersion: device.agentVersion,
  registeredAt: isoOf(device.registeredAt),
  updatedAt: isoOrNull(device.updatedAt),
  online: device.online,
  warranty: {
    purchasedOn: device.purchasedOn,
    warrantyUntil: device.warrantyUntil,
    daysLeft: device.warrantyDaysLeft,
  },
});

export const AT_FACILITY = { club: 'fac_0123456789abcdef' };
export const EXAMPLE_SECRET = `ghd_${'x'.repeat(43)}`;
/** The device of every example. */
export const EXAMPLE_DEVICE: z.input<typeof DeviceMetadata> = {
  uuid: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11',
  kind: 'display-screen',
  detectedType: null,
  name: 'Screen at the desk',
  serialNumber: 'SCR-00172',
  model: 'Lobby 22',
  facilityId: 'fac_0123456789abcdef',
  facilityName: 'Riverside Strength Brisbane',
  ownerUserId: null,
  webAddress: null,
  settings: { brightness: 80 },
  agentVersion: null,
  registeredAt: '2026-01-01T09:30:00.000Z',
  updatedAt: '2026-03-01T07:00:00.000Z',
  online: true,
  warranty: { purchasedOn: '2025-12-01', warrantyUntil: '2027-11-30', daysLeft: 639 },
};
