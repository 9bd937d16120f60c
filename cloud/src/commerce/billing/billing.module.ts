import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { billingAnalyticsModule } from '../billing-analytics/billing-analytics.module.ts';
import { archivedOwners } from '../billing-analytics/billing-analytics.ports.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { monthlyRecordsModule } from '../monthly-records/monthly-records.module.ts';
import { billingMonthClosed, recordTerms } from '../monthly-records/monthly-records.ports.ts';
import { ratesModule } from '../rates/rates.module.ts';
import { billingDayClosed, payerOf } from '../rates/rates.ports.ts';
import { decideApproval, listApprovals } from './approvals.endpoints.ts';
import { billingFaults } from './billing.faults.ts';
import {
  aiAdjustmentApproved,
  aiPaused,
  creditApproved,
  creditNoteApproved,
  matchApproved,
  mayHavePaid,
  moneyCameIn,
  moneyWentBack,
  topupsFailed,
} from './billing.ports.ts';
import { createBillingService } from './billing.service.ts';
import { archiveOwner, listDirectory } from './directory.endpoints.ts';
import { billingMails } from './money-mails.ts';
import {
  deleteProfile,
  listProfiles,
  preflightMigration,
  putProfile,
  resolveFacilityProfile,
  resolveOrganisationProfile,
} from './profiles.endpoints.ts';
import { cancelTopupInvoice, createTopupInvoice } from './topup-invoices.endpoints.ts';
import { adjustWallet, readWallet } from './wallets.endpoints.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What moves more than that takes a second person. */
    readonly secondPersonAboveCents: number;
  }
}

export type { BillingService } from './billing.service.ts';
export { OWNER } from './money-mails.ts';
export { readPaymentReference, referencesNear } from './payment-reference.ts';
export { type News, tellAll } from './tell-owners.ts';

export const billingModule = defineModule('billing', {
  needs: [
    jobsModule,
    mailModule,
    ledgerModule,
    organisationsModule,
    usersModule,
    webhooksModule,
    ratesModule,
    monthlyRecordsModule,
    billingAnalyticsModule,
  ],
  owns: {
    billing_profile: 'never',
    billing_wallet: 'never',
    wallet_adjustment: 'never',
    billing_approval: 'never',
    topup_invoice: 'never',
    billing_told: 'never',
  },
  faults: billingFaults,
  emits: { moneyCameIn, moneyWentBack },
  asks: {
    mayHavePaid,
    topupsFailed,
    matchApproved,
    creditApproved,
    creditNoteApproved,
    aiAdjustmentApproved,
    aiPaused,
  },
  create: ({ secondPersonAboveCents: aboveCents, ...deps }) => ({
    billing: createBillingService({ ...deps, aboveCents }),
  }),
})({
  mails: () => billingMails,
  jobs: ({ billing }) => [onSchedule('billing.tell', '25 * * * *', billing.tellDue)],
  endpoints: [
    listDirectory,
    archiveOwner,
    readWallet,
    adjustWallet,
    createTopupInvoice,
    cancelTopupInvoice,
    listApprovals,
    decideApproval,
    listProfiles,
    putProfile,
    preflightMigration,
    deleteProfile,
    resolveFacilityProfile,
    resolveOrganisationProfile,
  ],
  answers: ({ billing }) => [
    answer(payerOf, billing.days.payerOf),
    answer(recordTerms, billing.recordTerms),
    answer(archivedOwners, billing.archivedOwners),
  ],
  on: ({ billing }) => [hear(billingDayClosed, billing.days.charge), hear(billingMonthClosed, billing.months.charge)],
});
