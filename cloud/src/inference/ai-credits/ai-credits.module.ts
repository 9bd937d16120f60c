import { billingModule } from '../../commerce/billing/billing.module.ts';
import { aiAdjustmentApproved, aiPaused } from '../../commerce/billing/billing.ports.ts';
import { billingAnalyticsModule } from '../../commerce/billing-analytics/billing-analytics.module.ts';
import { aiSpent } from '../../commerce/billing-analytics/billing-analytics.ports.ts';
import { invoicesModule } from '../../commerce/invoices/invoices.module.ts';
import { ledgerModule, type OwnerKey, parseOwnerKey } from '../../commerce/ledger/ledger.module.ts';
import { payprocModule } from '../../commerce/payproc/payproc.module.ts';
import { dueAiTopup } from '../../commerce/payproc/payproc.ports.ts';
import { ratesModule } from '../../commerce/rates/rates.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { documentsModule } from '../../platform/documents/documents.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { aiSettingsModule } from '../ai-settings/ai-settings.module.ts';
import { aiUsageModule } from '../ai-usage/ai-usage.module.ts';
import { inferenceModule } from '../inference/inference.module.ts';
import { createAiAccounts, ownerOf } from './ai-accounts.ts';
import { createAiAdjustments } from './ai-adjustments.ts';
import {
  adjustCredit,
  listRouterStatements,
  listRouterTransactions,
  readRouter,
  readRouterReceipt,
  readRouterStatement,
} from './ai-credits.admin.endpoints.ts';
import { beginTopup, confirmTopup, grantCredit, readOverview, readPaymentMethod } from './ai-credits.endpoints.ts';
import { aiCreditsFaults } from './ai-credits.faults.ts';
import { AI_CREDIT_LOW, AI_CREDIT_USED_UP } from './ai-mails.ts';
import { createAiOverview } from './ai-overview.ts';
import { createAiReceipts } from './ai-receipts.ts';
import { aiSpentByMonth } from './ai-spent.repo.ts';
import { createAiStatements } from './ai-statements.ts';
import { createAiTopups } from './ai-topups.ts';
import { createAiTransactions } from './ai-transactions.ts';
import { createCloseDays } from './charge-days.ts';
import { createTellAiCredit } from './tell-ai-credit.ts';
import {
  listPeriods,
  listStatements,
  listTransactions,
  readDetail,
  readReceipt,
  readReceipts,
  readStatement,
} from './transactions.endpoints.ts';

export const aiCreditsModule = defineModule('ai-credits', {
  needs: [
    jobsModule,
    usersModule,
    organisationsModule,
    documentsModule,
    ledgerModule,
    ratesModule,
    billingAnalyticsModule,
    billingModule,
    invoicesModule,
    payprocModule,
    aiSettingsModule,
    inferenceModule,
    aiUsageModule,
  ],
  owns: {
    ai_adjustment: 'never',
    ai_charge_day: 'never',
    ai_closed_day: 'never',
    ai_receipt: 'never',
    ai_receipt_year: 'never',
    ai_statement: 'never',
  },
  faults: aiCreditsFaults,
  create: (deps) => {
    const accounts = createAiAccounts(deps);
    const transactions = createAiTransactions({ ...deps, accounts });
    return {
      aiAccounts: accounts,
      aiTransactions: transactions,
      aiOverview: createAiOverview({ ...deps, accounts }),
      aiTopups: createAiTopups({ ...deps, accounts }),
      aiAdjustments: createAiAdjustments(deps),
      aiReceipts: createAiReceipts({ ...deps, transactions }),
      aiStatements: createAiStatements(deps),
      closeAiDays: createCloseDays(deps),
      tellAiCredit: createTellAiCredit({ ...deps, accounts }),
    };
  },
})({
  endpoints: [
    readOverview,
    readPaymentMethod,
    beginTopup,
    confirmTopup,
    grantCredit,
    listTransactions,
    listPeriods,
    readReceipt,
    readReceipts,
    listStatements,
    readStatement,
    readDetail,
    readRouter,
    adjustCredit,
    listRouterTransactions,
    readRouterReceipt,
    listRouterStatements,
    readRouterStatement,
  ],
  answers: ({ aiSettings, aiTopups, aiAdjustments }) => [
    answer(dueAiTopup, aiTopups.due),
    answer(aiSpent, aiSpentByMonth),
    answer(aiAdjustmentApproved, aiAdjustments.approved),
    answer(aiPaused, async (tx: Tx, owners: readonly OwnerKey[]) => {
      const facilities = owners.flatMap((key) => {
        const owner = parseOwnerKey(key);
        return owner?.kind === 'facility' ? [owner.id] : [];
      });
      const settings = [...(await aiSettings.ofMany(tx, facilities)).values()];
      return new Set(settings.flatMap(({ facilityId, paused }) => (paused === null ? [] : [ownerOf(facilityId)])));
    }),
  ],
  mails: () => [AI_CREDIT_LOW, AI_CREDIT_USED_UP],
  jobs: ({ aiTopups, closeAiDays, tellAiCredit }) => [
    onSchedule('ai-credits.close-days', '20 * * * *', closeAiDays),
    onSchedule('ai-credits.auto-recharge', '*/5 * * * *', aiTopups.beginDue),
    onSchedule('ai-credits.tell', '35 * * * *', tellAiCredit),
  ],
});
