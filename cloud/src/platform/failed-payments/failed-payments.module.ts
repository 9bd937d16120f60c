import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { mailModule } from '../mail/mail.module.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { usersModule } from '../users/users.module.ts';
import { userRemoved } from '../users/users.ports.ts';
import { refreshJob } from './failed-payments.job.ts';
import { failedSince, paymentFailed } from './failed-payments.ports.ts';
import { createFailedPaymentsService } from './failed-payments.service.ts';
import { FAILED_PAYMENTS } from './failed-payments-mail.ts';
import { refreshFailedPayments, tellFailedPayments } from './tasks.endpoints.ts';

export const failedPaymentsModule = defineModule('failed-payments', {
  needs: [jobsModule, organisationsModule, mailModule, usersModule],
  owns: {
    failed_club_payment: 'never',
    failed_payment_told: 'never',
  },
  asks: { failedSince },
  emits: { paymentFailed },
  create: ({ db, clock, jobs, organisations, mail, users, failedSince, paymentFailed }) => ({
    failedPayments: createFailedPaymentsService({
      db,
      clock,
      zones: bundledZones,
      jobs,
      organisations,
      mail,
      users,
      failedSince,
      paymentFailed,
    }),
  }),
})({
  mails: () => [FAILED_PAYMENTS],
  endpoints: [refreshFailedPayments, tellFailedPayments],
  jobs: ({ failedPayments }) => [refreshJob(failedPayments)],
  on: ({ failedPayments }) => [hear(userRemoved, failedPayments.forgetUser)],
  // Longer than anybody may be told of one, so that nobody is told twice.
  retention: ({ failedPayments }) => [
    retentionPolicy(
      'failed_payment',
      'payments that failed at clubs, and who was told of them',
      [90, YEAR, 5 * YEAR],
      failedPayments.forgetBefore,
    ),
  ],
});
