import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { integrationChanged } from '../../partner/partners/partners.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { accessModule } from '../access/access.module.ts';
import { memberBarred } from '../access/access.ports.ts';
import { credentialsModule } from '../credentials/credentials.module.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { issueOutagePass, revokeOutagePass } from './offline-passes.endpoints.ts';
import { offlinePassesFaults } from './offline-passes.faults.ts';
import { createOfflinePassesService } from './offline-passes.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Signs outage passes, and nothing else. */
    readonly passKey: SigningKey;
  }
}
/** A pass of somebody whom staff have just banned is revoked within this time. */
const LOOK_EVERY = Seconds(30);

export type { OfflinePassesService } from './offline-passes.service.ts';

export const offlinePassesModule = defineModule('offline-passes', {
  needs: [partnersModule, doorsModule, scopesModule, accessModule, credentialsModule],
  owns: {
    outage_pass: 'never',
  },
  faults: offlinePassesFaults,
  create: ({ db, clock, random, partners, doors, scopes, access, credentials, passKey }) => ({
    offlinePasses: createOfflinePassesService({
      db,
      clock,
      random,
      partners,
      doors,
      scopes,
      access,
      credentials,
      passKey,
    }),
  }),
})({
  endpoints: [issueOutagePass, revokeOutagePass],
  on: ({ offlinePasses }) => [
    hear(integrationChanged, async (tx, facilityId, { partnerId, enabled }) => {
      if (!enabled) await offlinePasses.partnerSuspended(tx, facilityId, partnerId);
    }),
    hear(memberBarred, offlinePasses.memberBarred),
  ],
  start: async ({ clock, log, offlinePasses }) =>
    repeatedly(
      { clock, log },
      LOOK_EVERY,
      () => offlinePasses.review().then(offlinePasses.sweep),
      'passes were not looked at',
    ),
  // Longer than a box is cut off and still tells what passes did there.
  retention: ({ offlinePasses }) => [
    retentionPolicy('outage_pass', 'outage passes that have ended', [60, 60, YEAR], offlinePasses.forgetBefore),
  ],
  personalData: ({ offlinePasses }) => [offlinePasses.personalDataStore],
});
