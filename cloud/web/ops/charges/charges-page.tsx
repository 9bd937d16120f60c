import type { ChargesConfig } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { chargeLabels, chargeWords } from '../../words/charges-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { useClubs } from '../agreements/agreement-queries.ts';
import { useConsole, useQuery } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { ChargesForm } from './charges-form.tsx';
import { amountText } from './typed-charges.ts';

/** So many revisions may be looked at, the newest of them. */
const REVISIONS_SHOWN = 50;

/** What an organisation charges, by revisions. */
export const ChargesPage = () => (
  <PlainPage title={chargeLabels.title} more={chargeLabels.more}>
    <OfOrganisation label={chargeLabels.of} none={chargeLabels.none} noneMore={chargeLabels.noneMore}>
      {(organisationId) => organisationId !== undefined && <ChargesOf organisationId={organisationId} />}
    </OfOrganisation>
  </PlainPage>
);

interface Of {
  readonly organisationId: string;
}

const useCharges = ({ organisationId, revision }: Of & { readonly revision?: number | undefined }) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['charges', organisationId, revision ?? null],
    queryFn: ({ signal }) => ask('GET /api/admin/charges-config', { query: { organisationId, revision } }, { signal }),
  });
};

const ChargesOf = ({ organisationId }: Of) => {
  const newest = useCharges({ organisationId });
  const clubs = useClubs(organisationId);
  return (
    <Answered query={newest} what={chargeLabels.looking}>
      {(config) => (
        <>
          <section class="panel stack" aria-label={chargeLabels.title}>
            {config.revision === 0 ? (
              <Empty title={chargeLabels.nothing}>{chargeLabels.nothingMore}</Empty>
            ) : (
              <Revisions organisationId={organisationId} newest={config.revision} />
            )}
          </section>
          <section class="panel stack" aria-labelledby="editor-title">
            <h2 id="editor-title">{chargeLabels.editor}</h2>
            <Answered query={clubs} what={chargeLabels.lookingAtClubs}>
              {({ data }) => <ChargesForm newest={config} clubs={data} />}
            </Answered>
          </section>
        </>
      )}
    </Answered>
  );
};

const Revisions = ({ organisationId, newest }: Of & { readonly newest: number }) => {
  const { values, set } = useFilters();
  const chosen = Number(values.revision);
  const revision = Number.isInteger(chosen) && chosen >= 1 && chosen < newest ? chosen : undefined;
  const found = useCharges({ organisationId, revision });
  const numbers = Array.from({ length: Math.min(newest, REVISIONS_SHOWN) }, (_, at) => newest - at);
  return (
    <>
      <div class="filters">
        <Choice
          label={chargeLabels.which}
          value={String(revision ?? newest)}
          options={numbers.map((n) => [String(n), chargeWords.revision(n)] as const)}
          onChoice={(n) => set({ revision: n === String(newest) ? '' : n })}
        />
      </div>
      <Answered query={found} what={chargeLabels.looking}>
        {(config) => <Revision config={config} />}
      </Answered>
    </>
  );
};

const Revision = ({ config }: { readonly config: ChargesConfig }) => {
  const ago = useAgo();
  const { revision, effectiveOn, inEffect, charges, savedAt, savedBy } = config;
  return (
    <>
      <div>
        <p>{chargeWords.holds(revision, effectiveOn, inEffect)}</p>
        {savedAt !== null && (
          <p class="quiet small">
            <bdi>{chargeWords.saved(savedBy?.name ?? contentWords.somebody, ago(savedAt))}</bdi>
          </p>
        )}
      </div>
      <FiguresTable
        title={chargeWords.revision(revision)}
        columns={[
          ...[chargeLabels.name, chargeLabels.amount, chargeLabels.currency, chargeLabels.per],
          ...[chargeLabels.tax, chargeLabels.active],
        ]}
        rows={charges.map(({ key, label, amountMinor, currency, per, period, taxBasisPoints, active }) => ({
          key,
          name: label,
          cells: [
            ...[amountText(amountMinor, currency), currency, chargeWords.per(per, period)],
            ...[chargeWords.tax(taxBasisPoints), active ? '✓' : '—'],
          ],
        }))}
      />
    </>
  );
};
