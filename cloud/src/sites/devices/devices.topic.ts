import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { AnyKind } from './device-view.ts';
import type { DevicesService } from './devices.service.ts';

const DeviceOnline = z
  .object({
    uuid: z.uuid(),
    kind: AnyKind,
    name: z.string().nullable().describe('Null for a box that staff call nothing.'),
    online: z.boolean().describe('Whether it has said something within the last five minutes.'),
    lastHeard: z.iso
      .datetime()
      .nullable()
      .describe(
        'Once it is not online: when it last said something, or null for one that never did. Null while it is.',
      ),
  })
  .meta({ id: 'DeviceOnline' });

export const devicesTopic = platformTopic<{ readonly devices: Pick<DevicesService, 'everythingAt'> }>()({
  topic: 'devices',
  summary: 'Watch which devices of a facility are online',
  description: 'Every device and every box, whether it is online; then each that goes, comes back, or is another one.',
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: DeviceOnline,
  example: {
    uuid: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11',
    kind: 'display-screen',
    name: 'Screen at the desk',
    online: false,
    lastHeard: '2026-03-01T07:00:00.000Z',
  },
  graph: {
    field: 'devicesOnline',
    own: 'devices',
    filters: { kinds: { of: 'kind', description: 'Only devices of these kinds, such as `door-controller`.' } },
  },
  entryId: 'uuid',
  now: async ({ devices }, tx, key) => ({
    entries: (await devices.everythingAt(tx, uncheckedId<FacilityId>(key))).map(
      ({ uuid, kind, name, online, updatedAt }) => ({
        ...{ uuid, kind, name, online },
        // While it is online that counts up by itself, and would be news of nothing.
        lastHeard: online ? null : isoOrNull(updatedAt),
      }),
    ),
  }),
});
