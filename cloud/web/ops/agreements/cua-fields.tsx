import { Choices } from '../../kit/choices.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { ASKED_OF, agreementLabels, SIGNERS } from '../../words/agreements-en.ts';
import type { CuaProblems, TypedCua } from './typed-cua.ts';

interface CuaFieldsProps {
  readonly typed: TypedCua;
  readonly problems: CuaProblems;
  readonly put: (typed: TypedCua) => void;
}

/** How people at clubs are asked for an agreement. */
export const CuaFields = ({ typed, problems, put }: CuaFieldsProps) => (
  <>
    <fieldset class="whole">
      <legend>{agreementLabels.askedOf}</legend>
      <Choices
        some={optionsOf(ASKED_OF).map(([id, name]) => ({ id, name }))}
        chosen={typed.askedOf}
        onChoose={(askedOf) => askedOf.size > 0 && put({ ...typed, askedOf })}
      />
    </fieldset>
    <Choice
      label={agreementLabels.signers}
      value={typed.signers}
      options={optionsOf(SIGNERS)}
      onChoice={(signers) => put({ ...typed, signers })}
    />
    <TextField
      label={agreementLabels.validityDays}
      inputMode="numeric"
      maxLength={5}
      value={typed.validityDays}
      more={agreementLabels.validityDaysMore}
      problem={problems.validityDays}
      onText={(validityDays) => put({ ...typed, validityDays })}
    />
    <TextField
      label={agreementLabels.linkDays}
      inputMode="numeric"
      maxLength={2}
      value={typed.linkDays}
      problem={problems.linkDays}
      onText={(linkDays) => put({ ...typed, linkDays })}
    />
    <TextField
      label={agreementLabels.reminderDays}
      maxLength={40}
      value={typed.reminderDays}
      more={agreementLabels.reminderDaysMore}
      problem={problems.reminderDays}
      onText={(reminderDays) => put({ ...typed, reminderDays })}
    />
  </>
);
