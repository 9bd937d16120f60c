import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { lockdownsFaults } from './lockdowns.faults.ts';
import {
  beginLockdown,
  type LockdownEndpointDeps,
  listLockdowns,
  readLockdown,
  releaseDoorLockdown,
  releaseLockdown,
} from './lockdowns.platform.endpoints.ts';

export { createLockdownsService } from './lockdowns.service.ts';

export const lockdownsModule = (deps: LockdownEndpointDeps): Module => ({
  name: 'lockdowns',
  owns: ['lockdown', 'lockdown_door'],
  faults: lockdownsFaults,
  endpoints: [
    mount(listLockdowns, deps),
    mount(beginLockdown, deps),
    mount(readLockdown, deps),
    mount(releaseLockdown, deps),
    mount(releaseDoorLockdown, deps),
  ],
});
