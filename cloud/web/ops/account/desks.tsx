import { useId, useState } from 'preact/hooks';
import type { Desk, FacilityListed } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { deskLabels, deskWords } from '../../words/desk-en.ts';
import { ChooseGym } from '../boxes/choose-gym.tsx';
import { useConsole, useQuery } from '../console.ts';

/** The desks of a gym, and how the device before one becomes one of them. */
export const Desks = () => {
  const [gym, setGym] = useState<FacilityListed>();
  return (
    <details class="panel desks">
      <summary>{deskLabels.desks}</summary>
      <p class="quiet">{deskLabels.desksMore}</p>
      <ChooseGym legend={deskLabels.gym} chosen={gym} onChoose={setGym} />
      {gym !== undefined && <DesksOf key={gym.facilityId} facilityId={gym.facilityId} />}
    </details>
  );
};

const DesksOf = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['desks', facilityId],
    queryFn: ({ signal }) => ask('GET /api/facilities/{facilityId}/desks', { path: { facilityId } }, { signal }),
  });
  return (
    <Answered query={query} what={deskLabels.lookingAtDesks}>
      {({ data }) => (
        <>
          {data.length === 0 && <Empty title={deskLabels.none} />}
          <ul class="owned">
            {data.map((desk) => (
              <OneDesk key={desk.deskId} desk={desk} facilityId={facilityId} />
            ))}
          </ul>
          <Enrol facilityId={facilityId} />
        </>
      )}
    </Answered>
  );
};

const OneDesk = ({ desk, facilityId }: { readonly desk: Desk; readonly facilityId: string }) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/facilities/{facilityId}/desks/{deskId}', { path: { facilityId, deskId: desk.deskId } });
      await queries.invalidateQueries({ queryKey: ['desks', facilityId] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{desk.label}</bdi>
        </p>
        <p class="quiet small">
          <bdi>{deskWords.enrolled(ago(desk.enrolledAt), desk.enrolledBy.name)}</bdi>
        </p>
      </div>
      <ConfirmButton
        label={deskWords.remove(desk.label)}
        more={deskLabels.removeMore}
        busy={busy}
        onConfirmed={() => void remove()}
      />
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const Enrol = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [label, setLabel] = useState('');
  const [state, setState] = useState<'asked' | 'missing' | 'done'>('asked');
  const field = useId();
  const enrol = (): void => {
    if (label.trim() === '') {
      setState('missing');
      document.getElementById(field)?.focus();
      return;
    }
    void run(async () => {
      const input = { path: { facilityId }, body: { label: label.trim() } };
      await ask('POST /api/facilities/{facilityId}/desks', input, { idempotencyKey: crypto.randomUUID() });
      setState('done');
      setLabel('');
      await queries.invalidateQueries({ queryKey: ['desks', facilityId] });
    });
  };
  return (
    <form
      class="add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        enrol();
      }}
    >
      <div class="field">
        <label for={field}>{deskLabels.label}</label>
        <input
          id={field}
          type="text"
          maxLength={60}
          autocomplete="off"
          value={label}
          aria-invalid={state === 'missing'}
          aria-describedby={`${field}-says`}
          onInput={({ currentTarget }) => {
            setLabel(currentTarget.value);
            setState('asked');
          }}
        />
      </div>
      <button type="submit" aria-disabled={busy}>
        {deskLabels.enrol}
      </button>
      <p id={`${field}-says`} class={state === 'done' ? undefined : 'problem'} role="status">
        {state === 'missing' ? deskLabels.labelMissing : state === 'done' ? deskLabels.enrolled : ''}
      </p>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
