import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { inquiriesModule } from '../../operation/inquiries/inquiries.module.ts';
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
import { endSubscriber, listSubscribers, readBriefing, readPlatformBriefing } from './briefings.endpoints.ts';
import { briefingsFaults } from './briefings.faults.ts';
import { createBriefingsService } from './briefings.service.ts';
import {
  listSubscriptions,
  subscribe,
  subscribePlatform,
  unsubscribe,
  unsubscribePlatform,
} from './subscriptions.endpoints.ts';

export const briefingsModule = defineModule('briefings', {
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
    inquiriesModule,
  ],
  owns: ['briefing_subscription'],
  faults: briefingsFaults,
  create: (deps) => ({ briefings: createBriefingsService({ ...deps, zones: bundledZones() }) }),
})({
  endpoints: [
    listSubscriptions,
    subscribe,
    unsubscribe,
    readBriefing,
    listSubscribers,
    endSubscriber,
    subscribePlatform,
    unsubscribePlatform,
    readPlatformBriefing,
  ],
  on: ({ briefings }) => [hear(userRemoved, briefings.userRemoved)],
  jobs: ({ briefings }) => [onSchedule('briefings.send-due', '* * * * *', briefings.sendDue)],
});
