import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { type RetentionEndpointsDeps, readRetention, setRetention } from './retention.endpoints.ts';
import { retentionFaults } from './retention.faults.ts';

export { createGrowth } from './growth.ts';
export { createRetentionService, type Retained, type RetentionService } from './retention.service.ts';

export const retentionModule = (deps: RetentionEndpointsDeps): Module => ({
  name: 'retention',
  owns: ['retention_setting', 'database_size'],
  faults: retentionFaults,
  endpoints: [mount(readRetention, deps), mount(setRetention, deps)],
});
