import { useState } from 'preact/hooks';
import type { ConsoleSettings, LinkingBreaks } from '../../client/console-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Failed } from '../../kit/states.tsx';
import { settingsLabels, settingsWords } from '../../words/partner-settings-en.ts';
import { usePartner, useQuery, useSignedIn } from '../partner-console.ts';
import { BREAKS, hasMovedOn, SETTINGS } from './settings-query.ts';

const OTHER = { facility_id: 'linking_identifier', linking_identifier: 'facility_id' } as const;

/** How requests name facilities, and what the other way would break: nobody changes it without having seen that. */
export const Linking = ({ settings: { linkingMethod } }: { readonly settings: ConsoleSettings }) => {
  const [isOpen, open] = useState(false);
  return (
    <section class="panel" aria-labelledby="linking-title">
      <h2 id="linking-title">{settingsLabels.method}</h2>
      <p>
        {settingsLabels.now}: <strong>{settingsWords.method(linkingMethod)}</strong>
      </p>
      {isOpen ? (
        <Breaks to={OTHER[linkingMethod]} />
      ) : (
        <button type="button" onClick={() => open(true)}>
          {settingsLabels.seeOther}
        </button>
      )}
    </section>
  );
};

const Breaks = ({ to }: { readonly to: LinkingBreaks['to'] }) => {
  const { ask } = usePartner();
  const query = useQuery({
    queryKey: [...BREAKS, to],
    queryFn: ({ signal }) => ask('GET /console/v1/settings/linking', { query: { linkingMethod: to } }, { signal }),
  });
  return (
    <div>
      <h3>{settingsLabels.breaks}</h3>
      <Answered query={query} what={settingsLabels.lookingAtBreaks}>
        {(breaks) => (
          <>
            <WhatBreaks breaks={breaks} />
            <Change breaks={breaks} lookAgain={() => void query.refetch()} />
          </>
        )}
      </Answered>
    </div>
  );
};

const WhatBreaks = ({ breaks }: { readonly breaks: LinkingBreaks }) => {
  const { to, facilities, places } = breaks;
  return (
    <>
      <ul class="points">
        <li>{settingsWords.linked(breaks)}</li>
        <li>{settingsWords.refused(breaks)}</li>
        <li>{settingsWords.unnamed(breaks)}</li>
        <li>{settingsWords.goesOn}</li>
      </ul>
      <h3>{settingsLabels.whatToDo}</h3>
      <ul class="points">
        <li>{settingsWords.yours(to)}</li>
        <li>{settingsWords.theirs(to)}</li>
      </ul>
      {places.length > 0 && (
        <FiguresTable
          title={settingsLabels.breaks}
          columns={[settingsLabels.facility, settingsLabels.code, settingsLabels.members]}
          rows={places.map((place) => ({
            key: place.facilityId,
            name: (
              <>
                <bdi>{place.facilityName}</bdi>
                <span class="line quiet small">
                  <bdi>{place.organisationName}</bdi>
                </span>
              </>
            ),
            cells: [
              place.linkingIdentifier ?? settingsLabels.noCode,
              place.members === null ? settingsLabels.notCounted : String(place.members),
            ],
          }))}
        />
      )}
      {places.length < facilities && <p class="quiet small">{settingsWords.shown(places.length, facilities)}</p>}
    </>
  );
};

/** Decides on what is shown here, and on nothing else. */
const Change = ({ breaks, lookAgain }: { readonly breaks: LinkingBreaks; readonly lookAgain: () => void }) => {
  const { ask, announcer, queries } = usePartner();
  const { contact } = useSignedIn();
  const { busy, error, run } = useAttempt();
  if (contact.role !== 'owner') return <p class="quiet">{settingsLabels.ownersOnly}</p>;
  const { to, seen } = breaks;
  const change = () =>
    run(async () => {
      await ask('PATCH /console/v1/settings', { body: { ifSeen: seen, linkingMethod: to } });
      announcer.say(settingsLabels.saved);
      queries.removeQueries({ queryKey: BREAKS });
      await queries.invalidateQueries({ queryKey: SETTINGS });
    });
  return (
    <>
      <ConfirmButton
        label={settingsWords.change(to)}
        more={settingsWords.confirm(breaks)}
        busy={busy}
        onConfirmed={() => void change()}
      />
      {error !== undefined && (
        <>
          <Failed error={error} />
          {hasMovedOn(error) && (
            <button type="button" onClick={lookAgain}>
              {settingsLabels.lookAgain}
            </button>
          )}
        </>
      )}
    </>
  );
};
