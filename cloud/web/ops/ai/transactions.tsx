import { FiguresTable } from '../../kit/figures-table.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { creditLabels, creditWords } from '../../words/ai-credit-en.ts';
import { aiWords } from '../../words/ai-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiTransaction } from './ai-types.ts';

/** As many as one file of receipts has at most. */
const A_PAGE = 50;

/** What moved the credit, with the receipts of top-ups. */
export const Transactions = ({ at: { facility, time } }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  const { facilityId } = facility;
  return (
    <section class="panel stack" aria-labelledby="transactions-title">
      <h2 id="transactions-title">{creditLabels.transactions}</h2>
      <Pages<AiTransaction>
        of={['ai', facilityId, 'transactions']}
        what={creditLabels.lookingAtTransactions}
        empty={<Empty title={creditLabels.noTransactions}>{creditLabels.noTransactionsMore}</Empty>}
        read={(after, signal) =>
          ask(
            'GET /api/clubs/{clubID}/ai-credits/transactions',
            { path: { clubID: facilityId }, query: { after, limit: A_PAGE } },
            { signal },
          )
        }
      >
        {(transactions) => (
          <>
            <FiguresTable
              title={creditLabels.transactions}
              columns={[creditLabels.when, creditLabels.what, creditLabels.amount, creditLabels.receipt]}
              rows={transactions.map((one) => {
                const when = time.exactly(Date.parse(one.at));
                return {
                  key: one.transactionId,
                  name: when,
                  cells: [
                    <bdi key="what">{creditWords.transaction(one)}</bdi>,
                    aiWords.exactly(one.micros),
                    one.hasReceipt && (
                      <a
                        key="receipt"
                        href={`${of(facilityId)}/${encodeURIComponent(one.transactionId)}/receipt.pdf`}
                        aria-label={creditWords.receiptOf(when)}
                      >
                        {creditLabels.receipt}
                      </a>
                    ),
                  ],
                };
              })}
            />
            <AllReceipts facilityId={facilityId} transactions={transactions} />
          </>
        )}
      </Pages>
    </section>
  );
};

interface AllReceiptsProps {
  readonly facilityId: string;
  readonly transactions: readonly AiTransaction[];
}

const AllReceipts = ({ facilityId, transactions }: AllReceiptsProps) => {
  const ids = transactions.filter(({ hasReceipt }) => hasReceipt).map(({ transactionId }) => transactionId);
  if (ids.length < 2) return null;
  return (
    <p class="whereabouts">
      <a href={`${of(facilityId)}/receipts.zip?${new URLSearchParams({ ids: ids.join() })}`}>{creditLabels.receipts}</a>
    </p>
  );
};

const of = (facilityId: string): string => `/api/clubs/${encodeURIComponent(facilityId)}/ai-credits/transactions`;
