import { defineModule } from '../../kit/modules/module.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { releaseCommands } from './releases.control.ts';
import { getReleaseFile, getReleases } from './releases.endpoints.ts';
import { releasesFaults } from './releases.faults.ts';
import { createReleasesService } from './releases.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** The public part of the key that releases of the agent are signed with. */
    readonly releasePublicKey?: string | undefined;
  }
}

export type { ReleasesService } from './releases.service.ts';

export const releasesModule = defineModule('releases', {
  needs: [boxesModule],
  owns: {
    edge_release: 'never',
    edge_release_offer: 'never',
  },
  faults: releasesFaults,
  create: ({ db, clock, objects, boxes, releasePublicKey }) => ({
    releases: createReleasesService({ db, clock, objects, boxes, publicKey: releasePublicKey }),
  }),
})({
  endpoints: [getReleases, getReleaseFile],
  operator: releaseCommands,
});
