import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { billingModule } from '../../commerce/billing/billing.module.ts';
import { ledgerModule } from '../../commerce/ledger/ledger.module.ts';
import { payprocModule } from '../../commerce/payproc/payproc.module.ts';
import { statementsModule } from '../../commerce/statements/statements.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { eventSearchModule } from '../../operation/event-search/event-search.module.ts';
import { unlocksModule } from '../../operation/unlocks/unlocks.module.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { auditModule } from '../../platform/audit/audit.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionModule } from '../../platform/retention/retention.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { userRemoved } from '../../platform/users/users.ports.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { endSubscriber, listSubscribers, readDailyDigest, readPlatformDailyDigest } from './daily-digests.endpoints.ts';
import { dailyDigestsFaults } from './daily-digests.faults.ts';
import { createDailyDigestsService } from './daily-digests.service.ts';
import { FACILITY_DIGEST, PLATFORM_DIGEST } from './digest-mail.ts';
import {
  listSubscriptions,
  subscribe,
  subscribePlatform,
  unsubscribe,
  unsubscribePlatform,
} from './subscriptions.endpoints.ts';

export const dailyDigestsModule = defineModule('daily-digests', {
  needs: [
    organisationsModule,
    usersModule,
    mailModule,
    jobsModule,
    auditModule,
    retentionModule,
    warningsModule,
    boxesModule,
    doorsModule,
    scopesModule,
    snapshotsModule,
    webhooksModule,
    unlocksModule,
    eventSearchModule,
    ledgerModule,
    billingModule,
    statementsModule,
    payprocModule,
  ],
  owns: {
    briefing_subscription: 'never',
  },
  faults: dailyDigestsFaults,
  create: (deps) => ({ dailyDigests: createDailyDigestsService({ ...deps, zones: bundledZones() }) }),
})({
  mails: () => [FACILITY_DIGEST, PLATFORM_DIGEST],
  endpoints: [
    listSubscriptions,
    subscribe,
    unsubscribe,
    readDailyDigest,
    listSubscribers,
    endSubscriber,
    subscribePlatform,
    unsubscribePlatform,
    readPlatformDailyDigest,
  ],
  on: ({ dailyDigests }) => [hear(userRemoved, dailyDigests.userRemoved)],
  jobs: ({ dailyDigests }) => [onSchedule('briefings.send-due', '* * * * *', dailyDigests.sendDue)],
});
