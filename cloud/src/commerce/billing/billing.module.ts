import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { decideApproval, listApprovals } from './approvals.endpoints.ts';
import { billingFaults } from './billing.faults.ts';
import { matchApproved, mayHavePaid, owedByRecords } from './billing.ports.ts';
import { createBillingService } from './billing.service.ts';
import { archiveOwner, listDirectory } from './directory.endpoints.ts';
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

export const billingModule = defineModule('billing', {
  needs: [ledgerModule, organisationsModule, usersModule],
  owns: {
    billing_profile: 'never',
    billing_wallet: 'never',
    wallet_adjustment: 'never',
    billing_approval: 'never',
    topup_invoice: 'never',
  },
  faults: billingFaults,
  asks: { owedByRecords, mayHavePaid, matchApproved },
  create: ({ secondPersonAboveCents: aboveCents, ...deps }) => ({
    billing: createBillingService({ ...deps, aboveCents }),
  }),
})({
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
});
