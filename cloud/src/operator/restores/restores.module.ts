import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { accessModule } from '../../access/access/access.module.ts';
import { credentialsModule } from '../../access/credentials/credentials.module.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { offlinePassesModule } from '../../access/offline-passes/offline-passes.module.ts';
import { plansModule } from '../../access/plans/plans.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { invoicesModule } from '../../commerce/invoices/invoices.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { lockdownsModule } from '../../operation/lockdowns/lockdowns.module.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { eventsModule } from '../../partner/events/events.module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { revocationsModule } from '../../platform/revocations/revocations.module.ts';
import { sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { singleSignOnModule } from '../../platform/single-sign-on/single-sign-on.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { boxHeld, boxSame } from '../../sites/boxes/boxes.ports.ts';
import { devicesModule } from '../../sites/devices/devices.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { mayEndDoubt } from '../../sites/journal/journal.ports.ts';
import { releasesModule } from '../../sites/releases/releases.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { createRestored } from './restored.ts';
import { restoresFaults } from './restores.faults.ts';
import { confirmDifference, listDifferences } from './restores.platform.endpoints.ts';
import { createRestoresService } from './restores.service.ts';

const BEAT_EVERY = Seconds(20);
const NOT_MARKED = 'what was revoked is not marked outside the database';

export type { RestoresService } from './restores.service.ts';

export const restoresModule = defineModule('restores', {
  needs: [
    revocationsModule,
    warningsModule,
    boxesModule,
    doorsModule,
    accessModule,
    credentialsModule,
    devicesModule,
    lockdownsModule,
    membersModule,
    partnersModule,
    offlinePassesModule,
    plansModule,
    releasesModule,
    scopesModule,
    sessionsModule,
    singleSignOnModule,
    usersModule,
    webhooksModule,
    invoicesModule,
    snapshotsModule,
    eventsModule,
    jobsModule,
    liveModule,
  ],
  owns: {
    restore_difference: 'never',
  },
  faults: restoresFaults,
  create: (deps) => {
    const { db, clock, random, warnings, boxes, doors, events, webhooks, live, invoices } = deps;
    const restores = createRestoresService({ db, clock, random, warnings, boxes, doors });
    const restored = createRestored({
      ...deps,
      takers: deps,
      feeds: [events, webhooks, live, invoices],
      note: restores.note,
    });
    return { restores, restored };
  },
})({
  endpoints: [listDifferences, confirmDifference],
  answers: ({ restores }) => [answer(mayEndDoubt, restores.mayEndDoubt)],
  on: ({ restores }) => [hear(boxHeld, restores.boxHeld), hear(boxSame, restores.boxSame)],
  // Before anybody can use what a restored database should not give, or ask for whom it should not have.
  beforeListening: async ({ restored, revocations, clock, log }) => {
    await restored
      .revokeRestored()
      .catch((error: unknown) => log.error({ err: error }, 'whether this database was restored is not known'));
    // How exactly it is known how far the database has come; and what could not be marked at once is marked.
    const beat = () => revocations.beat().then(revocations.writeUnmarked).then(restored.revokeWaiting);
    await beat().catch((error: unknown) => log.error({ err: error }, NOT_MARKED));
    return repeatedly({ clock, log }, BEAT_EVERY, beat, NOT_MARKED);
  },
  jobs: ({ restored, guardedFromClockJumps }) => [
    onSchedule('restores.revoke', '19 * * * *', restored.revokeRestored),
    onSchedule('revocations.sweep', '43 3 * * *', guardedFromClockJumps('revocations.sweep', restored.forgetOld)),
  ],
});
