import { useId } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { Choices } from '../../kit/choices.tsx';
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
          <Choices
            some={organisations
              .filter(({ rights }) => rights.includes('org-admin'))
              .map(({ organisationId, name }) => ({ id: organisationId, name }))}
            chosen={chosen}
            onChoose={onChoose}
          />
          <p id={says} class="problem" role="alert">
            {problem}
          </p>
        </fieldset>
      )}
    </Answered>
  );
};
