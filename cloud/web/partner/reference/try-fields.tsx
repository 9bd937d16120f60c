import { useId } from 'preact/hooks';
import type { TryField, TryForm } from '../../client/try-form.ts';
import { referenceLabels, referenceWords } from '../../words/reference-en.ts';
import { Prose } from './parts.tsx';
import { keyOfField, type Problems, type Values } from './try-call.ts';

interface TryFieldsProps {
  readonly form: TryForm;
  readonly values: Values;
  readonly problems: Problems;
  readonly onValue: (key: string, value: string) => void;
}

/** A field for everything that an endpoint takes. */
export const TryFields = ({ form, values, problems, onValue }: TryFieldsProps) => (
  <>
    {form.fields.map((field) => {
      const key = keyOfField(field);
      return (
        <OneField
          key={key}
          field={field}
          value={values[key] ?? ''}
          problem={problems[key]}
          onValue={(value) => onValue(key, value)}
        />
      );
    })}
  </>
);

interface OneFieldProps {
  readonly field: TryField;
  readonly value: string;
  readonly problem: Problems[string] | undefined;
  readonly onValue: (value: string) => void;
}

const OneField = ({ field, value, problem, onValue }: OneFieldProps) => {
  const id = useId();
  const { name, place, required, more } = field;
  const called = name || referenceLabels.body;
  return (
    <div class="field try-field">
      <label for={id}>
        <code>{called}</code> <span class="quiet small">{referenceLabels.places[place]}</span>{' '}
        {required && <span class="fact">{referenceLabels.required}</span>}
      </label>
      <Control
        {...{ id, field, value, onValue }}
        isWrong={problem !== undefined}
        describedBy={`${id}-problem ${id}-more`}
      />
      <p id={`${id}-problem`} class="problem">
        {problem === 'missing' && referenceWords.missing(called)}
        {problem === 'not_json' && referenceWords.notJson(called)}
      </p>
      <p id={`${id}-more`} class="quiet small">
        <Prose text={more} />
      </p>
    </div>
  );
};

interface ControlProps {
  readonly id: string;
  readonly field: TryField;
  readonly value: string;
  readonly isWrong: boolean;
  readonly describedBy: string;
  readonly onValue: (value: string) => void;
}

const LINES_MAX = 12;

const Control = ({ id, field: { kind, choices }, value, isWrong, describedBy, onValue }: ControlProps) => {
  const shared = { id, name: id, 'aria-invalid': isWrong, 'aria-describedby': describedBy };
  if (kind === 'choice' || kind === 'boolean')
    return (
      <select {...shared} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        <option value="">{referenceLabels.unset}</option>
        {(kind === 'boolean' ? ['true', 'false'] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (kind === 'json')
    return (
      <textarea
        {...shared}
        spellcheck={false}
        rows={Math.min(LINES_MAX, value.split('\n').length + 1)}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    );
  return (
    <input
      {...shared}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
};
