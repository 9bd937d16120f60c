import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { pushCheckIns } from './check-ins.endpoints.ts';
import type { CheckInsService } from './check-ins.service.ts';

export { createCheckInsService } from './check-ins.service.ts';

export const checkInsModule = (deps: { readonly checkIns: CheckInsService }): Module => ({
  name: 'check-ins',
  owns: ['check_in'],
  faults: {},
  endpoints: [mount(pushCheckIns, deps)],
});
