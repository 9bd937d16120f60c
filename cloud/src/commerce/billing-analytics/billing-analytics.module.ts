import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { monthlyRecordsModule } from '../monthly-records/monthly-records.module.ts';
import { ratesModule } from '../rates/rates.module.ts';
import { readOrganisationAnalytics, readPlatformAnalytics } from './billing-analytics.endpoints.ts';
import { aiSpent, archivedOwners } from './billing-analytics.ports.ts';
import { createBillingAnalytics } from './billing-analytics.service.ts';

export const billingAnalyticsModule = defineModule('billing-analytics', {
  needs: [jobsModule, organisationsModule, ledgerModule, ratesModule, monthlyRecordsModule],
  owns: { analytics_cache: 'never' },
  asks: { aiSpent, archivedOwners },
  create: (deps) => ({ billingAnalytics: createBillingAnalytics(deps) }),
})({
  endpoints: [readPlatformAnalytics, readOrganisationAnalytics],
  jobs: ({ billingAnalytics }) => [onSchedule('billing-analytics.forget', '41 * * * *', billingAnalytics.forgetOld)],
});
