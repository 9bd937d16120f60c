import { useId } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { usePlaces } from '../users/places.ts';

interface ChooseOrganisationsProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly problem: string;
}

/** Which of the organisations that one administers. What is chosen and is none of them stays chosen. */
export const ChooseOrganisations = ({ chosen, onChoose, problem }: ChooseOrganisationsProps) => {
  const places = usePlaces();
  const says = useId();
  return (
    <Answered query={places} what={partnersWords.whose}>
      {({ organisations }) => (
        <fieldset class="whole" aria-describedby={says}>
          <legend>{partnersWords.whose}</legend>
          {organisations
            .filter(({ rights }) => rights.includes('org-admin'))
            .map(({ organisationId, name }) => (
              <label key={organisationId} class="choice">
                <input
                  type="checkbox"
                  checked={chosen.has(organisationId)}
                  onChange={({ currentTarget }) => {
                    const next = new Set(chosen);
                    if (currentTarget.checked) next.add(organisationId);
                    else next.delete(organisationId);
                    onChoose(next);
                  }}
                />
                <bdi>{name}</bdi>
              </label>
            ))}
          <p id={says} class="problem" role="alert">
            {problem}
          </p>
        </fieldset>
      )}
    </Answered>
  );
};
