import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { failedPaymentsModule } from '../../platform/failed-payments/failed-payments.module.ts';
import { failedSince } from '../../platform/failed-payments/failed-payments.ports.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { billingModule } from '../billing/billing.module.ts';
import { topupsFailed } from '../billing/billing.ports.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import {
  createAccountSession,
  generateKycToken,
  readAccountDetails,
  readConnectedAccount,
  readPlatformAccount,
  readPublishableKey,
} from './accounts.endpoints.ts';
import { createCardEvents } from './card-events.ts';
import { createCardPayments } from './card-payments.ts';
import type { CardProvider } from './card-provider.ts';
import { createConnectedAccounts } from './connected-accounts.ts';
import { createCreditTopup } from './credit-topup.ts';
import { createDueTopup, createDueTopups } from './due-topups.ts';
import { createFailedAtClubs } from './failed-at-clubs.ts';
import { createFailedTopups } from './failed-topups.ts';
import { createFoundTopups } from './found-topups.ts';
import { applePage, hooksPage } from './hooks-page.ts';
import { listCharges, listIntents, listPayouts, listTransactions } from './lists.endpoints.ts';
import { cancelIntent, enableWallets, listRecords, readIntent } from './payments.endpoints.ts';
import { payprocFaults } from './payproc.faults.ts';
import { chargeJob, lookJob } from './payproc.jobs.ts';
import { dueAiTopup } from './payproc.ports.ts';
import { AI_TOPUP_FAILED, AI_TOPUP_NEEDS_OWNER, TOPUP_FAILED, TOPUP_NEEDS_OWNER } from './topup-mails.ts';
import { createTopupReturns } from './topup-returns.ts';
import { confirmTopup, openTopup } from './topups.endpoints.ts';
import { createTopups } from './topups.ts';

export type { Topups } from './topups.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Who takes cards. Without one, nobody does. */
    readonly payproc?: CardProvider | undefined;
    /** The partner listener, as others reach it. */
    readonly partnerUrl: () => string;
  }
}

export { type PayprocSettings, readPayproc } from './payproc-config.ts';
export { stripePayproc } from './stripe-payproc.ts';

export const payprocModule = defineModule('payproc', {
  needs: [jobsModule, organisationsModule, liveModule, failedPaymentsModule, ledgerModule, billingModule],
  owns: {
    payproc_account: 'never',
    payproc_event: 'never',
    payproc_intent: 'never',
    payproc_customer: 'never',
    topup_attempt: 'never',
    topup_return: 'never',
    topup_looked: 'never',
  },
  faults: payprocFaults,
  asks: { dueAiTopup },
  create: (deps) => {
    const connectedAccounts = createConnectedAccounts(deps);
    const topupReturns = createTopupReturns(deps);
    const dueWalletTopup = createDueTopup(deps);
    const creditTopup = createCreditTopup(deps);
    const foundTopups = createFoundTopups({ ...deps, creditTopup });
    const topups = createTopups({
      ...deps,
      creditTopup,
      found: foundTopups,
      dueTopup: (tx, of, but) =>
        of.purpose === 'wallet' ? dueWalletTopup(tx, of, but) : deps.dueAiTopup(tx, of.ownerKey),
    });
    return {
      connectedAccounts,
      cardPayments: createCardPayments({ ...deps, connectedAccounts }),
      topups,
      foundTopups,
      topupReturns,
      beginDueTopups: createDueTopups({ ...deps, topups, dueTopup: dueWalletTopup }),
      cardEvents: createCardEvents({ ...deps, topups, foundTopups, topupReturns }),
      failedAtClubs: createFailedAtClubs(deps),
      failedTopups: createFailedTopups(deps),
    };
  },
})({
  mails: () => [TOPUP_FAILED, TOPUP_NEEDS_OWNER, AI_TOPUP_FAILED, AI_TOPUP_NEEDS_OWNER],
  endpoints: [
    readConnectedAccount,
    readAccountDetails,
    generateKycToken,
    createAccountSession,
    readPlatformAccount,
    readPublishableKey,
    listRecords,
    cancelIntent,
    enableWallets,
    listTransactions,
    listIntents,
    listPayouts,
    listCharges,
    readIntent,
    openTopup,
    confirmTopup,
  ],
  pages: (deps) => [
    { on: 'partner', ...hooksPage(deps) },
    { on: 'partner', ...applePage(deps) },
  ],
  answers: ({ failedAtClubs, failedTopups }) => [
    answer(failedSince, failedAtClubs),
    answer(topupsFailed, failedTopups.codesOf),
  ],
  jobs: ({ cardEvents, topups, foundTopups, topupReturns, beginDueTopups, failedTopups }) => [
    lookJob(cardEvents),
    chargeJob(topups),
    onSchedule('payproc.reconcile', '*/10 * * * *', topups.reconcile),
    onSchedule('payproc.find-topups', '45 * * * *', foundTopups.lookHourly),
    onSchedule('payproc.reconcile-returns', '50 * * * *', topupReturns.reconcile),
    onSchedule('payproc.auto-topups', '5-59/10 * * * *', beginDueTopups),
    onSchedule('payproc.tell-failed-topups', '7-59/10 * * * *', failedTopups.tellDue),
  ],
  retention: ({ cardEvents }) => [
    retentionPolicy(
      'payproc_event',
      'what the card provider said has happened',
      [30, 90, YEAR],
      cardEvents.forgetEventsBefore,
    ),
    retentionPolicy(
      'payproc_intent',
      'which account a card payment is of',
      [YEAR, 2 * YEAR, 7 * YEAR],
      cardEvents.forgetIntentsBefore,
    ),
  ],
});
