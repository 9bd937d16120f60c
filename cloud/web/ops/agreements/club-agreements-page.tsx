import type { ClubAgreement } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choice, optionsOf, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import {
  ACKNOWLEDGEMENTS,
  ASKS,
  clubAgreementLabels,
  clubAgreementWords,
  REQUIREMENTS,
  SORTS,
  STATUSES,
} from '../../words/agreements-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';

/** What a club is asked to agree to, and whether it has. */
export const ClubAgreementsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="clubAgreements" title={clubAgreementLabels.title}>
    {() => (
      <section class="stack" aria-labelledby="agreements-title">
        <div>
          <h1 id="agreements-title" tabIndex={-1}>
            {clubAgreementLabels.title}
          </h1>
          <p class="quiet">{clubAgreementLabels.more}</p>
          <p class="whereabouts">
            <a href={addressOf('peopleAgreements', { facilityId })}>{clubAgreementLabels.ofPeople}</a>
          </p>
        </div>
        <Asked facilityId={facilityId} />
      </section>
    )}
  </FacilityFrame>
);

/** Those of the choices that the address names; what is not there is as usual. */
const chosenIn = <Value extends string>(
  text: string | undefined,
  choices: Readonly<Record<Value, string>>,
  usual: Value,
): Value => (text !== undefined && Object.hasOwn(choices, text) ? (text as Value) : usual);

const useNarrowed = () => {
  const { values, set } = useFilters();
  return {
    set,
    sort: chosenIn(values.sort, SORTS, 'date-effective'),
    acknowledgement: chosenIn(values.acknowledged, ACKNOWLEDGEMENTS, 'all'),
    requirement: chosenIn(values.asks, ASKS, 'all'),
    status: chosenIn(values.status, STATUSES, 'active'),
  };
};
type Narrowed = ReturnType<typeof useNarrowed>;

const Asked = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  const narrowed = useNarrowed();
  const { sort, acknowledgement, requirement, status } = narrowed;
  const query = useQuery({
    queryKey: ['agreements', 'club', facilityId, sort, acknowledgement, requirement, status],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/agreements/list-agreements/{club}',
        {
          path: { club: facilityId },
          query: {
            'contracts-sort': sort,
            'contracts-acknowledgement': acknowledgement,
            'contracts-requirement': requirement,
            'contracts-status': status,
          },
        },
        { signal },
      ),
  });
  const isAll = acknowledgement === 'all' && requirement === 'all';
  return (
    <>
      <Filters narrowed={narrowed} />
      <Answered query={query} what={clubAgreementLabels.looking}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={isAll ? clubAgreementLabels.none : clubAgreementLabels.noneSo}>
              {isAll ? clubAgreementLabels.noneMore : clubAgreementLabels.noneSoMore}
            </Empty>
          ) : (
            <ul class="records panel">
              {data.map((agreement) => (
                <OneAsked key={agreement.agreementId} facilityId={facilityId} agreement={agreement} />
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
};

const Filters = ({
  narrowed: { set, sort, acknowledgement, requirement, status },
}: {
  readonly narrowed: Narrowed;
}) => (
  <div class="filters">
    <Choice
      label={clubAgreementLabels.status}
      value={status}
      options={optionsOf(STATUSES)}
      onChoice={(chosen) => set({ status: chosen === 'active' ? '' : chosen })}
    />
    <Choice
      label={clubAgreementLabels.acknowledgement}
      value={acknowledgement}
      options={optionsOf(ACKNOWLEDGEMENTS)}
      onChoice={(chosen) => set({ acknowledged: chosen === 'all' ? '' : chosen })}
    />
    <Choice
      label={clubAgreementLabels.requirement}
      value={requirement}
      options={optionsOf(ASKS)}
      onChoice={(chosen) => set({ asks: chosen === 'all' ? '' : chosen })}
    />
    <Choice
      label={clubAgreementLabels.sort}
      value={sort}
      options={optionsOf(SORTS)}
      onChoice={(chosen) => set({ sort: chosen === 'date-effective' ? '' : chosen })}
    />
  </div>
);

interface OneAskedProps {
  readonly facilityId: string;
  readonly agreement: ClubAgreement;
}

const OneAsked = ({ facilityId, agreement }: OneAskedProps) => {
  const { agreementId, title, requirement, overdue, outstanding, acknowledged, variation } = agreement;
  return (
    <li>
      <div class="record-head">
        <a href={addressOf('clubAgreement', { facilityId, agreementId })}>
          <bdi>{title}</bdi>
        </a>
        <span class="fact" data-tone={overdue ? 'alarm' : outstanding ? 'held' : 'calm'}>
          {clubAgreementWords.standing(agreement)}
        </span>
        {variation !== null && <span class="fact">{clubAgreementLabels.differs}</span>}
      </div>
      <p class="quiet small">
        {clubAgreementWords.holds(agreement)} · {REQUIREMENTS[requirement]}
      </p>
      {acknowledged !== null && (
        <p class="quiet small">
          <bdi>
            {clubAgreementWords.acknowledged(
              acknowledged.version,
              acknowledged.signedBy.name ?? contentWords.somebody,
              acknowledged.signedAt.slice(0, 10),
            )}
          </bdi>
        </p>
      )}
    </li>
  );
};
