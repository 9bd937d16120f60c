import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { platformEndpoint, sightOf, visibleScopes } from '../../platform/users/platform-surface.ts';
import { boxesFault, boxesFaults } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { ReleasesService } from '../releases/releases.service.ts';
import { noSuchDevice } from './device-access.ts';
import { DeviceMetadata, deviceMetadata } from './device-view.ts';
import { devicesFaults } from './devices.faults.ts';
import type { DevicesService } from './devices.service.ts';
import { readQr } from './qr.ts';

export interface FleetDeps {
  readonly boxes: Pick<BoxesService, 'boxShowing'>;
  readonly devices: Pick<DevicesService, 'lookUpWithin' | 'facilitiesWithin'>;
  readonly releases: Pick<ReleasesService, 'overview'>;
}

const anywhere = { needs: 'facility-staff', in: 'anywhere' } as const;

const Release = z
  .object({
    version: z.string(),
    floor: z.string().describe('The oldest version that boxes may go back to from this one.'),
    sizeBytes: z.int(),
    addedAt: z.iso.datetime(),
    withdrawnAt: z.iso.datetime().nullable(),
    offers: z.array(
      z.object({
        scope: z.enum(['channel', 'facility', 'box']),
        target: z.string().describe('The channel’s name, or the id of the facility or the box.'),
        percent: z.int().describe('Of those boxes, the share that it is offered to.'),
      }),
    ),
    running: z.array(z.object({ uuid: z.uuid(), facilityId: z.string() })),
  })
  .meta({ id: 'EdgeRelease' });

export const listReleases = platformEndpoint<FleetDeps>()({
  id: 'devices.releases',
  method: 'GET',
  path: '/api/devices/listReleases',
  summary: 'List the releases of the agent',
  description:
    'Every release of the agent that this installation took in: to whom it is offered, and which boxes last said that they run it. Offers to facilities and boxes, and boxes, only where the caller may read; offers to channels are for all.',
  gate: anywhere,
  examples: {
    success: {
      data: [
        {
          version: '1.5.0',
          floor: '1.4.0',
          sizeBytes: 41_943_040,
          addedAt: '2026-02-20T10:00:00.000Z',
          withdrawnAt: null,
          offers: [{ scope: 'channel', target: 'stable', percent: 25 }],
          running: [{ uuid: '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11', facilityId: 'fac_0123456789abcdef' }],
        },
      ],
    },
  },
  success: { status: 200, description: 'All of them.', schema: listSchema(Release) },
  faults: {},
  handle: async ({ releases, devices }, _input, { caller, read }) => {
    const { releases: all, boxes } = await releases.overview();
    const named = all.flatMap(({ offers }) =>
      offers.flatMap(({ scope, target }) => (scope === 'facility' ? uncheckedId<FacilityId>(target) : [])),
    );
    const ids = [...new Set([...named, ...boxes.map(({ facility_id }) => facility_id)])];
    const within = await read((tx) => devices.facilitiesWithin(tx, ids, visibleScopes(caller, 'facility-staff')));
    const seen = new Map(boxes.flatMap((box) => (within.has(box.facility_id) ? [[box.id, box.facility_id]] : [])));
    return {
      data: all.map(({ version, floor, size, addedAt, withdrawnAt, offers, running }) => ({
        version,
        floor,
        sizeBytes: size,
        addedAt: isoOf(addedAt),
        withdrawnAt: isoOrNull(withdrawnAt),
        offers: offers.flatMap(({ scope, target, percent }) => {
          const shown =
            scope === 'channel' ||
            (scope === 'facility' ? within.has(uncheckedId<FacilityId>(target)) : seen.has(uncheckedId<BoxId>(target)));
          return shown ? [{ scope, target, percent }] : [];
        }),
        running: running.flatMap((uuid) => {
          const facilityId = seen.get(uuid);
          return facilityId === undefined ? [] : [{ uuid, facilityId }];
        }),
      })),
    };
  },
});

export const resolveQr = platformEndpoint<FleetDeps>()({
  id: 'devices.resolve-qr',
  method: 'GET',
  path: '/api/devices/resolve-qr',
  summary: 'Tell what a QR code of a device means',
  description:
    'Reads what the QR code of a device holds: the claim code that an unclaimed box shows (`7K3M-9QXT`) or the UUID on the label of a device (`urn:uuid:…` or bare), as such, or in a web address: in its fragment, in a value of its query, or as the end of its path. The address is not called, and its host does not matter. Answers which device it is of, and whether the caller may claim or register it: a box that shows its code, or a device that belongs nowhere. A device at a facility that the caller cannot see is answered like one that does not exist.',
  gate: anywhere,
  query: z.strictObject({
    url: z
      .string()
      .trim()
      .min(1)
      .max(2_048)
      .refine(
        (text) => readQr(text) !== undefined,
        'must be a claim code, or a UUID, or urn:uuid: and a UUID, or a web address that has one of them',
      )
      .describe('What the QR code says.'),
  }),
  examples: {
    query: { url: 'https://gatehouse.example/ops/claim#7K3M-9QXT' },
    success: {
      kind: 'claim-code',
      uuid: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11',
      fingerprint: '4F2A-91C0-77D1-0B3E',
      claimable: true,
      device: null,
    },
  },
  success: {
    status: 200,
    description: 'What it is of.',
    schema: z.object({
      kind: z.enum(['claim-code', 'device']),
      uuid: z.uuid(),
      fingerprint: z
        .string()
        .optional()
        .describe(
          'Of a claim code: of the key of the box. Compare it with the one on the box’s panel before you claim it.',
        ),
      claimable: z.boolean().describe('Whether the caller may bind it to a facility now.'),
      device: DeviceMetadata.nullable().describe('Null while it belongs nowhere.'),
    }),
  },
  faults: {
    device_unknown: devicesFaults.device_unknown,
    claim_code_unknown: boxesFaults.claim_code_unknown,
    claim_code_ambiguous: boxesFaults.claim_code_ambiguous,
  },
  requestsPerSecond: 5,
  handle: ({ boxes, devices }, { query }, { caller, read }) =>
    read(async (tx) => {
      const reach = visibleScopes(caller, 'facility-manager');
      const mayClaim = reach === 'everywhere' || reach.organisations.length + reach.facilities.length > 0;
      const content = readQr(query.url);
      if (content?.kind === 'claim-code') {
        const shown = await boxes.boxShowing(tx, content.code);
        if (shown === undefined) throw boxesFault('claim_code_unknown', 'No box shows this code.');
        const { boxId: uuid, fingerprint } = shown;
        return { kind: 'claim-code' as const, uuid, fingerprint, claimable: mayClaim, device: null };
      }
      const device = content && (await devices.lookUpWithin(tx, content.uuid, sightOf(caller)));
      if (device === undefined) throw noSuchDevice();
      const { uuid, facilityId } = device;
      if (facilityId === null) return { kind: 'device' as const, uuid, claimable: mayClaim, device: null };
      return { kind: 'device' as const, uuid, claimable: false, device: deviceMetadata(device) };
    }),
});
