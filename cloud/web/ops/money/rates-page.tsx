import { Answered } from '../../kit/answered.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { moneyLabels, moneyWords } from '../../words/money-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import type { RatesOfPlatform } from './money-types.ts';
import { PriceForm } from './price-form.tsx';
import { Templates } from './templates.tsx';

const RATES = ['platform-rates'];

/** What the platform charges, and the templates that owners can go by. */
export const RatesPage = () => {
  const { ask, queries } = useConsole();
  const query = useQuery({
    queryKey: RATES,
    queryFn: ({ signal }) => ask('GET /api/admin/saas-billing/platform-rates', {}, { signal }),
  });
  return (
    <PlainPage title={moneyLabels.ratesTitle} more={moneyLabels.ratesMore}>
      <Answered query={query} what={moneyLabels.lookingAtRates}>
        {(rates) => (
          <section class="panel stack" aria-label={moneyLabels.ratesTitle}>
            <Prices rates={rates} />
            <h2>{moneyLabels.setPrice}</h2>
            <PriceForm
              save={async (charges) =>
                queries.setQueryData(
                  RATES,
                  await ask('PUT /api/admin/saas-billing/platform-rates', { body: { charges } }),
                )
              }
            />
          </section>
        )}
      </Answered>
      <Templates />
    </PlainPage>
  );
};

const Prices = ({ rates: { charges, chargeAdjustments, effectiveFrom } }: { readonly rates: RatesOfPlatform }) => (
  <>
    <p>{moneyWords.effective(effectiveFrom)}</p>
    <FiguresTable
      title={moneyLabels.ratesTitle}
      columns={[moneyLabels.what, moneyLabels.price, moneyLabels.adjusted]}
      rows={Object.entries(charges).map(([key, price]) => {
        const adjustment = chargeAdjustments[key as keyof typeof charges];
        const words = adjustment === undefined ? '—' : moneyWords.adjustment(adjustment);
        return { key, name: moneyWords.charge(key), cells: [String(price), words] };
      })}
    />
  </>
);
