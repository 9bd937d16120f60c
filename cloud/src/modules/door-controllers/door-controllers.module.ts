import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import {
  type ConfigurationEndpointDeps,
  listVersions,
  readConfiguration,
  readVersion,
  restoreVersion,
} from './configuration.endpoints.ts';
import {
  associateController,
  type DoorControllerDeps,
  decommissionController,
  listControllers,
  updateController,
} from './door-controllers.endpoints.ts';
import { doorControllersFaults } from './door-controllers.faults.ts';
import { changeDoor, createDoor, type DoorEndpointDeps, listDoorSettings, removeDoor } from './doors.endpoints.ts';

export { createDoorControllersService } from './door-controllers.service.ts';

export const doorControllersModule = (
  deps: DoorControllerDeps & ConfigurationEndpointDeps & DoorEndpointDeps,
): Module => ({
  name: 'door-controllers',
  owns: ['box_configuration'],
  faults: doorControllersFaults,
  endpoints: [
    mount(listControllers, deps),
    mount(associateController, deps),
    mount(updateController, deps),
    mount(decommissionController, deps),
    mount(readConfiguration, deps),
    mount(listVersions, deps),
    mount(readVersion, deps),
    mount(restoreVersion, deps),
    mount(listDoorSettings, deps),
    mount(createDoor, deps),
    mount(changeDoor, deps),
    mount(removeDoor, deps),
  ],
});
