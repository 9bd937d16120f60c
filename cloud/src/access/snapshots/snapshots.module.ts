import { bundledZones, bundledZonesDocument } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { linkModule } from '../../link/link.module.ts';
import { beaconArrived, newestMark } from '../../link/link.ports.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { accessModule } from '../access/access.module.ts';
import { credentialsModule } from '../credentials/credentials.module.ts';
import { offlinePassesModule } from '../offline-passes/offline-passes.module.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { accessChangesRecorded } from '../scopes/scopes.ports.ts';
import { getSnapshot, getZones } from './snapshots.endpoints.ts';
import { snapshotsFaults } from './snapshots.faults.ts';
import { createSnapshotsService } from './snapshots.service.ts';

export type { BoxPorts } from './box-ports.ts';
export type { SnapshotsService } from './snapshots.service.ts';

export const snapshotsModule = defineModule('snapshots', {
  needs: [linkModule, boxesModule, scopesModule, accessModule, warningsModule, credentialsModule, offlinePassesModule],
  owns: {
    snapshot_head: 'never',
    snapshot_entry: 'never',
    person_number: 'never',
  },
  faults: snapshotsFaults,
  create: ({ db, clock, boxes, scopes, access, warnings, ingest, log, credentials, offlinePasses, linkCalls }) => ({
    snapshots: createSnapshotsService({
      db,
      clock,
      boxes,
      scopes,
      access,
      warnings,
      ingest,
      log,
      zones: bundledZones(),
      nudge: linkCalls.nudge('snapshot'),
      ports: { ...credentials, ...offlinePasses },
    }),
    zonesDocument: bundledZonesDocument(),
  }),
})({
  endpoints: [getSnapshot, getZones],
  answers: ({ snapshots }) => [
    answer(newestMark, snapshots.newestMark),
    answer(accessChangesRecorded, snapshots.changesRecorded),
  ],
  on: ({ snapshots }) => [hear(beaconArrived, snapshots.beaconArrived)],
  start: async ({ snapshots }) => void snapshots.start(),
  close: ({ snapshots }) => snapshots.close(),
});
