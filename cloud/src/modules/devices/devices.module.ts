import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { type DeviceConnectDeps, getDeviceState, postDeviceToken, postResetDone } from './connect.endpoints.ts';
import { addDevice, type DeviceWriteDeps, moveDevice, resetScreen, updateDevice } from './devices.endpoints.ts';
import { devicesFaults } from './devices.faults.ts';
import { type FleetDeps, listReleases, resolveQr } from './fleet.endpoints.ts';
import {
  allDevices,
  type DeviceReadDeps,
  listDevices,
  readMetadata,
  readMetadataBySerial,
} from './listing.endpoints.ts';
import { type NetworkDeps, openRouterPage, testNetworkController } from './network.endpoints.ts';

export type { Device, DeviceKind } from './device.ts';
export { deviceCredentials } from './device-credentials.ts';
export type { ToDevices } from './device-link.ts';
export type { DevicesService } from './devices.service.ts';
export { createDevicesService } from './devices.service.ts';
export { createNetworkControllers } from './network.ts';

export const devicesModule = (
  deps: DeviceWriteDeps & DeviceReadDeps & FleetDeps & DeviceConnectDeps & NetworkDeps,
): Module => {
  return {
    name: 'devices',
    owns: ['device', 'device_reset', 'device_warranty'],
    faults: devicesFaults,
    endpoints: [
      mount(addDevice, deps),
      mount(updateDevice, deps),
      mount(resetScreen, deps),
      mount(moveDevice, deps),
      mount(readMetadataBySerial, deps),
      mount(readMetadata, deps),
      mount(listDevices, deps),
      mount(listReleases, deps),
      mount(resolveQr, deps),
      mount(openRouterPage, deps),
      mount(testNetworkController, deps),
      mount(allDevices, deps),
      mount(getDeviceState, deps),
      mount(postDeviceToken, deps),
      mount(postResetDone, deps),
    ],
  };
};
