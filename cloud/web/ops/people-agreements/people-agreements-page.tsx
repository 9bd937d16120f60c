import type { ClubUserAgreement } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { contentWords } from '../../words/content-en.ts';
import { CUA_STATES, peopleAgreementLabels, peopleAgreementWords } from '../../words/people-agreements-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, FacilityFrame, useManages } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { AskForm } from './ask-form.tsx';
import { OneHistory } from './one-history.tsx';
import { titleOf, useAskable } from './people-queries.ts';

const A_PAGE = 50;
const STATES = Object.keys(CUA_STATES) as readonly ClubUserAgreement['state'][];

/** Who was asked for an agreement at a club, each for themselves, and how that stands. */
export const PeopleAgreementsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="clubAgreements" title={peopleAgreementLabels.title}>
    {(at) => <Asked at={at} />}
  </FacilityFrame>
);

const Asked = ({ at }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const { facilityId } = at.facility;
  const state = STATES.find((known) => known === values.state);
  const manages = useManages(at);
  return (
    <section class="stack" aria-labelledby="people-agreements-title">
      <div>
        <p class="eyebrow">
          <a href={addressOf('clubAgreements', { facilityId })}>{peopleAgreementLabels.back}</a>
        </p>
        <h1 id="people-agreements-title" tabIndex={-1}>
          {peopleAgreementLabels.title}
        </h1>
        <p class="quiet">{peopleAgreementLabels.more}</p>
      </div>
      {manages ? (
        <Disclosed summary={peopleAgreementLabels.ask}>
          <AskForm at={at} />
        </Disclosed>
      ) : (
        <p class="quiet">{peopleAgreementLabels.managerOnly}</p>
      )}
      <div class="filters">
        <Choice
          label={peopleAgreementLabels.which}
          value={state ?? ''}
          options={[['', peopleAgreementLabels.all], ...STATES.map((one) => [one, CUA_STATES[one]] as const)]}
          onChoice={(chosen) => set({ state: chosen })}
        />
      </div>
      <Pages
        of={['people-agreements', facilityId, state]}
        read={(after, signal) =>
          ask('GET /api/admin/club-user-agreements', { query: { facilityId, state, after, limit: A_PAGE } }, { signal })
        }
        what={peopleAgreementLabels.looking}
        empty={
          <Empty title={state === undefined ? peopleAgreementLabels.none : peopleAgreementLabels.noneSo}>
            {state === undefined ? peopleAgreementLabels.noneMore : peopleAgreementLabels.noneSoMore}
          </Empty>
        }
      >
        {(agreements) => (
          <ul class="records panel">
            {agreements.map((agreement) => (
              <OneAsked key={agreement.cuaId} at={at} agreement={agreement} manages={manages} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const TONES: Readonly<Partial<Record<ClubUserAgreement['state'], 'alarm' | 'held' | 'calm'>>> = {
  draft: 'held',
  declined: 'alarm',
  expired: 'held',
  signed: 'calm',
};

interface OneAskedProps {
  readonly at: AtFacility;
  readonly agreement: ClubUserAgreement;
  readonly manages: boolean;
}

const OneAsked = ({ at, agreement, manages }: OneAskedProps) => {
  const { serverNow } = useConsole();
  const ago = useAgo();
  const askable = useAskable(at.facility);
  const { state, agreementId, version, linkEndsAt, endsOn, createdAt, createdBy } = agreement;
  const isOpen = state === 'sent' || state === 'viewed';
  const more = [
    peopleAgreementWords.made(ago(createdAt), createdBy.name ?? contentWords.somebody),
    ...(isOpen && linkEndsAt !== null
      ? [peopleAgreementWords.linkEnds(at.time.near(Date.parse(linkEndsAt), serverNow()))]
      : []),
    ...(endsOn === null ? [] : [peopleAgreementWords.ends(endsOn)]),
  ];
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{peopleAgreementWords.subject(agreement)}</bdi>
        </strong>
        <span class="fact" data-tone={TONES[state]}>
          {CUA_STATES[state]}
        </span>
        <bdi>{peopleAgreementWords.version(titleOf(askable.data, agreementId), version)}</bdi>
      </div>
      <p class="quiet small">
        <bdi>{more.join(' · ')}</bdi>
      </p>
      <Disclosed summary={peopleAgreementLabels.history}>
        <OneHistory at={at} agreement={agreement} manages={manages} />
      </Disclosed>
    </li>
  );
};
