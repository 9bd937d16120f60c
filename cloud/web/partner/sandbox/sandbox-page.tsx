import { useEffect } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { sandboxLabels, sandboxWords } from '../../words/partner-sandbox-en.ts';
import { FAILURE_NAMES, tryingLabels, tryingWords } from '../../words/partner-trying-en.ts';
import { useQuery } from '../partner-console.ts';
import { type Door, doorsOf, FACILITIES, type Facility, listIn } from '../trying/sandbox-doors.ts';
import { TriedCall } from '../trying/tried-call.tsx';
import { useTrying } from '../trying/try-key.ts';
import { DoorThatFails } from './door-that-fails.tsx';

/** Doors that fail on demand. Which one it is stands in the address. */
export const SandboxPage = () => {
  const { look } = useTrying();
  const { values, set } = useFilters();
  const facilities = useQuery({ queryKey: ['sandbox', FACILITIES], queryFn: () => look(FACILITIES) });
  useEffect(() => {
    document.title = `${partnerLabels.sandbox} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.sandbox}</h1>
        <p class="quiet">{sandboxLabels.more}</p>
      </div>
      <section class="panel" aria-label={tryingLabels.facility}>
        <Answered query={facilities} what={sandboxLabels.lookingAtFacilities}>
          {(tried) => {
            if (tried.status !== 200) return <TriedCall tried={tried} />;
            const all = listIn<Facility>(tried);
            const facility = all.find(({ facility_id }) => facility_id === values.facility) ?? all[0];
            if (facility === undefined) return <Empty title={tryingLabels.noDoors}>{tryingLabels.noDoorsMore}</Empty>;
            return (
              <>
                <Choice
                  label={tryingLabels.facility}
                  value={facility.facility_id}
                  options={all.map(({ facility_id, name }) => [facility_id, name] as const)}
                  onChoice={(chosen) => set({ facility: chosen, door: '' })}
                />
                <Doors key={facility.facility_id} facility={facility} />
              </>
            );
          }}
        </Answered>
      </section>
      <section class="panel" aria-labelledby="answers-title">
        <h2 id="answers-title">{sandboxLabels.answers}</h2>
        <dl class="rows">
          {FAILURE_NAMES.flatMap((failure) => [
            <dt key={failure}>{tryingWords.failure(failure)}</dt>,
            <dd key={`${failure} answers`}>
              <code>{sandboxWords.answer(failure)}</code>
            </dd>,
          ])}
        </dl>
      </section>
    </div>
  );
};

const Doors = ({ facility }: { readonly facility: Facility }) => {
  const { look } = useTrying();
  const { values, set } = useFilters();
  const path = doorsOf(facility);
  const query = useQuery({ queryKey: ['sandbox', path], queryFn: () => look(path) });
  return (
    <Answered query={query} what={sandboxLabels.lookingAtDoors}>
      {(tried) => {
        if (tried.status !== 200) return <TriedCall tried={tried} />;
        const all = listIn<Door>(tried);
        const door = all.find(({ door_id }) => door_id === values.door) ?? all[0];
        if (door === undefined) return <Empty title={sandboxLabels.noDoors}>{sandboxLabels.noDoorsMore}</Empty>;
        return (
          <>
            <Choice
              label={tryingLabels.door}
              value={door.door_id}
              options={all.map(({ door_id, name }) => [door_id, name] as const)}
              onChoice={(chosen) => set({ door: chosen })}
            />
            <DoorThatFails key={door.door_id} facility={facility} door={door} />
          </>
        );
      }}
    </Answered>
  );
};
