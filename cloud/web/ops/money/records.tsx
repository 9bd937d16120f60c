import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { moneyLabels, moneyWords } from '../../words/money-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { MonthlyRecord } from './money-types.ts';

/** What each month came to, line by line, and each line day by day. */
export const Records = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="records-title">
      <h2 id="records-title">{moneyLabels.records}</h2>
      <Pages<MonthlyRecord>
        of={['monthly-records', organisationId]}
        what={moneyLabels.lookingAtRecords}
        empty={<Empty title={moneyLabels.noRecords}>{moneyLabels.noRecordsMore}</Empty>}
        read={(after, signal) =>
          ask(
            'GET /api/admin/saas-billing/org/{organisationId}/monthly-records',
            { path: { organisationId }, query: { after, limit: 20 } },
            { signal },
          )
        }
      >
        {(records) => (
          <ul class="records">
            {records.map((record) => (
              <OneRecord key={record.recordId} record={record} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OneRecord = ({ record: { recordId, month, state, totalCents, lines } }: { readonly record: MonthlyRecord }) => (
  <li>
    <p>{moneyWords.record(month, state, totalCents)}</p>
    {lines.map(({ lineId, key, label, cents }) => (
      <Disclosed key={lineId} summary={`${moneyWords.charge(key, label)}: ${moneyWords.cents(cents)}`}>
        <Days recordId={recordId} lineId={lineId} />
      </Disclosed>
    ))}
  </li>
);

const Days = (path: { readonly recordId: string; readonly lineId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['monthly-records', 'explain', path.recordId, path.lineId],
    queryFn: ({ signal }) => ask('GET /api/admin/saas-billing/explain/{recordId}/{lineId}', { path }, { signal }),
  });
  return (
    <Answered query={query} what={moneyLabels.lookingAtDays}>
      {({ data }) => (
        <FiguresTable
          title={moneyLabels.explain}
          columns={[
            ...[moneyLabels.day, moneyLabels.counted, moneyLabels.free],
            ...[moneyLabels.price, moneyLabels.amount],
          ]}
          rows={data.map(({ day, quantity, free, price, micros }) => ({
            key: day,
            name: day,
            cells: [String(quantity), String(free), String(price), moneyWords.micros(micros)],
          }))}
        />
      )}
    </Answered>
  );
};
