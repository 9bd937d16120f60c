import { Answered } from '../../kit/answered.tsx';
import { Chart } from '../../kit/chart.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { moneyLabels, moneyWords } from '../../words/money-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import type { Figures } from './money-types.ts';
import { OwnRates } from './own-rates.tsx';
import { Records } from './records.tsx';

/** What is billed and paid: of the platform, or of one organisation with its records. */
export const BillingPage = () => (
  <PlainPage title={moneyLabels.title} more={moneyLabels.more}>
    <OfOrganisation
      label={moneyLabels.of}
      everybody={moneyLabels.platform}
      none={moneyLabels.none}
      noneMore={moneyLabels.noneMore}
    >
      {(organisationId) => (organisationId === undefined ? <OfPlatform /> : <OfOne organisationId={organisationId} />)}
    </OfOrganisation>
  </PlainPage>
);

const OfPlatform = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['billing-analytics', ''],
    queryFn: ({ signal }) => ask('GET /api/admin/saas-billing/platform-analytics', {}, { signal }),
  });
  return (
    <Answered query={query} what={moneyLabels.looking}>
      {(figures) => <Shown figures={figures} />}
    </Answered>
  );
};

const OfOne = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['billing-analytics', organisationId],
    queryFn: ({ signal }) =>
      ask('GET /api/admin/saas-billing/org/{organisationId}/analytics', { path: { organisationId } }, { signal }),
  });
  return (
    <>
      <Answered query={query} what={moneyLabels.looking}>
        {(figures) => <Shown figures={figures} />}
      </Answered>
      <Records organisationId={organisationId} />
      <OwnRates organisationId={organisationId} />
    </>
  );
};

const Shown = ({ figures: { series, totals, outstandingCents, asOf } }: { readonly figures: Figures }) => (
  <section class="panel stack" aria-label={moneyLabels.chart}>
    <Chart
      title={moneyLabels.chart}
      column={moneyLabels.month}
      rows={series.map(({ month, billedCents }) => ({
        ...{ key: month, label: month },
        values: [Math.max(0, billedCents) / 100],
      }))}
      series={[{ name: moneyLabels.billed, tone: 'calm' }]}
    />
    <FiguresTable
      title={moneyLabels.what}
      columns={[moneyLabels.what, moneyLabels.counted, moneyLabels.billed]}
      rows={totals.usageByCharge.map(({ charge, quantity, cents }) => ({
        key: charge,
        name: moneyWords.charge(charge),
        cells: [String(quantity), moneyWords.cents(cents)],
      }))}
    />
    <p class="quiet small">{moneyWords.outstanding(outstandingCents, asOf)}</p>
  </section>
);
