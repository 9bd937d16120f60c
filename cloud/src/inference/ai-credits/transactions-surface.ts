import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { bytesAnswer } from '../../kit/http/media.ts';
import { listSchema, pageOf } from '../../kit/http/paging.ts';
import { namedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { type aiAdministers, type aiManages, aiParams, HERE } from '../ai-settings/ai-settings-surface.ts';
import { UtcMonth } from '../ai-usage/usage-surface.ts';
import { aiCreditsFaults } from './ai-credits.faults.ts';
import {
  A_STATEMENT,
  A_TRANSACTION,
  AiStatement,
  FILES_A_SECOND,
  PDF,
  statementsQuery,
  TRANSACTIONS_PAGE,
  TransactionsPage,
  transactionsQuery,
  txId,
} from './ai-credits-surface.ts';
import type { AiReceipts, File } from './ai-receipts.ts';
import type { AiStatements } from './ai-statements.ts';
import { type AiTransactions, TYPES } from './ai-transactions.ts';

interface Deps {
  readonly aiTransactions: AiTransactions;
  readonly aiReceipts: AiReceipts;
  readonly aiStatements: AiStatements;
}
/** What tells the endpoint of a facility from that of operators, whom the same is answered. */
interface Whose<Rest extends string> {
  readonly id: string;
  readonly path:
    | `/api/clubs/:clubID/ai-credits${Rest}`
    | `/api/admin/saas-billing/model-router/facilities/:clubID${Rest}`;
  readonly summary: string;
  readonly description: string;
  readonly gate: typeof aiManages | typeof aiAdministers;
}

const endpoint = platformEndpoint<Deps>();
const params = z.object(aiParams);
const { receipt_unknown, statement_unknown } = aiCreditsFaults;

const pdfAnswer = ({ name, bytes }: File) => bytesAnswer({ type: PDF, bytes, download: name });
const pageFor = async (
  tx: Tx,
  { aiTransactions }: Pick<Deps, 'aiTransactions'>,
  id: Parameters<AiTransactions['page']>[1],
  query: z.output<typeof transactionsQuery>,
) => {
  const asked = { ...query, types: query.types ?? TYPES };
  const { rows, ...rest } = await aiTransactions.page(tx, id, asked);
  const { page, next } = pageOf(rows, query.limit, ({ transactionId }) => transactionId);
  return { data: await namedBy(tx, page, 'postedBy'), next, ...rest };
};

export const transactionsEndpoint = (whose: Whose<'/transactions'>) =>
  endpoint({
    ...whose,
    method: 'GET',
    params,
    query: transactionsQuery,
    success: { status: 200, description: 'A page of them.', schema: TransactionsPage },
    examples: { params: HERE, query: { types: 'topup,refund' }, success: TRANSACTIONS_PAGE },
    faults: {},
    handle: (deps, { params: { clubID }, query }, { read }) => read((tx) => pageFor(tx, deps, clubID, query)),
  });

export const receiptEndpoint = (whose: Whose<'/transactions/:txId/receipt.pdf'>) =>
  endpoint({
    ...whose,
    method: 'GET',
    graph: { omit: 'It is a file.' },
    tool: { omit: 'It is a file.' },
    requestsPerSecond: FILES_A_SECOND,
    params: z.object({ ...aiParams, txId }),
    success: { status: 200, description: 'The file.', bytes: [PDF] },
    examples: { params: { ...HERE, txId: A_TRANSACTION } },
    faults: { receipt_unknown },
    handle: async ({ aiReceipts }, { params: { clubID, txId: id } }) => pdfAnswer(await aiReceipts.read(clubID, id)),
  });

export const statementsEndpoint = (whose: Whose<'/usage-statements'>) =>
  endpoint({
    ...whose,
    method: 'GET',
    params,
    query: statementsQuery,
    success: { status: 200, description: 'All of them.', schema: listSchema(AiStatement) },
    examples: { params: HERE, success: { data: [A_STATEMENT] } },
    faults: {},
    handle: ({ aiStatements }, { params: { clubID }, query }, { read }) =>
      read(async (tx) => ({ data: await aiStatements.list(tx, clubID, query) })),
  });

export const statementEndpoint = (whose: Whose<'/usage-statements/:month/statement.pdf'>) =>
  endpoint({
    ...whose,
    method: 'GET',
    graph: { omit: 'It is a file.' },
    tool: { omit: 'It is a file.' },
    requestsPerSecond: FILES_A_SECOND,
    params: z.object({ ...aiParams, month: UtcMonth }),
    success: { status: 200, description: 'The file.', bytes: [PDF] },
    examples: { params: { ...HERE, month: '2026-01' } },
    faults: { statement_unknown },
    handle: async ({ aiStatements }, { params: { clubID, month } }) =>
      pdfAnswer(await aiStatements.file(clubID, month)),
  });
