import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { getSnapshot, getZones, type SnapshotEndpointDeps } from './snapshots.endpoints.ts';
import { snapshotsFaults } from './snapshots.faults.ts';

export type { BoxPorts } from './box-ports.ts';
export type { SnapshotsService } from './snapshots.service.ts';
export { createSnapshotsService } from './snapshots.service.ts';

export const snapshotsModule = (deps: SnapshotEndpointDeps): Module => ({
  name: 'snapshots',
  owns: ['snapshot_head', 'snapshot_entry', 'person_number'],
  faults: snapshotsFaults,
  endpoints: [mount(getSnapshot, deps), mount(getZones, deps)],
});
