import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { oldestKnown, onSchedule } from '../jobs/jobs.ports.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { usersModule } from '../users/users.module.ts';
import { auditCommands } from './audit.control.ts';
import { searchAudit } from './audit.endpoints.ts';
import { auditFaults } from './audit.faults.ts';
import { namesOf, targetsOf } from './audit.ports.ts';
import { createAuditService } from './audit.service.ts';
import { verifyChain } from './audit-chain.endpoints.ts';
import { findByAddress, findByUser } from './audit-queries.endpoints.ts';
import { listCacheKeys, listOrganisations } from './audit-reading.ts';
import { countAudit, countAuditInBlocks, countAuditNowAndThen, summariseErrors } from './audit-statistics.endpoints.ts';

export type { AuditService } from './audit.service.ts';
export type { Pseudonyms } from './audit-search.ts';

export const auditModule = defineModule('audit', {
  needs: [usersModule, organisationsModule, jobsModule],
  owns: {
    audit_day: 'never',
    audit_statistics: 'never',
  },
  faults: auditFaults,
  asks: { namesOf, targetsOf },
  create: ({ db, clock, log, namesOf, targetsOf }) => ({
    audit: createAuditService({ db, clock, log, pseudonyms: { namesOf, targetsOf } }),
  }),
})({
  endpoints: [
    searchAudit,
    findByAddress,
    findByUser,
    countAudit,
    countAuditNowAndThen,
    countAuditInBlocks,
    summariseErrors,
    listOrganisations,
    listCacheKeys,
    verifyChain,
  ],
  answers: ({ audit }) => [answer(oldestKnown, audit.oldest)],
  jobs: ({ audit, guardedFromClockJumps }) => [
    onSchedule('audit.seal', '7 * * * *', guardedFromClockJumps('audit.seal', audit.seal)),
  ],
  // Whole days that are sealed, whose seals stay: the audit's chain goes on.
  retention: ({ audit }) => [
    retentionPolicy(
      'audit_entry',
      'who called which API, and with what outcome',
      [30, 400, 10 * YEAR],
      audit.forgetBefore,
    ),
  ],
  operator: auditCommands,
});
