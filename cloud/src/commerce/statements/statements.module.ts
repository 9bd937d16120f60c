import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { billingModule } from '../billing/billing.module.ts';
import { creditApproved, mayHavePaid } from '../billing/billing.ports.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { paymentsModule } from '../payments/payments.module.ts';
import { createStatementReader } from './statement-reader.ts';
import { listStatements, sendStatement } from './statements.endpoints.ts';
import { statementsFaults } from './statements.faults.ts';
import { takeInJob } from './statements.job.ts';
import { createStatementsService } from './statements.service.ts';
import { decideUnmatched, listUnmatched } from './unmatched.endpoints.ts';
import { createUnmatched } from './unmatched.ts';

export const statementsModule = defineModule('statements', {
  needs: [ledgerModule, billingModule, paymentsModule, jobsModule],
  owns: {
    bank_file: 'never',
    bank_entry: 'never',
    bank_entry_owner: 'never',
  },
  faults: statementsFaults,
  create: ({ db, clock, random, log, jobs, ledger, billing, payments }) => ({
    statements: createStatementsService({
      ...{ db, clock, random, jobs, payments, currency: billing.currency },
      reader: createStatementReader({ clock, log }),
    }),
    unmatched: createUnmatched({ clock, ledger, billing }),
  }),
})({
  endpoints: [sendStatement, listStatements, listUnmatched, decideUnmatched],
  jobs: ({ statements }) => [takeInJob(statements)],
  answers: ({ unmatched }) => [
    answer(mayHavePaid, unmatched.mayHavePaid),
    answer(creditApproved, unmatched.creditApproved),
  ],
  close: ({ statements }) => statements.close(),
});
