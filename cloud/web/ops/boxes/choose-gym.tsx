import { useEffect, useId, useState } from 'preact/hooks';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { claimLabels } from '../../words/boxes-en.ts';
import { useConsole, useQuery } from '../console.ts';

/** Beyond so many a name is typed. */
const LISTED = 12;

interface ChooseGymProps {
  readonly legend: string;
  readonly chosen: FacilityListed | undefined;
  /** One that is chosen to begin with, if it is among them. */
  readonly preferred?: string | undefined;
  /** One that is not among the choices: where the box is already. */
  readonly except?: string;
  readonly onChoose: (facility: FacilityListed) => void;
}

/** One of the gyms where somebody works. Where there is one alone it is chosen, and shown all the same. */
export const ChooseGym = ({ legend, chosen, preferred, except, onChoose }: ChooseGymProps) => {
  const { ask } = useConsole();
  const [typed, setTyped] = useState('');
  const field = useId();
  const q = typed.trim();
  const found = useQuery({
    queryKey: ['gyms', q],
    queryFn: ({ signal }) => ask('GET /api/facilities', { query: { limit: 50, ...(q !== '' && { q }) } }, { signal }),
  });
  const all = found.data?.data.filter(({ facilityId }) => facilityId !== except);
  const [only] = all?.length === 1 && q === '' && found.data?.next === null ? all : [];
  const first = all?.find(({ facilityId }) => facilityId === preferred) ?? only;
  useEffect(() => {
    if (first !== undefined && chosen === undefined) onChoose(first);
  }, [first, chosen, onChoose]);
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      <div class="field">
        <label class="unseen" for={field}>
          {claimLabels.findGym}
        </label>
        <input
          id={field}
          type="search"
          autocomplete="off"
          placeholder={claimLabels.findGym}
          maxLength={100}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Answered query={found} what={claimLabels.lookingAtGyms}>
        {() =>
          all === undefined || all.length === 0 ? (
            <Empty title={claimLabels.noGym}>{claimLabels.noGymMore}</Empty>
          ) : (
            <Gyms gyms={shown(all, chosen)} chosen={chosen} onChoose={onChoose} />
          )
        }
      </Answered>
    </fieldset>
  );
};

/** What was chosen stays, whatever is typed afterwards. */
const shown = (all: readonly FacilityListed[], chosen: FacilityListed | undefined): readonly FacilityListed[] => {
  const first = all.slice(0, LISTED);
  return chosen === undefined || first.some(({ facilityId }) => facilityId === chosen.facilityId)
    ? first
    : [chosen, ...first];
};

const Gyms = ({
  gyms,
  chosen,
  onChoose,
}: { readonly gyms: readonly FacilityListed[] } & Pick<ChooseGymProps, 'chosen' | 'onChoose'>) => {
  const name = useId();
  return (
    <div class="choice-list">
      {gyms.map((gym) => (
        <label key={gym.facilityId} class="choice">
          <input
            type="radio"
            name={name}
            checked={chosen?.facilityId === gym.facilityId}
            onChange={() => onChoose(gym)}
          />
          <bdi>{gym.name}</bdi>
        </label>
      ))}
    </div>
  );
};
