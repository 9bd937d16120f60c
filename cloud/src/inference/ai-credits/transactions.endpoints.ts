import { z } from 'zod';
import { bytesAnswer, streamAnswer } from '../../kit/http/media.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiManages, aiParams, HERE } from '../ai-settings/ai-settings-surface.ts';
import type { AiLogs } from '../ai-usage/ai-usage.module.ts';
import { UtcMonth } from '../ai-usage/usage-surface.ts';
import { aiCreditsFaults } from './ai-credits.faults.ts';
import { A_TRANSACTION, FILES_A_SECOND, types, ZIP } from './ai-credits-surface.ts';
import type { AiReceipts } from './ai-receipts.ts';
import type { AiStatements } from './ai-statements.ts';
import { type AiTransactions, TYPES } from './ai-transactions.ts';
import {
  receiptEndpoint,
  statementEndpoint,
  statementsEndpoint,
  transactionsEndpoint,
} from './transactions-surface.ts';

interface Deps {
  readonly aiTransactions: AiTransactions;
  readonly aiReceipts: AiReceipts;
  readonly aiStatements: AiStatements;
  readonly aiLogs: Pick<AiLogs, 'csv'>;
}
const endpoint = platformEndpoint<Deps>();
const params = z.object(aiParams);
const { statement_unknown } = aiCreditsFaults;
const RECEIPTS_MAX = 50;

export const listTransactions = transactionsEndpoint({
  id: 'ai-credits.transactions',
  path: '/api/clubs/:clubID/ai-credits/transactions',
  summary: 'List what moved the AI credit of a facility',
  description:
    'The newest first. Requests are one transaction a UTC day, made once the day is closed; `openMicros` is what they came to since. All transactions and that are the balance.',
  gate: aiManages,
});

export const listPeriods = endpoint({
  id: 'ai-credits.available-periods',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/transactions/available-periods',
  summary: 'List the months that have transactions of AI credit',
  description: 'By UTC, the newest first.',
  gate: aiManages,
  params,
  query: z.strictObject({ types }),
  success: { status: 200, description: 'All of them.', schema: listSchema(z.string().describe('`YYYY-MM`')) },
  examples: { params: HERE, success: { data: ['2026-01'] } },
  faults: {},
  handle: ({ aiTransactions }, { params: { clubID }, query }, { read }) =>
    read(async (tx) => ({ data: await aiTransactions.periods(tx, clubID, query.types ?? TYPES) })),
});

export const readReceipt = receiptEndpoint({
  id: 'ai-credits.receipt',
  path: '/api/clubs/:clubID/ai-credits/transactions/:txId/receipt.pdf',
  summary: 'Read the receipt of a transaction, as a file',
  description:
    'Of top-ups and of what was given back of them. Its number, without gaps within a year, is given when it is asked for first; it stays as it is from then on.',
  gate: aiManages,
});

export const readReceipts = endpoint({
  id: 'ai-credits.receipts',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/transactions/receipts.zip',
  summary: 'Read the receipts of several top-ups, as one file',
  description: 'Up to 50. One that is no top-up of the facility refuses all. One that is named twice is there once.',
  gate: aiManages,
  graph: { omit: 'It is a file.' },
  tool: { omit: 'It is a file.' },
  requestsPerSecond: FILES_A_SECOND,
  params,
  query: z.strictObject({
    ids: z
      .string()
      .min(1)
      .max(2_000)
      .transform((text) => [...new Set(text.split(','))])
      .refine((ids) => ids.length <= RECEIPTS_MAX, `must be ${RECEIPTS_MAX} at most`)
      .describe('The transactions, separated by commas.'),
  }),
  success: { status: 200, description: 'The file.', bytes: [ZIP] },
  examples: { params: HERE, query: { ids: A_TRANSACTION } },
  faults: {},
  handle: async ({ aiReceipts }, { params: { clubID }, query: { ids } }) =>
    bytesAnswer({ type: ZIP, bytes: await aiReceipts.zip(clubID, ids), download: 'receipts.zip' }),
});

export const listStatements = statementsEndpoint({
  id: 'ai-credits.usage-statements',
  path: '/api/clubs/:clubID/ai-credits/usage-statements',
  summary: 'List the monthly statements of AI credit',
  description:
    'Months of UTC, the newest first, since the first in which anything moved. What a month closes with the next one opens with. Final on the 2nd of the next month.',
  gate: aiManages,
});

export const readStatement = statementEndpoint({
  id: 'ai-credits.usage-statement',
  path: '/api/clubs/:clubID/ai-credits/usage-statements/:month/statement.pdf',
  summary: 'Read the statement of a month, as a file',
  description: 'The same bytes each time, once the month is final; before that as it stands so far.',
  gate: aiManages,
});

const CSV = 'text/csv';
export const readDetail = endpoint({
  id: 'ai-credits.statement-detail',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/usage-statements/:month/detail.csv',
  summary: 'Read every request of a month, as a file',
  description:
    'A line a request, in the order of time, with the columns of the list of requests. What a spreadsheet would take for a formula begins with an apostrophe. It is there for every month that has a statement; one without requests has the names of the columns alone.',
  gate: aiManages,
  graph: { omit: 'It is a file.' },
  tool: { omit: 'It is a file, and as long as the month was busy.' },
  params: z.object({ ...aiParams, month: UtcMonth }),
  success: { status: 200, description: 'The file.', stream: [CSV] },
  examples: { params: { ...HERE, month: '2026-01' } },
  faults: { statement_unknown },
  handle: async ({ aiLogs, aiStatements }, { params: { clubID, month } }, { read }) => {
    await read((tx) => aiStatements.require(tx, clubID, month));
    return streamAnswer({
      type: `${CSV}; charset=utf-8`,
      download: `ai-credit-${month}.csv`,
      read: (signal) => aiLogs.csv(clubID, month, signal),
    });
  },
});
