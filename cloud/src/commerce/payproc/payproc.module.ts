import { defineModule } from '../../kit/modules/module.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import {
  createAccountSession,
  generateKycToken,
  readAccountDetails,
  readConnectedAccount,
  readPlatformAccount,
  readPublishableKey,
} from './accounts.endpoints.ts';
import { createCardPayments } from './card-payments.ts';
import type { CardProvider } from './card-provider.ts';
import { createConnectedAccounts } from './connected-accounts.ts';
import { listCharges, listIntents, listPayouts, listTransactions } from './lists.endpoints.ts';
import { cancelIntent, enableWallets, listRecords, readIntent } from './payments.endpoints.ts';
import { payprocFaults } from './payproc.faults.ts';

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
  needs: [organisationsModule, liveModule],
  owns: {
    payproc_account: 'never',
    payproc_event: 'never',
    payproc_intent: 'never',
  },
  faults: payprocFaults,
  create: (deps) => {
    const connectedAccounts = createConnectedAccounts(deps);
    return { connectedAccounts, cardPayments: createCardPayments({ ...deps, connectedAccounts }) };
  },
})({
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
  ],
});
