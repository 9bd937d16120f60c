import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiAdministers, aiParams, HERE } from '../ai-settings/ai-settings-surface.ts';
import type { AiAccounts } from './ai-accounts.ts';
import type { AiAdjustments } from './ai-adjustments.ts';
import { aiCreditsFaults } from './ai-credits.faults.ts';
import { ADJUSTED, ADJUSTED_MAX, AiAdjusted, note } from './ai-credits-surface.ts';
import type { AiOverview } from './ai-overview.ts';
import { AiOverviewShape, AN_OVERVIEW } from './overview-shape.ts';
import {
  receiptEndpoint,
  statementEndpoint,
  statementsEndpoint,
  transactionsEndpoint,
} from './transactions-surface.ts';

interface Deps {
  readonly aiOverview: AiOverview;
  readonly aiAdjustments: AiAdjustments;
  readonly aiAccounts: AiAccounts;
}
const endpoint = platformEndpoint<Deps>();
const params = z.object(aiParams);
const { insufficient_balance, account_frozen } = aiCreditsFaults;

export const readRouter = endpoint({
  id: 'model-router-admin.read',
  method: 'GET',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID',
  summary: 'Read how the AI credit of any facility stands',
  description: 'As the facility itself sees it.',
  gate: aiAdministers,
  params,
  success: { status: 200, description: 'How it stands.', schema: AiOverviewShape },
  examples: { params: HERE, success: AN_OVERVIEW },
  faults: {},
  handle: ({ aiOverview }, { params: { clubID } }, { read }) => read((tx) => aiOverview(tx, clubID)),
});

export const adjustCredit = endpoint({
  id: 'model-router-admin.adjust',
  method: 'POST',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/adjust',
  summary: 'Grant AI credit, or take it back',
  description:
    'Above 0 grants, below takes back; what is past the credit, or is held by requests that are under way, is refused. What is more than one person may decide answers 202 with `approvalId`, and nothing is posted before another super admin approves it.',
  gate: aiAdministers,
  act: 'grave:money',
  stepUp: true,
  params,
  body: z.strictObject({
    amountCents: z
      .int()
      .min(-ADJUSTED_MAX)
      .max(ADJUSTED_MAX)
      .refine((amount) => amount !== 0, 'must not be 0')
      .describe('In the smallest unit of the currency: above 0 grants, below takes back.'),
    note,
  }),
  success: {
    status: 200,
    description: 'It is posted.',
    schema: AiAdjusted,
    also: { status: 202, description: 'It waits.' },
  },
  examples: { params: HERE, body: { amountCents: 2_500, note: 'For the outage of Tuesday' }, success: ADJUSTED },
  faults: { insufficient_balance, account_frozen },
  audit: { event: 'ai-credits.adjusted', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiAdjustments, aiAccounts }, { params: { clubID }, body }, { tx, caller }) => {
    const by = { by: actorOf(caller), actor: caller.actor };
    const made = await aiAdjustments.make(tx, clubID, { ...body, ...by });
    const { balanceMicros, availableMicros } = await aiAccounts.balance(tx, clubID);
    const answer = { ...made, balanceMicros, availableMicros };
    return made.approvalId === null ? answer : reply(answer, {}, 202);
  },
});

export const listRouterTransactions = transactionsEndpoint({
  id: 'model-router-admin.transactions',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/transactions',
  summary: 'List what moved the AI credit of any facility',
  description: 'As the facility itself sees it.',
  gate: aiAdministers,
});

export const readRouterReceipt = receiptEndpoint({
  id: 'model-router-admin.receipt',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/transactions/:txId/receipt.pdf',
  summary: 'Read the receipt of a transaction of any facility, as a file',
  description: 'Of top-ups and of what was given back of them: the very file that the facility reads.',
  gate: aiAdministers,
});

export const listRouterStatements = statementsEndpoint({
  id: 'model-router-admin.usage-statements',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/usage-statements',
  summary: 'List the monthly statements of AI credit of any facility',
  description: 'As the facility itself sees them.',
  gate: aiAdministers,
});

export const readRouterStatement = statementEndpoint({
  id: 'model-router-admin.usage-statement',
  path: '/api/admin/saas-billing/model-router/facilities/:clubID/usage-statements/:month/statement.pdf',
  summary: 'Read the statement of a month of any facility, as a file',
  description: 'The very file that the facility reads.',
  gate: aiAdministers,
});
