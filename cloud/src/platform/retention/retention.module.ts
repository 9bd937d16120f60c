import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { onSchedule } from '../jobs/jobs.ports.ts';
import { createGrowth } from './growth.ts';
import type { PersonalDataStore } from './personal-data.ports.ts';
import { readRetention, setRetention } from './retention.endpoints.ts';
import { retentionFaults } from './retention.faults.ts';
import type { RetentionPolicy } from './retention.ports.ts';
import { createRetentionService } from './retention.service.ts';

declare module '../../kit/modules/module.ts' {
  interface ModuleParts<Deps> {
    /** What is forgotten after a while. */
    readonly retention?: (deps: Deps) => readonly RetentionPolicy[];
    /** What it holds of members under the partner's own id, beside what partners have sent of them (`members`). */
    readonly personalData?: (deps: Deps) => readonly PersonalDataStore[];
  }
}

export const retentionModule = defineModule('retention', {
  needs: [jobsModule],
  owns: {
    retention_setting: 'never',
    database_size: 'never',
  },
  faults: retentionFaults,
  create: ({ db, clock, log, collected }) => ({
    growth: createGrowth({ db, clock, log }),
    retention: createRetentionService({
      db,
      clock,
      log,
      kinds: () =>
        collected('retention')
          .flat()
          .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    }),
  }),
})({
  endpoints: [readRetention, setRetention],
  jobs: ({ retention, growth, guardedFromClockJumps }) => [
    onSchedule('retention.sweep', '23 * * * *', guardedFromClockJumps('retention.sweep', retention.sweep)),
    onSchedule('retention.watch-growth', '29 * * * *', guardedFromClockJumps('retention.watch-growth', growth.look)),
  ],
});
