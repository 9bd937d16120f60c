import type { Module } from '../../http/module.ts';
import { devicesFaults } from './devices.faults.ts';

export type { Device, DeviceKind } from './device.ts';
export type { DevicesService } from './devices.service.ts';
export { createDevicesService } from './devices.service.ts';

export const devicesModule = (): Module => ({
  name: 'devices',
  owns: ['device', 'device_reset', 'device_warranty'],
  faults: devicesFaults,
  endpoints: [],
});
