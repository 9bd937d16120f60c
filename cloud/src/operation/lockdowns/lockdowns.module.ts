import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { doorGiven, standingOverrides } from '../../sites/doors/doors.ports.ts';
import { explainLockdown } from './lockdown-reason.platform.endpoints.ts';
import { lockdownsFaults } from './lockdowns.faults.ts';
import {
  beginLockdown,
  listLockdowns,
  readLockdown,
  releaseDoorLockdown,
  releaseLockdown,
} from './lockdowns.platform.endpoints.ts';
import { createLockdownsService } from './lockdowns.service.ts';

export const lockdownsModule = defineModule('lockdowns', {
  needs: [doorsModule, scopesModule],
  owns: {
    lockdown: 'never',
    lockdown_door: 'never',
  },
  faults: lockdownsFaults,
  create: ({ clock, random, doors, scopes }) => ({
    lockdowns: createLockdownsService({ clock, random, doors, scopes }),
  }),
})({
  endpoints: [listLockdowns, beginLockdown, readLockdown, explainLockdown, releaseLockdown, releaseDoorLockdown],
  answers: ({ lockdowns }) => [answer(standingOverrides, lockdowns.standingOverrides)],
  on: ({ lockdowns }) => [hear(doorGiven, lockdowns.doorGiven), hear(factStored, lockdowns.factStored)],
});
