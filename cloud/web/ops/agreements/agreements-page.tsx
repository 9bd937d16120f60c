import type { AgreementSummary } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, TextFilter, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { agreementLabels, agreementWords, KINDS, REQUIREMENTS, STATES } from '../../words/agreements-en.ts';
import { useConsole } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { AgreementForm } from './agreement-form.tsx';
import { useClubs } from './agreement-queries.ts';

const A_PAGE = 50;
const SHOWN = ['draft', 'active', 'archived'] as const;

/** The agreements of an organisation or of the platform, and which clubs still owe an acknowledgement. */
export const AgreementsPage = () => (
  <PlainPage title={agreementLabels.title} more={agreementLabels.more}>
    <OfOrganisation
      label={agreementLabels.of}
      everybody={agreementLabels.everybody}
      none={agreementLabels.none}
      noneMore={agreementLabels.noneMore}
    >
      {(organisationId) => (
        <>
          <Outstanding organisationId={organisationId} />
          <Agreements organisationId={organisationId} />
        </>
      )}
    </OfOrganisation>
  </PlainPage>
);

interface Of {
  readonly organisationId: string | undefined;
}

const Outstanding = ({ organisationId }: Of) => {
  const { ask } = useConsole();
  const clubs = useClubs(organisationId);
  return (
    <section class="panel stack" aria-labelledby="outstanding-title">
      <h2 id="outstanding-title">{agreementLabels.outstanding}</h2>
      <Answered query={clubs} what={agreementLabels.lookingAtClubs}>
        {({ data: known }) => (
          <Pages
            of={['agreements', 'outstanding', organisationId]}
            read={async (after, signal) => {
              const query = { organisationId, after, limit: A_PAGE };
              const page = await ask('GET /api/agreements/agreements-outstanding', { query }, { signal });
              return { ...page, data: page.data.map((club) => ({ ...club, all: page })) };
            }}
            what={agreementLabels.lookingAtOutstanding}
            empty={<Empty title={agreementLabels.nobodyOutstanding} />}
          >
            {(owing) => (
              <>
                {owing[0] !== undefined && <p>{agreementWords.total(owing[0].all.total, owing[0].all.overdue)}</p>}
                <ul class="records">
                  {owing.map(({ facilityId, outstanding, overdue, oldestEffectiveOn }) => (
                    <li key={facilityId}>
                      <div class="record-head">
                        <a href={addressOf('clubAgreements', { facilityId })}>
                          <bdi>{known.find((club) => club.facilityId === facilityId)?.name ?? facilityId}</bdi>
                        </a>
                        <span class="fact" data-tone={overdue > 0 ? 'alarm' : 'held'}>
                          {agreementWords.owes(outstanding, overdue, oldestEffectiveOn)}
                        </span>
                      </div>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Pages>
        )}
      </Answered>
    </section>
  );
};

const Agreements = ({ organisationId }: Of) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const state = SHOWN.find((known) => known === values.state);
  const q = values.q || undefined;
  return (
    <section class="panel stack" aria-labelledby="agreements-title">
      <h2 id="agreements-title">{agreementLabels.title}</h2>
      <div class="filters">
        <Choice
          label={agreementLabels.which}
          value={state ?? ''}
          options={[['', agreementLabels.allStates], ...SHOWN.map((one) => [one, STATES[one]] as const)]}
          onChoice={(chosen) => set({ state: chosen })}
        />
        <TextFilter label={agreementLabels.find} value={q ?? ''} onText={(text) => set({ q: text })} />
      </div>
      <Disclosed summary={agreementLabels.add}>
        <AgreementForm organisationId={organisationId ?? null} agreement={undefined} />
      </Disclosed>
      <Pages
        of={['agreements', 'list', organisationId, state, q]}
        read={async (after, signal) => {
          const query = { organisationId, state, q, after, limit: A_PAGE };
          const { data, next } = await ask('GET /api/admin/agreements/list-agreements', { query }, { signal });
          // Asked for the platform, the list has those of every organisation as well.
          return { data: data.filter((one) => one.organisationId === (organisationId ?? null)), next };
        }}
        what={agreementLabels.looking}
        empty={
          state === undefined && q === undefined ? (
            <Empty title={agreementLabels.nothing}>{agreementLabels.nothingMore}</Empty>
          ) : (
            <Empty title={agreementLabels.nothingSo}>{agreementLabels.nothingSoMore}</Empty>
          )
        }
      >
        {(agreements) => (
          <ul class="records">
            {agreements.map((agreement) => (
              <OneAgreement key={agreement.agreementId} agreement={agreement} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OneAgreement = ({ agreement }: { readonly agreement: AgreementSummary }) => {
  const { agreementId, title, kind, requirement, state, draft, outstanding } = agreement;
  return (
    <li>
      <div class="record-head">
        <a href={addressOf('agreement', { agreementId })}>
          <bdi>{title}</bdi>
        </a>
        <span class="fact" data-tone={state === 'active' ? 'calm' : 'held'}>
          {agreementWords.version(agreement)}
        </span>
        {outstanding > 0 && (
          <span class="fact" data-tone="held">
            {agreementWords.outstanding(outstanding)}
          </span>
        )}
        {draft && state !== 'draft' && <span class="fact">{agreementWords.draft}</span>}
      </div>
      <p class="quiet small">
        {[
          KINDS[kind],
          REQUIREMENTS[requirement],
          ...(kind === 'club' ? [agreementWords.acknowledged(agreement)] : []),
        ].join(' · ')}
      </p>
    </li>
  );
};
