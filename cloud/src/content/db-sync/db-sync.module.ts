import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { listTables, readRun, syncFromProd } from './db-sync.endpoints.ts';
import { dbSyncFaults } from './db-sync.faults.ts';
import { runSyncJob } from './db-sync.job.ts';
import { createDbSync } from './db-sync.service.ts';
import type { Staging } from './staging.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where this installation is a staging: how it reaches its source. */
    readonly staging?: Staging | undefined;
  }
}

export { makeSource } from './make-source.repo.ts';
export { stagingOf } from './staging.ts';
export { readSyncSource } from './sync-settings.ts';

export const dbSyncModule = defineModule('db-sync', {
  needs: [usersModule, jobsModule, liveModule],
  owns: { sync_installation: 'never', sync_run: 'never', sync_line: 'never', sync_table: 'never' },
  faults: dbSyncFaults,
  create: ({ db, clock, random, tables, jobs, live, staging }) => ({
    dbSync: createDbSync({ db, clock, random, tables, jobs, live, staging }),
  }),
})({
  endpoints: [listTables, syncFromProd, readRun],
  jobs: ({ dbSync }) => [runSyncJob(dbSync)],
  retention: ({ dbSync }) => [
    retentionPolicy('sync_run', 'syncs to this staging, and what they told', [7, 90, YEAR], dbSync.forgetBefore),
  ],
});
