import { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { ZonesDocument } from '@gatehouse/shared/zones/zone-tables.ts';
import { z } from 'zod';
import { boxesFault, boxesFaults } from '../../sites/boxes/boxes.faults.ts';
import type { BoxesService } from '../../sites/boxes/boxes.module.ts';
import { callingBox, deviceEndpoint } from '../../sites/boxes/device-surface.ts';
import { snapshotsFault, snapshotsFaults } from './snapshots.faults.ts';
import type { SnapshotsService } from './snapshots.service.ts';

export interface SnapshotEndpointDeps {
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly snapshots: Pick<SnapshotsService, 'pageFor'>;
  /** The tables that records are compiled for. */
  readonly zonesDocument: ZonesDocument;
}

const { box_not_active } = boxesFaults;
const { snapshot_not_ready, zones_unknown } = snapshotsFaults;

export const getSnapshot = deviceEndpoint<SnapshotEndpointDeps>()({
  id: 'edge.snapshot',
  method: 'GET',
  writes: true,
  path: '/edge/v1/snapshot',
  summary: 'Read the rules of access',
  description:
    'What the doors of the facility decide by: the entries that changed after the revision that the box has, whole revisions only. The box reads on from `through` until a page is `complete`; if a page comes with another `after` than it asked for, it begins anew.',
  gate: { token: 'edge' },
  query: z.object({
    epoch: z.uuid().optional().describe('Of the box’s own snapshot; none to get everything.'),
    after: z.coerce.number().int().min(0).default(0).describe('The revision that the box has.'),
  }),
  success: { status: 200, description: 'A page.', schema: SnapshotPage },
  compress: true,
  faults: { box_not_active, snapshot_not_ready },
  handle: async ({ boxes, snapshots }, { query }, call) => {
    const boxId = callingBox(call);
    const box = await call.read((tx) => boxes.findActive(tx, boxId));
    if (box === undefined) throw boxesFault('box_not_active', 'This box is not active.');
    return snapshots.pageFor(box.facility_id, { epoch: query.epoch, after: query.after });
  },
});

export const getZones = deviceEndpoint<SnapshotEndpointDeps>()({
  id: 'edge.zones',
  method: 'GET',
  path: '/edge/v1/zones/:hash',
  summary: 'Read time-zone tables',
  description: 'The tables that a snapshot names by their hash: the box holds them before it decides by that snapshot.',
  gate: { token: 'edge' },
  params: z.object({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the tables, as the facility’s rules name them.'),
  }),
  success: { status: 200, description: 'The document.', schema: ZonesDocument },
  compress: true,
  faults: { zones_unknown },
  handle: async ({ zonesDocument }, { params }) => {
    if (params.hash !== zonesDocument.hash) throw snapshotsFault('zones_unknown', 'There are no such tables here.');
    return zonesDocument;
  },
});
