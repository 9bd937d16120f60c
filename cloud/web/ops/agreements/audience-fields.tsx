import { Answered } from '../../kit/answered.tsx';
import { Choices } from '../../kit/choices.tsx';
import { Choice } from '../../kit/filters.tsx';
import { agreementLabels, agreementWords } from '../../words/agreements-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { CLUBS_SHOWN, useClubs } from './agreement-queries.ts';

import type { Audience } from './typed-agreement.ts';

interface AudienceFieldsProps {
  /** Whose agreement it is; null: the platform’s, which is for organisations. */
  readonly organisationId: string | null;
  readonly audience: Audience;
  readonly onAudience: (audience: Audience) => void;
}

/** Whom an agreement is for: all, or some. */
export const AudienceFields = ({ organisationId, audience, onAudience }: AudienceFieldsProps) => (
  <div class="whole stack">
    <Choice
      label={agreementLabels.audience}
      value={audience === 'all' ? 'all' : 'some'}
      options={[
        ['all', agreementLabels.all],
        ['some', agreementLabels.some],
      ]}
      onChoice={(chosen) => onAudience(chosen === 'all' ? 'all' : { organisations: [], facilities: [] })}
    />
    {audience !== 'all' &&
      (organisationId === null ? (
        <SomeOrganisations audience={audience} onAudience={onAudience} />
      ) : (
        <SomeClubs organisationId={organisationId} audience={audience} onAudience={onAudience} />
      ))}
  </div>
);

interface SomeProps {
  readonly audience: Exclude<Audience, 'all'>;
  readonly onAudience: (audience: Audience) => void;
}

const SomeClubs = ({ organisationId, audience, onAudience }: SomeProps & { readonly organisationId: string }) => {
  const clubs = useClubs(organisationId);
  return (
    <Answered query={clubs} what={agreementLabels.lookingAtClubs}>
      {({ data, next }) => (
        <fieldset>
          <legend>{agreementLabels.audienceMore}</legend>
          <Choices
            some={data.map(({ facilityId, name }) => ({ id: facilityId, name }))}
            chosen={new Set(audience.facilities)}
            onChoose={(facilities) => onAudience({ ...audience, facilities: [...facilities] })}
          />
          {next !== null && <p class="quiet small">{agreementWords.fewClubs(CLUBS_SHOWN)}</p>}
        </fieldset>
      )}
    </Answered>
  );
};

const SomeOrganisations = ({ audience, onAudience }: SomeProps) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['organisations', 'mine'],
    queryFn: ({ signal }) => ask('GET /api/organisations', { query: { limit: CLUBS_SHOWN } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Answered query={query} what={agreementLabels.lookingAtClubs}>
      {({ data, next }) => (
        <fieldset>
          <legend>{agreementLabels.audienceMore}</legend>
          <Choices
            some={data.map(({ organisationId, name }) => ({ id: organisationId, name }))}
            chosen={new Set(audience.organisations)}
            onChoose={(organisations) => onAudience({ ...audience, organisations: [...organisations] })}
          />
          {next !== null && <p class="quiet small">{agreementWords.fewClubs(CLUBS_SHOWN)}</p>}
        </fieldset>
      )}
    </Answered>
  );
};
