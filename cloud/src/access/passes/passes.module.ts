import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { integrationChanged } from '../../partner/partners/partners.ports.ts';
import { retained, YEAR } from '../../platform/retention/retention.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { accessModule } from '../access/access.module.ts';
import { memberBarred } from '../access/access.ports.ts';
import { credentialsModule } from '../credentials/credentials.module.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { issueOutagePass, revokeOutagePass } from './passes.endpoints.ts';
import { passesFaults } from './passes.faults.ts';
import { createPassesService } from './passes.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Signs outage passes, and nothing else. */
    readonly passKey: SigningKey;
  }
}
/** Whom staff have just banned shall not show a pass for longer than that. */
const LOOK_EVERY = Seconds(30);

export type { PassesService } from './passes.service.ts';

export const passesModule = defineModule('passes', {
  needs: [partnersModule, doorsModule, scopesModule, accessModule, credentialsModule],
  owns: ['outage_pass'],
  faults: passesFaults,
  create: ({ db, clock, random, partners, doors, scopes, access, credentials, passKey }) => ({
    passes: createPassesService({ db, clock, random, partners, doors, scopes, access, credentials, passKey }),
  }),
})({
  endpoints: [issueOutagePass, revokeOutagePass],
  on: ({ passes }) => [
    hear(integrationChanged, async (tx, facilityId, { partnerId, enabled }) => {
      if (!enabled) await passes.partnerSuspended(tx, facilityId, partnerId);
    }),
    hear(memberBarred, passes.memberBarred),
  ],
  start: async ({ clock, log, passes }) =>
    repeatedly({ clock, log }, LOOK_EVERY, () => passes.review().then(passes.sweep), 'passes were not looked at'),
  // Longer than a box is cut off and still tells what passes did there.
  retention: ({ passes }) => [
    retained('outage_pass', 'outage passes that have ended', [60, 60, YEAR], passes.forgetBefore),
  ],
  personalData: ({ passes }) => [passes.memberStore],
});
