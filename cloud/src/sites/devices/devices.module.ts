import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { linkModule } from '../../link/link.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { serialsTakenIn } from '../../platform/organisations/organisations.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { doorsModule } from '../doors/doors.module.ts';
import { releasesModule } from '../releases/releases.module.ts';
import { getDeviceState, postDeviceToken, postResetDone } from './connect.endpoints.ts';
import { meterDevices } from './device-meter.repo.ts';
import { addDevice, moveDevice, resetScreen, updateDevice } from './devices.endpoints.ts';
import { devicesFaults } from './devices.faults.ts';
import { deviceMeasured } from './devices.ports.ts';
import { createDevicesService } from './devices.service.ts';
import { devicesTopic } from './devices.topic.ts';
import { listReleases, resolveQr } from './fleet.endpoints.ts';
import { allDevices, listDevices, readMetadata, readMetadataBySerial } from './listing.endpoints.ts';
import { openRouterPage, testNetworkController } from './network.endpoints.ts';
import { createNetworkControllers } from './network.ts';

export type { Device, DeviceKind } from './device.ts';
export { deviceCredentials } from './device-credentials.ts';
export type { ToDevices } from './device-link.ts';
export type { DevicesService } from './devices.service.ts';

export const devicesModule = defineModule('devices', {
  needs: [linkModule, organisationsModule, usersModule, boxesModule, doorsModule, releasesModule],
  owns: {
    device: 'never',
    device_reset: 'never',
    device_warranty: 'never',
  },
  faults: devicesFaults,
  emits: { onTemperature: deviceMeasured },
  create: ({ db, clock, random, boxes, link, linkCalls }) => ({
    devices: createDevicesService({ db, clock, random, toDevices: linkCalls.devices }),
    networkControllers: createNetworkControllers({
      boxesAt: async (facilityId) => (await db.read((tx) => boxes.heardAt(tx, facilityId))).map(({ id }) => id),
      ask: link.testController,
    }),
  }),
})({
  endpoints: [
    addDevice,
    updateDevice,
    resetScreen,
    moveDevice,
    readMetadataBySerial,
    readMetadata,
    listDevices,
    listReleases,
    resolveQr,
    openRouterPage,
    testNetworkController,
    allDevices,
    getDeviceState,
    postDeviceToken,
    postResetDone,
  ],
  topics: (deps) => [serveTopic(devicesTopic, deps)],
  answers: ({ devices }) => [answer(serialsTakenIn, devices.serialsTakenIn)],
  meters: () => ({ pricePerDeviceDay: meterDevices }),
});
