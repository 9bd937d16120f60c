import { Answered } from '../../kit/answered.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty } from '../../kit/states.tsx';
import { creditLabels, creditWords } from '../../words/ai-credit-en.ts';
import { aiWords } from '../../words/ai-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AiStatement } from './ai-types.ts';

/** What each month came to, and its files. */
export const Statements = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['ai', facilityId, 'statements'],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/clubs/{clubID}/ai-credits/usage-statements',
        { path: { clubID: facilityId }, query: { months: 24 } },
        { signal },
      ),
  });
  return (
    <section class="panel stack" aria-labelledby="statements-title">
      <h2 id="statements-title">{creditLabels.statements}</h2>
      <Answered query={query} what={creditLabels.lookingAtStatements}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={creditLabels.noStatements}>{creditLabels.noStatementsMore}</Empty>
          ) : (
            <FiguresTable
              title={creditLabels.statements}
              columns={[
                ...[creditLabels.month, creditLabels.opening, creditLabels.toppedUp, creditLabels.givenBack],
                ...[creditLabels.adjusted, creditLabels.used, creditLabels.closing, creditLabels.files],
              ]}
              rows={data.map((one) => ({
                key: one.month,
                name: creditWords.statement(one.month, one.final),
                cells: [
                  ...[one.openingMicros, one.topupMicros, one.refundMicros].map(aiWords.exactly),
                  ...[one.adjustmentMicros, one.usageMicros, one.closingMicros].map(aiWords.exactly),
                  <Files key="files" facilityId={facilityId} month={one.month} />,
                ],
              }))}
            />
          )
        }
      </Answered>
    </section>
  );
};

interface FilesProps {
  readonly facilityId: string;
  readonly month: AiStatement['month'];
}

const Files = ({ facilityId, month }: FilesProps) => {
  const at = `/api/clubs/${[facilityId, 'ai-credits', 'usage-statements', month].map(encodeURIComponent).join('/')}`;
  return (
    <span class="whereabouts">
      <a href={`${at}/statement.pdf`} aria-label={creditWords.file(creditLabels.pdf, month)}>
        {creditLabels.pdf}
      </a>
      <a href={`${at}/detail.csv`} aria-label={creditWords.file(creditLabels.csv, month)}>
        {creditLabels.csv}
      </a>
    </span>
  );
};
