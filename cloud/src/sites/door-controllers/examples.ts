import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { z } from 'zod';
import { BY_SAM } from '../../platform/users/actor-surface.ts';
import type { ConfigurationView, ControllerView, DoorSettingView, VersionView } from './documents.ts';

export const FACILITY = 'fac_0123456789abcdef';
export const BOX = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11';
export const DOOR = DoorId.parse('door_0123456789abcdef');
const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });

export const A_DOOR: z.output<typeof DoorSettingView> = {
  doorId: DOOR,
  uuid: BOX,
  version: 3,
  zone: 'Entrance',
  location: 'Ground floor, street side',
  serialNumber: null,
  acknowledged: [],
  name: 'Front door',
  profile: 'latch',
  relay: at(0),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(0), activeMeans: 'unlocked' },
  contact: { ...at(1), activeMeans: 'open' },
  rex: at(2),
  fire: null,
  keySwitch: null,
  holdSeconds: 5,
  extendedHoldSeconds: 15,
  heldOpenSeconds: 30,
  confirmationTimeoutSeconds: 6,
  offeredToPartners: true,
};
const controller = {
  uuid: BOX,
  facilityId: FACILITY,
  name: 'Box behind reception',
  serialNumber: 'GH-00172',
  location: 'Reception',
  claimedAt: '2026-01-01T09:00:00.000Z',
  online: true,
  lastBeaconAt: '2026-01-01T09:30:00.000Z',
  agentVersion: '1.4.0',
  clockTrusted: true,
};
export const A_CONTROLLER: z.output<typeof ControllerView> = {
  ...controller,
  offeredRelease: '1.5.0',
  version: 4,
  doors: 3,
};
export const A_VERSION: z.output<typeof VersionView> = {
  version: 4,
  madeAt: '2026-01-01T09:20:00.000Z',
  madeBy: BY_SAM,
  restoredFrom: null,
  changes: [{ doorId: DOOR, name: 'Front door', change: 'changed', fields: ['holdSeconds'] }],
};
export const A_CONFIGURATION: z.output<typeof ConfigurationView> = {
  ...controller,
  status: 'active',
  desired: { version: 4, madeAt: '2026-01-01T09:20:00.000Z', doors: [A_DOOR], problems: [] },
  reported: {
    at: '2026-01-01T09:20:05.000Z',
    agentVersion: '1.4.0',
    version: 4,
    buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null, readers: [] }],
    readers: [],
    refused: [],
  },
  wiring: { state: 'confirmed', since: null, arrived: true, decided: null },
  appliedVersion: 4,
  differences: [],
  history: [A_VERSION],
};
