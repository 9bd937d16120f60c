import { ARCHIVE_BYTES_MAX } from '@gatehouse/shared/release/release-note.ts';
import { ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { ReleaseList, ReleasePart } from '@gatehouse/shared/wire/releases.ts';
import { z } from 'zod';
import { boxesFaults } from '../boxes/boxes.faults.ts';
import { callingBox, deviceEndpoint } from '../boxes/device-surface.ts';
import { releasesFaults } from './releases.faults.ts';
import type { ReleasesService } from './releases.service.ts';

export interface ReleaseEndpointDeps {
  readonly releases: Pick<ReleasesService, 'list' | 'part'>;
}

const { box_not_active } = boxesFaults;
const { release_unknown } = releasesFaults;

export const getReleases = deviceEndpoint<ReleaseEndpointDeps>()({
  id: 'edge.releases',
  method: 'GET',
  path: '/edge/v1/releases',
  summary: 'Read which releases are offered',
  description:
    'The releases of the agent that are offered to the calling box, the newest first, each with its signed note. The box believes nothing of it but what the release key has signed.',
  gate: { token: 'edge' },
  query: z.object({
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens')
      .default('stable')
      .describe('The channel that the box is configured for.'),
  }),
  success: { status: 200, description: 'What is offered.', schema: ReleaseList },
  compress: true,
  faults: { box_not_active },
  handle: ({ releases }, { query }, call) => releases.list(callingBox(call), query.channel),
});

export const getReleaseFile = deviceEndpoint<ReleaseEndpointDeps>()({
  id: 'edge.release-file',
  method: 'GET',
  path: '/edge/v1/releases/:version/file',
  summary: 'Read a part of a release',
  description:
    'The archive of a release from byte `from` on, at most 256 KiB of it. The box asks on from where it is until it has `size` bytes; after a cut it goes on from there.',
  gate: { token: 'edge' },
  params: z.object({ version: ReleaseVersion.describe('The release.') }),
  query: z.object({
    from: z.coerce.number().int().min(0).max(ARCHIVE_BYTES_MAX).default(0).describe('Where to go on, in bytes.'),
  }),
  success: { status: 200, description: 'The part.', schema: ReleasePart },
  faults: { release_unknown },
  handle: ({ releases }, { params, query }) => releases.part(params.version, query.from),
});
