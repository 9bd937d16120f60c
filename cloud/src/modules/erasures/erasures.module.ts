import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { eraseMember, exportMember } from './erasures.platform.endpoints.ts';
import type { ErasuresService } from './erasures.service.ts';

export { finishErasureJob } from './erasures.jobs.ts';
export { createErasuresService, type ErasuresService } from './erasures.service.ts';

export const erasuresModule = (deps: { readonly erasures: ErasuresService }): Module => ({
  name: 'erasures',
  owns: ['erasure', 'member_pseudonym'],
  faults: {},
  endpoints: [mount(exportMember, deps), mount(eraseMember, deps)],
});
