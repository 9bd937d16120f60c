import { accessModule } from '../../access/access/access.module.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { namesOf, targetsOf } from '../../platform/audit/audit.ports.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { restoresModule } from '../restores/restores.module.ts';
import { finishErasureJob } from './erasures.jobs.ts';
import { eraseMember, exportMember } from './erasures.platform.endpoints.ts';
import { createErasuresService } from './erasures.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Members who were erased are hashed under it, and nothing else. */
    readonly erasureKey: Uint8Array;
    /** For how long backups of the database are kept: 30 days unless given. */
    readonly backupsKeptDays?: number | undefined;
  }
}

export type { ErasuresService } from './erasures.service.ts';

export const erasuresModule = defineModule('erasures', {
  needs: [jobsModule, membersModule, scopesModule, accessModule, snapshotsModule, restoresModule],
  owns: {
    erasure: 'never',
    member_pseudonym: 'never',
  },
  create: ({ backupsKeptDays, collected, ...deps }) => ({
    erasures: createErasuresService({
      ...deps,
      backupsKeptDays: backupsKeptDays ?? 30,
      // Those made last come first: attempts before the feeds that tell of them, so that one that ends meanwhile tells of nobody.
      stores: () => collected('personalData').toReversed().flat(),
    }),
  }),
})({
  endpoints: [exportMember, eraseMember],
  answers: ({ erasures }) => [answer(namesOf, erasures.namesOf), answer(targetsOf, erasures.targetsOf)],
  beforeListening: async ({ erasures, log }) => {
    await erasures
      .eraseRestored()
      .catch((error: unknown) => log.error({ err: error }, 'whether this database was restored is not known'));
    return undefined;
  },
  jobs: ({ erasures, guardedFromClockJumps }) => [
    finishErasureJob(erasures),
    onSchedule('erasures.erase-restored', '17 * * * *', erasures.eraseRestored),
    onSchedule('erasures.sweep', '41 3 * * *', guardedFromClockJumps('erasures.sweep', erasures.sweep)),
  ],
});
