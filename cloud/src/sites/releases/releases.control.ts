import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { z } from 'zod';
import type { ReleasesService } from './releases.service.ts';

const Target = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('channel'), target: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) }),
  z.strictObject({ scope: z.literal('facility'), target: FacilityId }),
  z.strictObject({ scope: z.literal('box'), target: BoxId }),
]);

/** What the operator may order: `gatehouse cloud release …`. */
export const releaseCommands = ({
  releases,
}: {
  readonly releases: Pick<ReleasesService, 'add' | 'offer' | 'withdraw' | 'overview'>;
}): Readonly<Record<string, ControlCommand>> => ({
  'release-add': controlCommand({
    body: z.strictObject({ path: z.string().min(1).max(1_000) }),
    run: ({ path }) => releases.add(path),
  }),
  'release-offer': controlCommand({
    body: z.strictObject({ version: ReleaseVersion, to: Target, percent: z.int().min(1).max(100).default(100) }),
    run: ({ version, to, percent }) => releases.offer(version, to, percent),
  }),
  'release-withdraw': controlCommand({
    body: z.strictObject({ version: ReleaseVersion }),
    run: async ({ version }) => {
      await releases.withdraw(version);
      return { version };
    },
  }),
  releases: controlCommand({ body: z.strictObject({}), run: () => releases.overview() }),
});
