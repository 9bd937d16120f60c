import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { moneyLabels, moneyWords, SOURCE_NAMES } from '../../words/money-en.ts';
import { useClubs } from '../agreements/agreement-queries.ts';
import { useConsole, useQuery } from '../console.ts';
import type { RatesResolve } from './money-types.ts';
import { PriceForm } from './price-form.tsx';

/** What one facility of an organisation pays, where each price comes from, and prices of its own. */
export const OwnRates = ({ organisationId }: { readonly organisationId: string }) => {
  const clubs = useClubs(organisationId);
  const { values, set } = useFilters();
  return (
    <section class="panel stack" aria-labelledby="own-rates-title">
      <h2 id="own-rates-title">{moneyLabels.ownRates}</h2>
      <Answered query={clubs} what={moneyLabels.lookingAtClubs}>
        {({ data }) => {
          const chosen = data.find(({ facilityId }) => facilityId === values.club) ?? data[0];
          return (
            chosen !== undefined && (
              <>
                <Choice
                  label={moneyLabels.club}
                  value={chosen.facilityId}
                  options={data.map(({ facilityId, name }) => [facilityId, name] as const)}
                  onChoice={(club) => set({ club })}
                />
                <RatesOf key={chosen.facilityId} facilityId={chosen.facilityId} />
              </>
            )
          );
        }}
      </Answered>
    </section>
  );
};

const RatesOf = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const queryKey = ['rates', facilityId];
  const path = { ownerKey: `facility#${facilityId}` };
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      ask('GET /api/admin/saas-billing/rates/resolve/{clubID}', { path: { clubID: facilityId } }, { signal }),
  });
  const takeAway = () =>
    run(async () => {
      await ask('DELETE /api/admin/saas-billing/rate-blocks/{ownerKey}', { path });
      await queries.invalidateQueries({ queryKey });
      announcer.say(moneyLabels.takenAway);
    });
  return (
    <Answered query={query} what={moneyLabels.lookingAtRates}>
      {(rates) => (
        <>
          <Resolved rates={rates} />
          <PriceForm
            save={async (charges) => {
              await ask('PUT /api/admin/saas-billing/rate-blocks/{ownerKey}', { path, body: { charges } });
              await queries.invalidateQueries({ queryKey });
            }}
          />
          {rates.charges.some(({ source }) => source === 'facility') && (
            <ConfirmButton
              label={moneyLabels.takeAway}
              more={moneyLabels.takeAwayMore}
              busy={busy}
              onConfirmed={() => void takeAway()}
            />
          )}
          {error !== undefined && <Failed error={error} />}
        </>
      )}
    </Answered>
  );
};

const Resolved = ({ rates: { charges } }: { readonly rates: RatesResolve }) => (
  <FiguresTable
    title={moneyLabels.ownRates}
    columns={[moneyLabels.what, moneyLabels.price, moneyLabels.from, moneyLabels.adjusted]}
    rows={charges.map(({ key, price, source, metered, adjustments }) => ({
      key,
      name: metered ? moneyWords.charge(key) : moneyWords.unmetered(moneyWords.charge(key)),
      cells: [
        String(price),
        SOURCE_NAMES[source],
        adjustments.length === 0 ? '—' : adjustments.map(moneyWords.adjustment).join(', '),
      ],
    }))}
  />
);
