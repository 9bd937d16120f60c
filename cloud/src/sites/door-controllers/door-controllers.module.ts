import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { doorsModule } from '../doors/doors.module.ts';
import { releasesModule } from '../releases/releases.module.ts';
import { warningsModule } from '../warnings/warnings.module.ts';
import { readDoor } from './a-door.endpoints.ts';
import { lookAtClaim } from './claims.endpoints.ts';
import { listVersions, readConfiguration, readVersion, restoreVersion } from './configuration.endpoints.ts';
import { doorControllerCommands } from './door-controllers.control.ts';
import {
  associateController,
  decommissionController,
  listControllers,
  updateController,
} from './door-controllers.endpoints.ts';
import { doorControllersFaults } from './door-controllers.faults.ts';
import { createDoorControllersService } from './door-controllers.service.ts';
import { changeDoor, createDoor, listDoorSettings, removeDoor } from './doors.endpoints.ts';

export const doorControllersModule = defineModule('door-controllers', {
  needs: [usersModule, boxesModule, doorsModule, warningsModule, organisationsModule, releasesModule],
  owns: {
    box_configuration: 'never',
    wiring_decision: 'never',
  },
  faults: doorControllersFaults,
  create: ({ db, clock, boxes, doors, warnings }) => ({
    doorControllers: createDoorControllersService({ db, clock, boxes, doors, warnings }),
  }),
})({
  endpoints: [
    listControllers,
    lookAtClaim,
    associateController,
    updateController,
    decommissionController,
    readConfiguration,
    listVersions,
    readVersion,
    restoreVersion,
    listDoorSettings,
    readDoor,
    createDoor,
    changeDoor,
    removeDoor,
  ],
  jobs: ({ doorControllers }) => [
    onSchedule('door-controllers.look-at-differences', '*/5 * * * *', doorControllers.lookAtDifferences),
  ],
  on: ({ doorControllers }) => [hear(factStored, doorControllers.factStored)],
  operator: doorControllerCommands,
});
