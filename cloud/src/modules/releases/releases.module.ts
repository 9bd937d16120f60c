import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { getReleaseFile, getReleases, type ReleaseEndpointDeps } from './releases.endpoints.ts';
import { releasesFaults } from './releases.faults.ts';

export { releaseCommands } from './releases.control.ts';
export type { ReleasesService } from './releases.service.ts';
export { createReleasesService } from './releases.service.ts';

export const releasesModule = (deps: ReleaseEndpointDeps): Module => ({
  name: 'releases',
  owns: ['edge_release', 'edge_release_offer'],
  faults: releasesFaults,
  endpoints: [mount(getReleases, deps), mount(getReleaseFile, deps)],
});
