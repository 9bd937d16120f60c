import { useId, useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import type { Organisation } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { utcTime } from '../../kit/facility-time.ts';
import { TextFilter, useFilters } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { organisationPageWords } from '../../words/organisation-en.ts';
import { useConsole, useQuery } from '../console.ts';

type Holidays = Answer<'GET /api/admin/country/{countryIso}/holidays'>;

/** Which holidays of a country an organisation keeps. */
export const OrganisationHolidays = ({ organisation }: { readonly organisation: Organisation }) => {
  const { values, set } = useFilters();
  const says = useId();
  const country = (values.country ?? '').toUpperCase();
  const isCountry = /^[A-Z]{2}$/.test(country);
  return (
    <section class="panel" aria-labelledby="holidays-title">
      <h2 id="holidays-title">{organisationPageWords.holidays}</h2>
      <p class="quiet">{organisationPageWords.holidaysMore}</p>
      <TextFilter
        label={organisationPageWords.country}
        value={country}
        onText={(text) => set({ country: text.toUpperCase() })}
      />
      <p id={says} class="problem" role="status">
        {country !== '' && !isCountry ? organisationPageWords.countryWrong : ''}
      </p>
      {isCountry && <OfCountry key={country} organisation={organisation} country={country} />}
    </section>
  );
};

interface OfCountryProps {
  readonly organisation: Organisation;
  readonly country: string;
}

const OfCountry = ({ organisation, country }: OfCountryProps) => {
  const { ask } = useConsole();
  const { organisationId } = organisation;
  const query = useQuery({
    queryKey: ['holidays', organisationId, country],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/admin/country/{countryIso}/holidays',
        { path: { countryIso: country }, query: { organisationId } },
        { signal },
      ),
  });
  return (
    <Answered query={query} what={organisationPageWords.lookingAtHolidays}>
      {(holidays) =>
        holidays.data.length === 0 ? (
          <Empty title={organisationPageWords.noHolidays} />
        ) : (
          <Kept key={JSON.stringify(holidays)} organisation={organisation} holidays={holidays} />
        )
      }
    </Answered>
  );
};

interface KeptProps {
  readonly organisation: Organisation;
  readonly holidays: Holidays;
}

const Kept = ({ organisation: { organisationId, rights }, holidays: { country, data } }: KeptProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [struck, setStruck] = useState<ReadonlySet<string>>(
    () => new Set(data.filter(({ blacklisted }) => blacklisted === true).map(({ rule }) => rule)),
  );
  const may = rights.includes('facility-manager');
  const save = () =>
    run(async () => {
      const now = await ask('PUT /api/admin/country/{countryIso}/holidays', {
        path: { countryIso: country },
        query: { organisationId },
        body: { blacklisted: [...struck] },
      });
      announcer.say(organisationPageWords.keptNow);
      queries.setQueryData(['holidays', organisationId, country], now);
    });
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset class="whole" disabled={!may}>
        <legend>{organisationPageWords.keeps(data.filter(({ rule }) => !struck.has(rule)).length, data.length)}</legend>
        {data.map(({ date, name, rule, type }) => (
          <label key={`${date}/${rule}`} class="choice">
            <input
              type="checkbox"
              checked={!struck.has(rule)}
              onChange={({ currentTarget }) => {
                const next = new Set(struck);
                if (currentTarget.checked) next.delete(rule);
                else next.add(rule);
                setStruck(next);
              }}
            />
            <span>
              <bdi>{organisationPageWords.kept(name, utcTime.dayOf(Date.parse(date)))}</bdi>{' '}
              <span class="quiet small">{organisationPageWords.types[type]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {may && (
        <button type="submit" class="first" aria-disabled={busy}>
          {organisationPageWords.keep}
        </button>
      )}
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
