import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { issueOutagePass, revokeOutagePass } from './passes.endpoints.ts';
import { passesFaults } from './passes.faults.ts';
import type { PassesService } from './passes.service.ts';

export type { PassesService } from './passes.service.ts';
export { createPassesService } from './passes.service.ts';

export const passesModule = (deps: { readonly passes: PassesService }): Module => ({
  name: 'passes',
  owns: ['outage_pass'],
  faults: passesFaults,
  endpoints: [mount(issueOutagePass, deps), mount(revokeOutagePass, deps)],
});
