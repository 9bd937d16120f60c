import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Which keys a phone shows for it. */
  readonly inputMode?: 'text' | 'email' | 'url' | 'numeric';
  readonly maxLength?: number;
  /** What may be written there. */
  readonly more?: string;
  /** What is wrong with it, in words; empty where nothing is. */
  readonly problem?: string;
}

/** A field of a form, with its label and what is wrong with it. */
export const TextField = ({
  label,
  value,
  onText,
  inputMode = 'text',
  maxLength = 200,
  more,
  problem = '',
}: TextFieldProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={inputMode}
        maxLength={maxLength}
        autocomplete="off"
        value={value}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      {more !== undefined && <p class="quiet small">{more}</p>}
      <p id={`${id}-problem`} class="problem">
        {problem}
      </p>
    </div>
  );
};
