import { Answered } from '../../kit/answered.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty } from '../../kit/states.tsx';
import { aiLabels, aiWords } from '../../words/ai-en.ts';
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
      <h2 id="statements-title">{aiLabels.statements}</h2>
      <Answered query={query} what={aiLabels.lookingAtStatements}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={aiLabels.noStatements}>{aiLabels.noStatementsMore}</Empty>
          ) : (
            <FiguresTable
              title={aiLabels.statements}
              columns={[
                ...[aiLabels.month, aiLabels.opening, aiLabels.toppedUp, aiLabels.givenBack],
                ...[aiLabels.adjusted, aiLabels.used, aiLabels.closing, aiLabels.files],
              ]}
              rows={data.map((one) => ({
                key: one.month,
                name: aiWords.statement(one.month, one.final),
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
      <a href={`${at}/statement.pdf`} aria-label={aiWords.file(aiLabels.pdf, month)}>
        {aiLabels.pdf}
      </a>
      <a href={`${at}/detail.csv`} aria-label={aiWords.file(aiLabels.csv, month)}>
        {aiLabels.csv}
      </a>
    </span>
  );
};
