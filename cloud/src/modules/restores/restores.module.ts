import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { restoresFaults } from './restores.faults.ts';
import { confirmDifference, listDifferences, type RestoreEndpointDeps } from './restores.platform.endpoints.ts';

export { createRestored } from './restored.ts';
export { createRestoresService, type RestoresService } from './restores.service.ts';

export const restoresModule = (deps: RestoreEndpointDeps): Module => ({
  name: 'restores',
  owns: ['restore_difference'],
  faults: restoresFaults,
  endpoints: [mount(listDifferences, deps), mount(confirmDifference, deps)],
});
