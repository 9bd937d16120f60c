import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { unlockDoor } from './unlocks.endpoints.ts';
import { unlocksFaults } from './unlocks.faults.ts';
import { unlockForStaff } from './unlocks.platform.endpoints.ts';
import type { UnlocksService } from './unlocks.service.ts';

export type { UnlocksService } from './unlocks.service.ts';
export { createUnlocksService } from './unlocks.service.ts';

export const unlocksModule = (deps: { readonly unlocks: UnlocksService }): Module => ({
  name: 'unlocks',
  owns: ['unlock_attempt', 'unlock_key', 'unlock_metadata'],
  faults: unlocksFaults,
  endpoints: [mount(unlockDoor, deps), mount(unlockForStaff, deps)],
});
