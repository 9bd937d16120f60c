import { useId, useState } from 'preact/hooks';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Failed } from '../../kit/states.tsx';
import { boxWords, claimLabels } from '../../words/boxes-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { ClaimedBox } from './claimed.tsx';

interface ClaimFormProps {
  readonly code: string;
  readonly gym: FacilityListed;
  readonly box: { readonly uuid: string; readonly fingerprint: string };
  readonly claimed: (box: ClaimedBox) => void;
}

/** What the box is called and drives, and that somebody has compared it. */
export const ClaimForm = ({ code, gym, box, claimed }: ClaimFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [name, setName] = useState('');
  const [doorIds, setDoorIds] = useState<readonly string[]>([]);
  const [same, setSame] = useState(false);
  const [missing, setMissing] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const field = useId();
  const claim = (): void => {
    if (!same) {
      setMissing(true);
      document.getElementById(`${field}-same`)?.focus();
      return;
    }
    void run(async () => {
      const words = name.trim() === '' ? {} : { name: name.trim() };
      const body = { code, ...words, ...(doorIds.length > 0 && { doorIds }) };
      const path = { club: gym.facilityId };
      // The same key again: what was lost on the way is not done twice.
      await ask('POST /api/devices/door-controllers/associate/{club}', { path, body }, { idempotencyKey: key });
      announcer.say(claimLabels.claimed);
      for (const queryKey of [['boxes'], ['facilities']]) void queries.invalidateQueries({ queryKey });
      claimed({ ...box, gym, doorIds });
    });
  };
  return (
    <form
      class="claim-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        claim();
      }}
    >
      <div class="field">
        <label for={`${field}-name`}>{claimLabels.name}</label>
        <input
          id={`${field}-name`}
          type="text"
          autocomplete="off"
          maxLength={100}
          value={name}
          aria-describedby={`${field}-name-hint`}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <p id={`${field}-name-hint`} class="quiet small">
          {claimLabels.nameHint}
        </p>
      </div>
      <FreeDoors facilityId={gym.facilityId} chosen={doorIds} onChange={setDoorIds} />
      <label class="choice">
        <input
          id={`${field}-same`}
          type="checkbox"
          checked={same}
          aria-invalid={missing}
          aria-describedby={`${field}-problem`}
          onChange={({ currentTarget }) => {
            setSame(currentTarget.checked);
            setMissing(false);
          }}
        />
        {claimLabels.same}
      </label>
      <p id={`${field}-problem`} class="problem" role="alert">
        {missing ? claimLabels.sameMissing : ''}
      </p>
      <button type="submit" class="first large" aria-disabled={busy}>
        {busy ? claimLabels.claiming : boxWords.claimTo(gym.name)}
      </button>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};

interface FreeDoorsProps {
  readonly facilityId: string;
  readonly chosen: readonly string[];
  readonly onChange: (doorIds: readonly string[]) => void;
}

/** The doors of the gym that no box drives: nothing where there are none. */
const FreeDoors = ({ facilityId, chosen, onChange }: FreeDoorsProps) => {
  const { ask } = useConsole();
  const doors = useQuery({
    queryKey: ['free-doors', facilityId],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/devices/doors/{facilityId}', { path: { facilityId } }, { signal })).data.filter(
        ({ uuid }) => uuid === null,
      ),
  });
  return (
    <Answered query={doors} what={claimLabels.lookingAtDoors}>
      {(free) =>
        free.length === 0 ? null : (
          <fieldset class="choices">
            <legend>{claimLabels.doors}</legend>
            <p class="quiet small">{claimLabels.doorsMore}</p>
            <div class="choice-list">
              {free.map(({ doorId, name }) => (
                <label key={doorId} class="choice">
                  <input
                    type="checkbox"
                    checked={chosen.includes(doorId)}
                    onChange={({ currentTarget }) =>
                      onChange(currentTarget.checked ? [...chosen, doorId] : chosen.filter((id) => id !== doorId))
                    }
                  />
                  <bdi>{name}</bdi>
                </label>
              ))}
            </div>
          </fieldset>
        )
      }
    </Answered>
  );
};
